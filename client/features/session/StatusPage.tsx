import { useEffect, useState } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";
import { useTexts } from "../../i18n/texts.ts";
import { layoutTexts } from "../../layout/layout.texts.ts";
import { PageHead } from "../../layout/PageHead.tsx";
import { definePage } from "../../page.ts";
import { CODE } from "../../session/responseCodes.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { statusTexts } from "./status.texts.ts";

/** Number of the state "registered, waiting for approval" in addresses. */
const UNDER_REVIEW = 2;
/** Whoever waits for approval is led home after this many seconds. */
const HOME_AFTER_S = 5;
const SECOND_MS = 1_000;

/** `/user/status?statusCode=…&statusMsg=…` — why an account cannot be used for now. */
function StatusPage() {
  const t = useTexts(statusTexts);
  const layout = useTexts(layoutTexts);
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const code = Number(search.get("statusCode"));
  const reason = search.get("statusMsg");
  const isWaiting = code === UNDER_REVIEW;
  const [left, setLeft] = useState(HOME_AFTER_S);

  useEffect(() => {
    if (!isWaiting) return;
    if (left <= 0) return void navigate("/");
    const timer = setTimeout(() => setLeft(left - 1), SECOND_MS);
    return () => clearTimeout(timer);
  }, [isWaiting, left, navigate]);

  const titles: Record<number, string> = {
    [CODE.BANNED]: t.banned,
    [CODE.REVIEW_REFUSED]: t.refused,
    [UNDER_REVIEW]: t.waiting,
  };
  const title = titles[code] ?? t.unknown;
  return (
    <section className="card">
      <PageHead title={title} noIndex />
      <EmptyState
        isWholePage
        title={title}
        text={[reason && t.reason(reason), isWaiting && t.homeIn(left)].filter(Boolean).join(" ")}
        action={
          <Button to="/" variant="primary">
            {layout.home}
          </Button>
        }
      />
    </section>
  );
}

/** `/user/status` for the table of addresses. */
export const statusPage = definePage({ Component: StatusPage });
