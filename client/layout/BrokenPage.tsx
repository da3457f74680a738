import { useContext, useEffect, useState } from "react";
import { commonTexts } from "../i18n/common.texts.ts";
import { useTexts } from "../i18n/texts.ts";
import { definePage } from "../page.ts";
import { Button } from "../ui/Button.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { IconRefresh } from "../ui/icons.tsx";
import { errorPageTexts } from "./errorPages.texts.ts";
import { HeadContext } from "./head.ts";
import { layoutTexts } from "./layout.texts.ts";
import classes from "./FailureView.module.css";
import { PageHead } from "./PageHead.tsx";

const STATUS_FAILED = 500;
const ICON_SIZE = 40;

/** State of the server, as far as this page knows. */
type Health = { state: "asking" } | { state: "well" } | { state: "ill"; message: string };

/** `/500` — something broke: whether the server is back, and the ways out. */
function BrokenPage() {
  const t = useTexts(errorPageTexts);
  const layout = useTexts(layoutTexts);
  const common = useTexts(commonTexts);
  const [health, setHealth] = useState<Health>({ state: "asking" });
  useContext(HeadContext)?.answer(STATUS_FAILED);

  useEffect(() => {
    if (health.state !== "asking") return;
    let isGone = false;
    const ask = async () => {
      const { request } = await import("../platform/request.ts");
      const { Code, Message } = await request({ path: "/readyz" });
      if (!isGone) setHealth(Code === 0 ? { state: "well" } : { state: "ill", message: Message });
    };
    ask().catch((error: unknown) => setHealth({ state: "ill", message: String(error) }));
    return () => void (isGone = true);
  }, [health.state]);

  const text = { asking: t.asking, well: t.well, ill: t.ill }[health.state];
  return (
    <section className={`card ${classes.page}`}>
      <PageHead title={layout.brokenTitle} noIndex />
      <EmptyState
        isWholePage
        icon={<IconRefresh size={ICON_SIZE} />}
        title={layout.brokenTitle}
        text={health.state === "ill" ? `${text} ${health.message}` : text}
        action={
          <>
            <Button to="/" variant="primary">
              {layout.home}
            </Button>{" "}
            <Button loading={health.state === "asking"} onClick={() => setHealth({ state: "asking" })}>
              {common.retry}
            </Button>
          </>
        }
      />
    </section>
  );
}

/** `/500` for the table of addresses. */
export const brokenPage = definePage({ Component: BrokenPage });
