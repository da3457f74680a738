import { useContext } from "react";
import { commonTexts } from "../i18n/common.texts.ts";
import { useTexts } from "../i18n/texts.ts";
import { Button } from "../ui/Button.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { HeadContext } from "./head.ts";
import { layoutTexts } from "./layout.texts.ts";

const STATUS_FAILED = 500;

/** Stands in the place of the page if the server could not say what site this is (spec §8). */
export function SiteFailed() {
  const t = useTexts(layoutTexts);
  const common = useTexts(commonTexts);
  useContext(HeadContext)?.answer(STATUS_FAILED);
  return (
    <div className="card" role="alert">
      <EmptyState
        isWholePage
        title={t.siteFailed}
        text={t.siteFailedText}
        action={
          <Button variant="primary" onClick={() => location.reload()}>
            {common.retry}
          </Button>
        }
      />
    </div>
  );
}
