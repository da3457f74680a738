import { type FormEvent, useRef, useState } from "react";
import { errorOf } from "../../../apollo/errors.ts";
import { graphql } from "../../../gql/gql.ts";
import type { ReportReason } from "../../../gql/graphql.ts";
import { useReportContentMutation, useReportMessageMutation } from "../../../gql/hooks.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { Button } from "../../../ui/Button.tsx";
import { Sheet, type SheetHandle } from "../../../ui/Sheet.tsx";
import { Textarea } from "../../../ui/Textarea.tsx";
import { showToast } from "../../../ui/toast.tsx";
import classes from "./ReportDialog.module.css";
import { privateReportTexts } from "./privateReport.texts.ts";
import { reportTexts } from "./report.texts.ts";

graphql(`
  mutation ReportContent($input: ReportContentInput!) {
    reportContent(input: $input) {
      id
    }
  }
`);
graphql(`
  mutation ReportMessage($input: ReportMessageInput!) {
    reportMessage(input: $input) {
      id
    }
  }
`);

/** Reasons in the order in which they are offered (legacy-facts 6.1). */
export const REASONS = [
  "SPAM",
  "ILLEGAL",
  "FLOODING",
  "DUPLICATE",
  "OTHER",
] as const satisfies ReportReason[];
/** Longest explanation, in characters (legacy-facts 6.1). */
export const DETAIL_MAX = 450;

/** What is reported: a thread, a reply or comment, a member, or a private message. */
export type ReportTarget =
  { threadId: string } | { postId: string } | { userId: string } | { messageId: string };

interface Props {
  target: ReportTarget;
  onClose(): void;
}

/** Asks why, and tells the moderators. What was typed stays if it could not be sent. */
export function ReportDialog({ target, onClose }: Props) {
  const t = useTexts(reportTexts);
  const ofPrivate = useTexts(privateReportTexts);
  const dialog = useRef<SheetHandle>(null);
  const [reason, setReason] = useState<ReportReason | null>(null);
  const [detail, setDetail] = useState("");
  const [error, setError] = useState<string | null>(null);
  const [send, { loading: isSending }] = useReportContentMutation();
  const [sendMessage, { loading: isSendingMessage }] = useReportMessageMutation();
  const loading = isSending || isSendingMessage;
  const isPrivate = "messageId" in target;
  const close = () => dialog.current?.close();

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (loading) return;
    if (!reason) return setError(t.why);
    if (reason === "OTHER" && detail.trim() === "") return setError(t.detailNeeded);
    try {
      const why = { reason, detail: detail.trim() };
      if (isPrivate) await sendMessage({ variables: { input: { ...target, ...why } } });
      else await send({ variables: { input: { ...target, ...why } } });
      showToast({ type: "success", message: t.sent });
      close();
    } catch (thrown) {
      setError(errorOf(thrown).message);
    }
  }

  return (
    <Sheet ref={dialog} title={t.title} onClose={onClose}>
      <form className={classes.form} onSubmit={(event) => void submit(event)}>
        {isPrivate && <p className={classes.note}>{ofPrivate.privateNote}</p>}
        <fieldset className={classes.reasons}>
          <legend>{t.why}</legend>
          {REASONS.map((each) => (
            <label key={each} className={classes.reason}>
              <input
                type="radio"
                name="reason"
                value={each}
                checked={reason === each}
                onChange={() => {
                  setReason(each);
                  setError(null);
                }}
              />
              {t[each]}
            </label>
          ))}
        </fieldset>
        <Textarea
          aria-label={t.detail}
          placeholder={reason === "OTHER" ? t.detailNeeded : t.detailHint}
          value={detail}
          onValue={(text) => {
            setDetail(text);
            setError(null);
          }}
          maxLength={DETAIL_MAX}
          showsCount
          rows={3}
        />
        <p className={classes.error} role="alert">
          {error}
        </p>
        <div className={classes.buttons}>
          <Button onClick={close}>{t.cancel}</Button>
          <Button type="submit" variant="primary" loading={loading}>
            {t.send}
          </Button>
        </div>
      </form>
    </Sheet>
  );
}
