import { type FormEvent, type ReactNode, useState } from "react";
import { errorOf, type Failure } from "../../apollo/errors.ts";
import { useTexts } from "../../i18n/texts.ts";
import { PageHead } from "../../layout/PageHead.tsx";
import { useClock } from "../../platform/clock.tsx";
import { Button } from "../../ui/Button.tsx";
import classes from "./AccountForm.module.css";
import { resetPasswordTexts } from "./resetPassword.texts.ts";

interface Props {
  lead: string;
  button: string;
  /** Sends what was typed. @throws what the server refuses */
  onSubmit: () => Promise<void>;
  onFailure?: (failure: Failure | null) => void;
  children: ReactNode;
  foot?: ReactNode;
}

/** A form on the way to a new password. */
export function ResetCard({ lead, button, onSubmit, onFailure, children, foot }: Props) {
  const t = useTexts(resetPasswordTexts);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const isReady = useClock().isLive;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setFailure(null);
    onFailure?.(null);
    try {
      await onSubmit();
    } catch (error) {
      setFailure(errorOf(error));
      onFailure?.(errorOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className={`card ${classes.card}`}>
      <PageHead title={t.title} noIndex />
      <h1 className={classes.title}>{t.title}</h1>
      <p className={classes.lead}>{lead}</p>
      <form method="post" className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
        {children}
        {failure && failure.field !== "password" && (
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
