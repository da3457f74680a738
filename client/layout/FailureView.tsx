import { useContext } from "react";
import { useLocation } from "react-router-dom";
import { commonTexts } from "../i18n/common.texts.ts";
import { useTexts } from "../i18n/texts.ts";
import { isStanding } from "../apollo/errors.ts";
import { standingTexts } from "../session/standing.texts.ts";
import { STATUS_PATH } from "../session/useStanding.ts";
import { loginAddress, registerAddress, useViewer } from "../session/useViewer.ts";
import { Button } from "../ui/Button.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import type { FailureProps } from "../ui/QueryView.tsx";
import { failureTexts } from "./failure.texts.ts";
import classes from "./FailureView.module.css";
import { HeadContext } from "./head.ts";
import { layoutTexts } from "./layout.texts.ts";
import { NotFound } from "./NotFound.tsx";
import { RequestId } from "./RequestId.tsx";

const REFUSED = new Set(["LOGIN_REQUIRED", "FORBIDDEN", "INVALID_TOKEN"]);
/** A page asked for with an address that makes no sense is a page that does not exist. */
const MISSING = new Set(["NOT_FOUND", "INVALID_PARAMETER"]);
const STATUS_REFUSED = 403;
const STATUS_FAILED = 500;

/** The place of what could not be shown: why, and what can be done. */
export function FailureView({ failure, retry }: FailureProps) {
  const collector = useContext(HeadContext);
  if (MISSING.has(failure.code)) return <NotFound />;
  const isRefused = REFUSED.has(failure.code) || isStanding(failure);
  collector?.answer(isRefused ? STATUS_REFUSED : STATUS_FAILED);
  return isRefused ? <Denied failure={failure} /> : <Failed failure={failure} retry={retry} />;
}

/** Why, who may, and what to do (landscape E38). */
function Denied({ failure }: Pick<FailureProps, "failure">) {
  const t = useTexts(failureTexts);
  const layout = useTexts(layoutTexts);
  const common = useTexts(commonTexts);
  const { why } = useTexts(standingTexts);
  const { viewer, site } = useViewer();
  const { pathname, search } = useLocation();
  const { message, permission, requestId } = failure;
  const who = permission ? t.whoGrant(permission) : t.whoAdmins;
  const needsStanding = isStanding(failure);
  const facts = [
    [t.why, message],
    [
      t.who,
      needsStanding ? t.whoStanding : failure.code === "LOGIN_REQUIRED" && !permission ? t.whoMembers : who,
    ],
    [t.what, needsStanding ? t.whatStanding : viewer ? t.whatMember : t.whatVisitor],
  ];
  return (
    <section className={`card ${classes.denied}`}>
      <h1 className={classes.title}>{t.deniedTitle}</h1>
      <dl className={classes.facts}>
        {facts.map(([term, text]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <div className={classes.buttons}>
        {needsStanding && (
          <Button variant="primary" to={STATUS_PATH}>
            {why}
          </Button>
        )}
        {!viewer && !needsStanding && (
          <Button variant="primary" to={loginAddress(pathname + search)}>
            {common.signIn}
          </Button>
        )}
        {!viewer && site.isRegister && (
          <Button to={registerAddress(pathname + search)}>{common.register}</Button>
        )}
        {pathname !== "/" && <Button to="/">{layout.home}</Button>}
      </div>
      {requestId && <RequestId id={requestId} />}
    </section>
  );
}

function Failed({ failure, retry }: FailureProps) {
  const t = useTexts(commonTexts);
  const { requestId, detail } = failure;
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
            {requestId ? <RequestId id={requestId} /> : detail && <p className={classes.request}>{detail}</p>}
          </div>
        }
      />
    </div>
  );
}
