import { type FormEvent, useState } from "react";
import { graphql } from "../../gql/gql.ts";
import { useEditPollMutation } from "../../gql/hooks.ts";
import { commonTexts } from "../../i18n/common.texts.ts";
import { useTexts } from "../../i18n/texts.ts";
import { useClock } from "../../platform/clock.tsx";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/Button.tsx";
import { Sheet } from "../../ui/Sheet.tsx";
import type { ShownPoll } from "./PollCard.tsx";
import { isPossibleEnd, OPTIONS_MIN, type PollDraft, pollPlanOf } from "./pollDraft.ts";
import classes from "./PollFields.module.css";
import { PollDetails } from "./PollFields.tsx";
import { pollFieldTexts } from "./pollFields.texts.ts";

graphql(`
  mutation EditPoll($threadId: ID!, $poll: PollInput!) {
    editPoll(threadId: $threadId, poll: $poll) {
      ...PollCard_poll
    }
  }
`);

interface Props {
  threadId: string;
  poll: ShownPoll;
  onClose(): void;
}

/** Changes a poll in which nobody has voted; the server refuses it once somebody has. */
export function EditPollSheet({ threadId, poll, onClose }: Props) {
  const t = useTexts(pollFieldTexts);
  const common = useTexts(commonTexts);
  const { now } = useClock();
  const { act, isBusy } = useAct();
  const [edit] = useEditPollMutation();
  const [draft, setDraft] = useState<PollDraft>(() => {
    const { title, kind, isSecret, resultsVisible, endsAt = null, options } = poll;
    return { title, kind, isSecret, resultsVisible, endsAt, options: options.map(({ text }) => text) };
  });
  const plan = pollPlanOf(draft, now);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!plan) return;
    const save = async () => {
      await edit({ variables: { threadId, poll: plan } });
      onClose();
    };
    void act(save, { done: t.saved });
  };
  return (
    <Sheet title={t.edit} onClose={onClose}>
      <form className={classes.poll} onSubmit={submit}>
        <PollDetails value={draft} onChange={(patch) => setDraft({ ...draft, ...patch })} />
        <p role="status">
          {plan || !isPossibleEnd(draft.endsAt, now) ? t.editHint : t.incomplete(OPTIONS_MIN)}
        </p>
        <Button type="submit" variant="primary" loading={isBusy} disabled={!plan}>
          {common.save}
        </Button>
      </form>
    </Sheet>
  );
}
