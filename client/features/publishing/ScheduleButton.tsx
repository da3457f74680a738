import { lazy, Suspense, useState } from "react";
import { useNavigate } from "react-router-dom";
import { errorOf } from "../../apollo/errors.ts";
import { graphql } from "../../gql/gql.ts";
import { useRescheduleMutation, useScheduleThreadMutation } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { useViewer } from "../../session/useViewer.ts";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/Button.tsx";
import { IconClock } from "../../ui/icons.tsx";
import { showToast } from "../../ui/toast.tsx";
import type { Captcha } from "../captcha/useCaptcha.ts";
import { EMPTY_DRAFT } from "../drafts/localDraft.ts";
import { schedulingTexts } from "../drafts/scheduling.texts.ts";
import type { DraftSchedule } from "../drafts/storedDraft.ts";
import type { Draft } from "../drafts/useDraft.ts";
import { useTimeText } from "../drafts/useTimeText.ts";
import classes from "./ThreadForm.module.css";
import type { ThreadFormState } from "./useThreadForm.ts";
import type { ThreadInput } from "./useThreadInput.ts";

graphql(`
  mutation ScheduleThread($input: ScheduleThreadInput!) {
    scheduleThread(input: $input) {
      id
      publishAt
    }
  }
`);

const ScheduleDialog = lazy(() =>
  import("../drafts/ScheduleDialog.tsx").then((module) => ({ default: module.ScheduleDialog })),
);

/** List of drafts among the member's own pages. */
const DRAFTS_PATH = "/my?tab=drafts";
const ICON_PX = 16;

interface Props {
  form: ThreadFormState;
  input: ThreadInput;
  captcha: Captcha;
}

/** Button that has the thread published later; absent while the thread comes with what has to be paid at once. */
export function ScheduleButton({ form, input, captcha }: Props) {
  const { viewer } = useViewer();
  const t = useTexts(schedulingTexts);
  const timeText = useTimeText();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [schedule] = useScheduleThreadMutation();
  const { content, draft } = form;
  const before = draft.schedule?.publishAt ?? null;
  const { redPacket, bounty, question } = input.giftsOf(content);
  if (redPacket || bounty || question) return null;

  const send = (publishAt: string) =>
    form.send(async (ready, draftId) => {
      try {
        const proof = await captcha.take();
        const thread = { ...input.of(ready, draftId), captcha: proof };
        await schedule({
          variables: { input: { thread, publishAt } },
          context: { draftKey: `${viewer?.id ?? "-"}:schedule:${draftId ?? "new"}` },
          // Lists of drafts that were read before do not know its time.
          update: (cache) => void cache.evict({ fieldName: "drafts" }),
        });
      } catch (thrown) {
        const { field, message } = errorOf(thrown);
        if (field?.includes("publishAt")) {
          setError(message);
          return null;
        }
        // The form says what is wrong.
        setOpen(false);
        throw thrown;
      }
      showToast({ type: "success", message: t.scheduled(timeText(publishAt)) });
      return () => void navigate(DRAFTS_PATH, { replace: true });
    });
  return (
    <>
      <Button
        size="lg"
        aria-haspopup="dialog"
        onClick={() => form.check() && input.isReady(content) && setOpen(true)}
      >
        {before === null ? t.schedule : t.anotherTime}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <ScheduleDialog
            before={before}
            error={error}
            isBusy={form.isSending}
            onTime={(publishAt) => void send(publishAt)}
            onChange={() => setError(null)}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}

/** Says when the draft in the form will be published, and offers to make it a plain draft; or why it was not published. */
export function ScheduleNotice({ draft, schedule }: { draft: Draft; schedule: DraftSchedule }) {
  const t = useTexts(schedulingTexts);
  const timeText = useTimeText();
  const { act, isBusy } = useAct();
  const [reschedule] = useRescheduleMutation();
  const { publishAt, problem } = schedule;

  const takeBack = () =>
    act(
      async () => {
        await draft.flush();
        const id = draft.serverId()!;
        await reschedule({ variables: { id, publishAt: null } });
        await draft.open(id, EMPTY_DRAFT);
      },
      { done: t.isDraft },
    );
  if (publishAt !== null) {
    return (
      <div className={classes.unfinished} role="status">
        <span className={classes.scheduled}>
          <IconClock size={ICON_PX} className={classes.clock} aria-hidden="true" />{" "}
          <strong>{t.scheduledFor(timeText(publishAt))}</strong> {t.scheduledHint}
        </span>
        <Button size="sm" loading={isBusy} onClick={() => void takeBack()}>
          {t.backToDraft}
        </Button>
      </div>
    );
  }
  return problem === null ? null : (
    <div className={classes.refused} role="status">
      <strong>{t.refused(problem)}</strong> {t.refusedHint}
    </div>
  );
}
