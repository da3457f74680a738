import "@mantine/core/styles/Input.layer.css";
import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/Radio.layer.css";
import { Radio } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { errorOf } from "../../../apollo/errors.ts";
import { graphql } from "../../../gql/gql.ts";
import type { ReportReason } from "../../../gql/graphql.ts";
import { useReportContentMutation, useReportMessageMutation } from "../../../gql/hooks.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { Button } from "../../../ui/Button.tsx";
import { MantineScope } from "../../../ui/MantineScope.tsx";
import { Sheet } from "../../../ui/Sheet.tsx";
import { Textarea } from "../../../ui/Textarea.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { useWhileMounted } from "../../../ui/useWhileMounted.ts";
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

/** Subject of a report: a thread, a reply or comment, a member, or a private message. */
export type ReportTarget =
  { threadId: string } | { postId: string } | { userId: string } | { messageId: string };

interface Props {
  target: ReportTarget;
  onClose(): void;
}

interface Values {
  reason: ReportReason | null;
  detail: string;
}

/** Asks for a reason and sends the report to the moderators. What was typed stays if it could not be sent. */
export function ReportDialog({ target, onClose }: Props) {
  const t = useTexts(reportTexts);
  const ofPrivate = useTexts(privateReportTexts);
  const [failure, setFailure] = useState<string | null>(null);
  const send = useSendReport(target);
  const closeOwn = useWhileMounted(onClose);
  const form = useForm<Values>({
    initialValues: { reason: null, detail: "" },
    validate: {
      reason: (reason) => (reason ? null : t.why),
      detail: (detail, { reason }) => (reason === "OTHER" && detail.trim() === "" ? t.detailNeeded : null),
    },
    onValuesChange: () => setFailure(null),
  });
  const { reason, detail } = form.values;

  const report = async (values: Values): Promise<void> => {
    if (form.submitting) return;
    try {
      await send({ reason: values.reason!, detail: values.detail.trim() });
      showToast({ type: "success", message: t.sent });
      closeOwn();
    } catch (error) {
      setFailure(errorOf(error).message);
    }
  };

  return (
    <Sheet title={t.title} onClose={onClose}>
      <MantineScope>
        <form className={classes.form} onSubmit={(event) => form.onSubmit(report)(event)}>
          {"messageId" in target && <p className={classes.note}>{ofPrivate.privateNote}</p>}
          <Reasons
            value={reason}
            onValue={(value) => {
              form.setFieldValue("reason", value);
              form.clearFieldError("detail");
            }}
          />
          <Textarea
            aria-label={t.detail}
            placeholder={reason === "OTHER" ? t.detailNeeded : t.detailHint}
            value={detail}
            onValue={(text) => form.setFieldValue("detail", text)}
            aria-invalid={form.errors["detail"] ? true : undefined}
            maxLength={DETAIL_MAX}
            showsCount
            rows={3}
          />
          <p className={classes.error} role="alert">
            {failure ?? form.errors["reason"] ?? form.errors["detail"]}
          </p>
          <div className={classes.buttons}>
            <Button onClick={onClose}>{t.cancel}</Button>
            <Button type="submit" variant="primary" loading={form.submitting}>
              {t.send}
            </Button>
          </div>
        </form>
      </MantineScope>
    </Sheet>
  );
}

interface ReasonsProps {
  value: ReportReason | null;
  onValue: (reason: ReportReason) => void;
}

function Reasons({ value, onValue }: ReasonsProps) {
  const t = useTexts(reportTexts);
  return (
    <Radio.Group
      name="reason"
      label={t.why}
      classNames={{ label: classes.legend! }}
      value={value}
      onChange={(reason) => onValue(reason as ReportReason)}
    >
      <div className={classes.reasons}>
        {REASONS.map((reason) => (
          <Radio
            key={reason}
            value={reason}
            label={t[reason]}
            classNames={{ root: classes.reason!, body: classes.body!, label: classes.label! }}
          />
        ))}
      </div>
    </Radio.Group>
  );
}

/** Sends a report of public content, or of a private message. */
function useSendReport(target: ReportTarget) {
  const [reportContent] = useReportContentMutation();
  const [reportMessage] = useReportMessageMutation();
  return async (why: { reason: ReportReason; detail: string }): Promise<void> => {
    if ("messageId" in target) await reportMessage({ variables: { input: { ...target, ...why } } });
    else await reportContent({ variables: { input: { ...target, ...why } } });
  };
}
