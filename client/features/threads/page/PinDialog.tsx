import { type FormEvent, useState } from "react";
import { graphql } from "../../../gql/gql.ts";
import { usePinThreadForMutation } from "../../../gql/hooks.ts";
import { commonTexts } from "../../../i18n/common.texts.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { useAct } from "../../../ui/act.ts";
import { Button } from "../../../ui/Button.tsx";
import { ChoiceChips } from "../../../ui/ChoiceChips.tsx";
import { Sheet } from "../../../ui/Sheet.tsx";
import type { ThreadDialogProps } from "./MoveDialog.tsx";
import classes from "./ThreadStaffDialogs.module.css";
import { threadStaffTexts } from "./threadStaff.texts.ts";

graphql(`
  mutation PinThreadFor($threadId: ID!, $until: DateTimeISO!) {
    setThreadSticky(threadId: $threadId, sticky: true, until: $until) {
      id
      isSticky
      stickyUntil
    }
  }
`);

/** Lengths of a pin, in days. */
const DAYS = [1, 3, 7, 30] as const;
const DAY_MS = 86_400_000;

/** Pins a thread for some days. */
export function PinDialog({ thread, onClose }: ThreadDialogProps) {
  const t = useTexts(threadStaffTexts);
  const common = useTexts(commonTexts);
  const [days, setDays] = useState("7");
  const { act, isBusy } = useAct();
  const [pin] = usePinThreadForMutation();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const until = new Date(Date.now() + Number(days) * DAY_MS);
    void act(
      async () => {
        await pin({ variables: { threadId: thread.id, until: until.toISOString() } });
        onClose();
      },
      { done: t.pinned(until.toLocaleDateString()) },
    );
  };
  return (
    <Sheet title={t.pinTitle} onClose={onClose}>
      <form className={classes.form} onSubmit={submit}>
        <ChoiceChips
          label={t.duration}
          value={days}
          onValue={setDays}
          chips={DAYS.map((each) => ({ value: String(each), label: t.days(each) }))}
        />
        <div className={classes.buttons}>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" variant="primary" loading={isBusy}>
            {t.pinAction}
          </Button>
        </div>
      </form>
    </Sheet>
  );
}
