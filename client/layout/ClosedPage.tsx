import { useContext } from "react";
import { Navigate } from "react-router-dom";
import { useTexts } from "../i18n/texts.ts";
import { definePage } from "../page.ts";
import { loginAddress, useViewer } from "../session/useViewer.ts";
import { Button } from "../ui/Button.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { IconBan } from "../ui/icons.tsx";
import { errorPageTexts } from "./errorPages.texts.ts";
import { HeadContext } from "./head.ts";
import { layoutTexts } from "./layout.texts.ts";
import classes from "./FailureView.module.css";
import { PageHead } from "./PageHead.tsx";

const STATUS_CLOSED = 503;
const ICON_SIZE = 40;

/** `/close` — what the closed site says, and the way in for administrators. */
function ClosedPage() {
  const t = useTexts(errorPageTexts);
  const layout = useTexts(layoutTexts);
  const { viewer, site } = useViewer();
  const collector = useContext(HeadContext);
  if (!site.closed) return <Navigate to="/" replace />;
  collector?.answer(STATUS_CLOSED);

  return (
    <section className={`card ${classes.page}`}>
      <PageHead title={t.closedTitle} noIndex />
      <EmptyState
        isWholePage
        icon={<IconBan size={ICON_SIZE} />}
        title={t.closedTitle}
        text={site.closeMessage || t.closedText}
        action={
          site.viewerCanAdminister ? (
            <Button to="/admin" variant="primary">
              {layout.admin}
            </Button>
          ) : (
            !viewer && <Button to={loginAddress("/admin")}>{t.adminSignIn}</Button>
          )
        }
      />
    </section>
  );
}

/** `/close` for the table of addresses. */
export const closedPage = definePage({ Component: ClosedPage });
