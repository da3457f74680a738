import { type FormEvent, type ReactNode, useState } from "react";
import { errorOf, type Failure } from "../../apollo/errors.ts";
import { useClock } from "../../platform/clock.tsx";
import { Button } from "../../ui/Button.tsx";
import { followSession, type NewSession } from "./followSession.ts";
import { usePurpose } from "./purpose.ts";
import { useNextAddress } from "./useNextAddress.ts";
import classes from "./AccountForm.module.css";

interface Props {
  title: string;
  /** Address to go to afterwards, if not back. */
  next?: string;
  lead: string;
  /** Choice between forms, above this one. */
  head?: ReactNode;
  button: string;
  /** Signs in; null if something is missing and the form says so. */
  onSubmit: () => Promise<NewSession | null>;
  /** Hears what the server refused, so that fields can show it. */
  onFailure?: (failure: Failure | null) => void;
  children: ReactNode;
  /** Other ways, below the form. */
  after?: ReactNode;
  foot?: ReactNode;
}

/** A form that ends in a session: afterwards it goes back to where a sign-in was needed. */
export function AccountForm(props: Props) {
  const { title, next, lead, head, button, onSubmit, onFailure, children, after, foot } = props;
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
      const session = await onSubmit();
      if (session === null) return setBusy(false);
      await followSession(session, next ?? back);
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
      {after}
      {foot && <p className={classes.foot}>{foot}</p>}
    </section>
  );
}
