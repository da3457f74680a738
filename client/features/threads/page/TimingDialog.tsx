import { type FormEvent, useState } from "react";
import { graphql } from "../../../gql/gql.ts";
import type { TimingDialogQuery } from "../../../gql/graphql.ts";
import {
  useSetThreadClosingMutation,
  useSetThreadSlowModeMutation,
  useTimingDialogQuery,
} from "../../../gql/hooks.ts";
import { commonTexts } from "../../../i18n/common.texts.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { useClock } from "../../../platform/clock.tsx";
import { useAct } from "../../../ui/act.ts";
import { Button } from "../../../ui/Button.tsx";
import { ChoiceChips } from "../../../ui/ChoiceChips.tsx";
import { TimeField } from "../../../ui/Field.tsx";
import { QueryView } from "../../../ui/QueryView.tsx";
import { Select } from "../../../ui/Select.tsx";
import { Sheet } from "../../../ui/Sheet.tsx";
import type { ThreadDialogProps } from "./MoveDialog.tsx";
import classes from "./ThreadStaffDialogs.module.css";
import { timingTexts } from "./timing.texts.ts";

graphql(`
  query TimingDialog($id: ID!) {
    thread(id: $id) {
      id
      lockedAt
      closesAt
      closesAfterDays
      slowModeSeconds
    }
  }
`);
graphql(`
  mutation SetThreadClosing($threadId: ID!, $at: DateTimeISO, $afterDays: Int) {
    setThreadClosing(threadId: $threadId, at: $at, afterDays: $afterDays) {
      id
      closesAt
      closesAfterDays
    }
  }
`);
graphql(`
  mutation SetThreadSlowMode($threadId: ID!, $seconds: Int!) {
    setThreadSlowMode(threadId: $threadId, seconds: $seconds) {
      id
      slowModeSeconds
      viewerMayReplyAt
    }
  }
`);

const KINDS = ["none", "time", "days"] as const;
type Kind = (typeof KINDS)[number];
const YEAR_MS = 366 * 86_400_000;
/** Days without a reply, and pauses in seconds, from which moderators choose. */
const DAYS = [1, 3, 7, 14, 30, 90, 180, 365] as const;
const PAUSES = [0, 60, 300, 900, 3600, 21_600, 86_400, 604_800] as const;

/** Adds a value that was set elsewhere to those from which moderators choose. */
const withOwn = (choices: readonly number[], own: number): number[] =>
  [...new Set([...choices, own])].sort((a, b) => a - b);

/** Plans when a thread is locked by itself, and sets how long members wait between two replies. */
export function TimingDialog({ thread, onClose }: ThreadDialogProps) {
  const t = useTexts(timingTexts);
  const query = useTimingDialogQuery({ variables: { id: thread.id }, fetchPolicy: "network-only" });
  return (
    <Sheet title={t.title} onClose={onClose}>
      <QueryView query={query}>{(data) => <TimingForm thread={data.thread} onClose={onClose} />}</QueryView>
    </Sheet>
  );
}

interface FormProps {
  thread: NonNullable<TimingDialogQuery["thread"]>;
  onClose: () => void;
}

function TimingForm({ thread, onClose }: FormProps) {
  const t = useTexts(timingTexts);
  const common = useTexts(commonTexts);
  const { now } = useClock();
  const { closesAt, closesAfterDays, slowModeSeconds } = thread;
  const [kind, setKind] = useState<Kind>(closesAfterDays ? "days" : closesAt ? "time" : "none");
  const [time, setTime] = useState(closesAfterDays ? null : (closesAt ?? null));
  const [days, setDays] = useState(String(closesAfterDays ?? 7));
  const [pause, setPause] = useState(String(slowModeSeconds));
  const { act, isBusy } = useAct();
  const [setClosing] = useSetThreadClosingMutation();
  const [setSlowMode] = useSetThreadSlowModeMutation();

  const isPossible = time !== null && Date.parse(time) > now && Date.parse(time) <= now + YEAR_MS;
  const error = time !== null && !isPossible ? t.wrongTime : null;
  const plan = {
    at: kind === "time" ? time : null,
    afterDays: kind === "days" ? Number(days) : null,
  };
  const isPlanChanged = {
    none: Boolean(closesAt),
    time: Boolean(closesAfterDays) || time !== closesAt,
    days: plan.afterDays !== closesAfterDays,
  }[kind];

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (kind === "time" && !isPossible) return;
    void act(
      async () => {
        const threadId = thread.id;
        if (!thread.lockedAt && isPlanChanged) await setClosing({ variables: { threadId, ...plan } });
        const seconds = Number(pause);
        if (seconds !== slowModeSeconds) await setSlowMode({ variables: { threadId, seconds } });
        onClose();
      },
      { done: t.saved },
    );
  };
  return (
    <form className={classes.form} onSubmit={submit}>
      {thread.lockedAt ? (
        <p>{t.isLocked}</p>
      ) : (
        <ClosingFields
          kind={kind}
          time={time}
          days={days}
          error={error}
          onKind={setKind}
          onTime={setTime}
          onDays={setDays}
        />
      )}
      <Select
        label={t.slowMode}
        value={pause}
        onValue={setPause}
        choices={withOwn(PAUSES, slowModeSeconds).map((each) => ({
          value: String(each),
          label: t.pause(each),
        }))}
      />
      <div className={classes.buttons}>
        <Button onClick={onClose}>{common.cancel}</Button>
        <Button type="submit" variant="primary" loading={isBusy}>
          {t.save}
        </Button>
      </div>
    </form>
  );
}

interface ClosingProps {
  kind: Kind;
  time: string | null;
  days: string;
  /** Fault of the time. */
  error: string | null;
  onKind: (kind: Kind) => void;
  onTime: (time: string | null) => void;
  onDays: (days: string) => void;
}

/** Fields for when the thread is locked by itself. */
function ClosingFields({ kind, time, days, error, onKind, onTime, onDays }: ClosingProps) {
  const t = useTexts(timingTexts);
  return (
    <>
      <ChoiceChips
        label={t.lock}
        value={kind}
        onValue={(chosen) => onKind(KINDS.find((each) => each === chosen) ?? "none")}
        chips={KINDS.map((each) => ({ value: each, label: t[each] }))}
      />
      {kind === "time" && (
        <TimeField
          label={t.time}
          hint={t.zone(Intl.DateTimeFormat().resolvedOptions().timeZone)}
          value={time}
          onValue={onTime}
          error={error}
          required
        />
      )}
      {kind === "days" && (
        <Select
          label={t.withoutReply}
          value={days}
          onValue={onDays}
          choices={withOwn(DAYS, Number(days)).map((each) => ({
            value: String(each),
            label: t.dayCount(each),
          }))}
        />
      )}
    </>
  );
}
