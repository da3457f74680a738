import { type FormEvent, useState } from "react";
import { commonTexts } from "../../i18n/common.texts.ts";
import { useTexts } from "../../i18n/texts.ts";
import { useClock } from "../../platform/clock.tsx";
import { Button } from "../../ui/Button.tsx";
import { ChoiceChips } from "../../ui/ChoiceChips.tsx";
import { TimeField } from "../../ui/Field.tsx";
import { Sheet } from "../../ui/Sheet.tsx";
import { fullTimeText } from "../../ui/timeText.ts";
import classes from "./ScheduleDialog.module.css";
import { possibleChoices, type ScheduleChoice, scheduleMistake, scheduleTime } from "./scheduleTimes.ts";
import { schedulingTexts } from "./scheduling.texts.ts";

interface Props {
  /** The time that is set now; null for none. */
  before: string | null;
  /** Reason for which the server refused the time; null if it did not. */
  error: string | null;
  isBusy: boolean;
  onTime(publishAt: string): void;
  /** Runs when another time is chosen: what the server said is over. */
  onChange(): void;
  onClose(): void;
}

/** Asks when a thread is to be published: one of a few times, or one of the member's own. */
export function ScheduleDialog({ before, error, isBusy, onTime, onChange, onClose }: Props) {
  const t = useTexts(schedulingTexts);
  const common = useTexts(commonTexts);
  const { now } = useClock();
  const choices = possibleChoices(now);
  const [choice, setChoice] = useState<ScheduleChoice>(before === null ? choices[0]! : "own");
  const [own, setOwn] = useState(before);
  const isOwn = choice === "own";
  const time = isOwn ? own : scheduleTime(choice, now);
  const mistake = time === null ? null : scheduleMistake(time, now);
  const problem = error ?? (mistake && t[mistake]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The form of the thread, which may be around the dialog, is not sent.
    event.stopPropagation();
    if (time !== null && mistake === null && !isBusy) onTime(time);
  };
  return (
    <Sheet title={before === null ? t.title : t.anotherTimeTitle} onClose={onClose}>
      <form className={classes.form} onSubmit={submit}>
        <ChoiceChips
          label={t.when}
          value={choice}
          onValue={(value) => {
            onChange();
            setChoice(value as ScheduleChoice);
          }}
          chips={choices.map((value) => ({ value, label: t[value] }))}
        >
          {isOwn ? (
            <div className={classes.own}>
              <TimeField
                label={t.time}
                hint={t.timeHint}
                value={own}
                error={problem}
                onValue={(typed) => {
                  onChange();
                  setOwn(typed);
                }}
                required
              />
            </div>
          ) : (
            time !== null && <p className={classes.hint}>{fullTimeText(new Date(time))}</p>
          )}
        </ChoiceChips>
        {!isOwn && problem && (
          <p className={classes.error} role="alert">
            {problem}
          </p>
        )}
        <p className={classes.hint}>{t.note}</p>
        <div className={classes.buttons}>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" variant="primary" loading={isBusy}>
            {before === null ? t.confirm : t.saveTime}
          </Button>
        </div>
      </form>
    </Sheet>
  );
}
