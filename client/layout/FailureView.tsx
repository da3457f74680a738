import { useContext } from "react";
import { useLocation } from "react-router-dom";
import { commonTexts } from "../i18n/common.texts.ts";
import { useTexts } from "../i18n/texts.ts";
import { loginAddress, useViewer } from "../session/useViewer.ts";
import { Button } from "../ui/Button.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import type { FailureProps } from "../ui/QueryView.tsx";
import { showToast } from "../ui/toast.tsx";
import classes from "./FailureView.module.css";
import { HeadContext } from "./head.ts";
import { layoutTexts } from "./layout.texts.ts";
import { NotFound } from "./NotFound.tsx";

const REFUSED = new Set(["LOGIN_REQUIRED", "FORBIDDEN", "INVALID_TOKEN"]);
/** A page asked for with an address that makes no sense is a page that does not exist. */
const MISSING = new Set(["NOT_FOUND", "INVALID_PARAMETER"]);
const STATUS_REFUSED = 403;
const STATUS_FAILED = 500;

/** What stands in the place of what could not be shown: why, and what can be done. */
export function FailureView({ failure, retry }: FailureProps) {
  const collector = useContext(HeadContext);
  if (MISSING.has(failure.code)) return <NotFound />;
  collector?.answer(REFUSED.has(failure.code) ? STATUS_REFUSED : STATUS_FAILED);
  return REFUSED.has(failure.code) ? (
    <Refused message={failure.message} />
  ) : (
    <Failed failure={failure} retry={retry} />
  );
}

function Refused({ message }: { message: string }) {
  const t = useTexts(layoutTexts);
  const common = useTexts(commonTexts);
  const { viewer } = useViewer();
  const { pathname, search } = useLocation();
  return (
    <div className="card">
      <EmptyState
        isWholePage
        title={t.forbiddenTitle}
        text={viewer ? message : t.forbiddenVisitor}
        action={
          viewer ? (
            <Button to="/">{t.home}</Button>
          ) : (
            <Button variant="primary" to={loginAddress(pathname + search)}>
              {common.signIn}
            </Button>
          )
        }
      />
    </div>
  );
}

function Failed({ failure, retry }: FailureProps) {
  const t = useTexts(commonTexts);
  const { requestId } = failure;
  const copy = async () => {
    await navigator.clipboard?.writeText(requestId ?? "");
    showToast({ type: "success", message: t.copied });
  };
  return (
    <div className="card" role="alert">
      <EmptyState
        title={t.somethingFailed}
        text={failure.message}
        action={
          <div className={classes.actions}>
            <Button variant="primary" onClick={retry}>
              {t.retry}
            </Button>
            {requestId && (
              <p className={classes.request}>
                {t.requestId} <code>{requestId}</code>{" "}
                <Button size="sm" variant="subtle" onClick={() => void copy()}>
                  {t.copy}
                </Button>
              </p>
            )}
          </div>
        }
      />
    </div>
  );
}
