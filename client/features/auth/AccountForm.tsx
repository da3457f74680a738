import { type FormEvent, type ReactNode, useState } from "react";
import { type FragmentType, readFragment } from "../../gql/fragment-masking.ts";
import { graphql } from "../../gql/gql.ts";
import { errorOf, type Failure } from "../../apollo/errors.ts";
import { useClock } from "../../platform/clock.tsx";
import { returnToAddress } from "../../platform/savedAddress.ts";
import { leavePush } from "../../session/leavePush.ts";
import { keepAccessToken } from "../../session/token.ts";
import { STATUS_PATH, SUPPLEMENTARY_PATH } from "../../session/useStanding.ts";
import { Button } from "../../ui/Button.tsx";
import { usePurpose } from "./purpose.ts";
import { useNextAddress } from "./useNextAddress.ts";
import classes from "./AccountForm.module.css";

const AccountForm_session = graphql(`
  fragment AccountForm_session on Session {
    accessToken
    isReopened
    viewer {
      id
      status
      needsSecondFactor
    }
  }
`);

/** Tells who came back within the time of grace that their account stays. */
const REOPENED_PATH = "/my/settings?section=data&reopened=1";

/** Address at which administrators set up the second factor that the site asks of them. */
const SECOND_FACTOR_PATH = "/my/settings#second-factor";

interface Props {
  title: string;
  /** Address to go to afterwards, if not back. */
  next?: string;
  lead: string;
  /** Choice between forms, above this one. */
  head?: ReactNode;
  button: string;
  /** Signs in; null if something is missing and the form says so. */
  onSubmit: () => Promise<FragmentType<typeof AccountForm_session> | null>;
  /** Hears what the server refused, so that fields can show it. */
  onFailure?: (failure: Failure | null) => void;
  children: ReactNode;
  foot?: ReactNode;
}

/** A form that ends in a session: afterwards it goes back to where a sign-in was needed. */
export function AccountForm(props: Props) {
  const { title, next, lead, head, button, onSubmit, onFailure, children, foot } = props;
  const purpose = usePurpose();
  const back = useNextAddress();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  // Before scripts run the form could only send passwords in a way that nobody reads.
  const isReady = useClock().isLive;

  const report = (reason: Failure | null) => {
    setFailure(reason);
    onFailure?.(reason);
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    report(null);
    try {
      const session = readFragment(AccountForm_session, await onSubmit());
      if (session === null) return setBusy(false);
      keepAccessToken(session.accessToken);
      await leavePush();
      if (session.viewer.status === "FIELDS_MISSING") return location.assign(SUPPLEMENTARY_PATH);
      // Who can only read for now learns it here, not at the first refusal.
      if (session.viewer.status !== "NORMAL") return location.assign(STATUS_PATH);
      if (session.viewer.needsSecondFactor) return location.assign(SECOND_FACTOR_PATH);
      if (session.isReopened) return location.assign(REOPENED_PATH);
      returnToAddress(next ?? back);
    } catch (error) {
      report(errorOf(error));
      setBusy(false);
    }
  };

  return (
    <section className={`card ${classes.card}`}>
      <h1 className={classes.title}>{title}</h1>
      <p className={purpose ? classes.purpose : classes.lead}>{purpose ?? lead}</p>
      {head}
      <form method="post" className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
        {children}
        {failure && (
          <p className={classes.failure} role="alert">
            {failure.message}
          </p>
        )}
        <Button type="submit" variant="primary" size="lg" fullWidth loading={isBusy} disabled={!isReady}>
          {button}
        </Button>
      </form>
      {foot && <p className={classes.foot}>{foot}</p>}
    </section>
  );
}
