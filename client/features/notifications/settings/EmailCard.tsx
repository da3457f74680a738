import { type FormEvent, useState } from "react";
import type { DigestFrequency } from "../../../gql/graphql.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { commonTexts } from "../../../i18n/common.texts.ts";
import { useAct } from "../../../ui/act.ts";
import { Button } from "../../../ui/Button.tsx";
import { useConfirm } from "../../../ui/confirm.tsx";
import { Field } from "../../../ui/Field.tsx";
import { Select } from "../../../ui/Select.tsx";
import classes from "./NotificationSettings.module.css";
import { notificationSettingsTexts } from "./notificationSettings.texts.ts";

/** Address that mails go to; all null for a member who has given none. */
export interface EmailAddress {
  address: string | null;
  pending: string | null;
  /** Mails came back, so none are sent. */
  isSuppressed: boolean;
}

interface Props {
  email: EmailAddress;
  /** Null where the digest is not chosen. */
  digest: DigestFrequency | null;
  /** Sends the mail that confirms an address. @throws what the server refuses */
  onAddress: (address: string) => Promise<unknown>;
  onRemove: () => Promise<unknown>;
  onDigest: (digest: DigestFrequency) => void;
}

const DIGESTS: readonly DigestFrequency[] = ["OFF", "DAILY", "WEEKLY"];

/** The e-mail address of a member, from being given to being confirmed, and the digest that goes there. */
export function EmailCard({ email, digest, onAddress, onRemove, onDigest }: Props) {
  const t = useTexts(notificationSettingsTexts);
  const { address, pending } = email;
  const [isChanging, setChanging] = useState(false);
  const [draft, setDraft] = useState("");
  const { act, isBusy } = useAct();
  const [error, setError] = useState<string | null>(null);
  const asks = isChanging || (address === null && pending === null);

  const send = async (to: string) => {
    setError(null);
    await act(
      async () => {
        await onAddress(to);
        setChanging(false);
        setDraft("");
      },
      {
        done: t.emailSent,
        failed(failure) {
          // What was typed stands there, and beside it why it did not work.
          if (asks) setError(failure.message);
          return asks || undefined;
        },
      },
    );
  };

  return (
    <section
      className={`card ${classes.card}`}
      id="notifications-email"
      aria-labelledby="notifications-email-title"
    >
      <h2 id="notifications-email-title" className={classes.title}>
        {t.emailTitle}
      </h2>
      {asks ? (
        <AddressForm
          draft={draft}
          error={error}
          isBusy={isBusy}
          onDraft={setDraft}
          onSend={(to) => void send(to)}
          onCancel={isChanging ? () => setChanging(false) : null}
        />
      ) : (
        <AddressLine
          email={email}
          isBusy={isBusy}
          onAgain={(to) => void send(to)}
          onChange={() => setChanging(true)}
          onRemove={() => void act(onRemove, { done: t.emailRemoved })}
        />
      )}
      {address !== null && digest !== null && <DigestLine digest={digest} onDigest={onDigest} />}
    </section>
  );
}

interface AddressFormProps {
  draft: string;
  error: string | null;
  isBusy: boolean;
  onDraft: (draft: string) => void;
  onSend: (address: string) => void;
  /** Null for a member who has no address to go back to. */
  onCancel: (() => void) | null;
}

function AddressForm({ draft, error, isBusy, onDraft, onSend, onCancel }: AddressFormProps) {
  const t = useTexts(notificationSettingsTexts);
  const common = useTexts(commonTexts);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy && draft.trim() !== "") onSend(draft.trim());
  };
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <Field
        label={t.email}
        hint={t.emailNone}
        error={error}
        value={draft}
        onValue={onDraft}
        type="email"
        autoComplete="email"
        inputMode="email"
        trim
      />
      <div className={classes.buttons}>
        <Button type="submit" variant="primary" loading={isBusy}>
          {t.emailSave}
        </Button>
        {onCancel && <Button onClick={onCancel}>{common.cancel}</Button>}
      </div>
    </form>
  );
}

interface AddressLineProps {
  email: EmailAddress;
  isBusy: boolean;
  onAgain: (address: string) => void;
  onChange: () => void;
  onRemove: () => void;
}

function AddressLine({ email, isBusy, onAgain, onChange, onRemove }: AddressLineProps) {
  const t = useTexts(notificationSettingsTexts);
  const confirm = useConfirm();
  const { address, pending, isSuppressed } = email;
  const remove = async () => {
    const question = { title: t.emailRemoveQuestion, text: t.emailRemoveText, action: t.emailRemove };
    if (await confirm({ ...question, danger: true })) onRemove();
  };
  return (
    <div className={classes.line}>
      <div>
        {address !== null && (
          <p className={`${classes.name} ${classes.address}`}>
            {address}
            {!isSuppressed && <span className={classes.badge}>{t.emailVerified}</span>}
          </p>
        )}
        {isSuppressed && <p className={classes.warning}>{t.emailSuppressed}</p>}
        {pending !== null && (
          <p className={`${classes.hint} ${classes.address}`} role="status">
            {t.emailPending(pending)}
          </p>
        )}
      </div>
      <div className={classes.buttons}>
        {pending !== null && (
          <Button loading={isBusy} onClick={() => onAgain(pending)}>
            {t.emailAgain}
          </Button>
        )}
        <Button onClick={onChange}>{t.emailChange}</Button>
        <Button onClick={() => void remove()}>{t.emailRemove}</Button>
      </div>
    </div>
  );
}

interface DigestProps {
  digest: DigestFrequency;
  onDigest: (digest: DigestFrequency) => void;
}

function DigestLine({ digest, onDigest }: DigestProps) {
  const t = useTexts(notificationSettingsTexts);
  return (
    <div className={classes.line}>
      <div>
        <p className={classes.name}>{t.digest}</p>
        <p className={classes.hint}>{t.digestHint}</p>
      </div>
      <Select
        className={classes.select}
        label={t.digest}
        hideLabel
        value={digest}
        choices={DIGESTS.map((value) => ({ value, label: t[value] }))}
        onValue={(value) => onDigest(value as DigestFrequency)}
      />
    </div>
  );
}
