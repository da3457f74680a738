import { useState } from "react";
import { useTexts } from "../../i18n/texts.ts";
import { useClock } from "../../platform/clock.tsx";
import { ChoiceChips } from "../../ui/ChoiceChips.tsx";
import { TimeField } from "../../ui/Field.tsx";
import { fullTimeText } from "../../ui/timeText.ts";
import { bookmarkTexts } from "./bookmark.texts.ts";
import classes from "./bookmarks.module.css";
import { REMINDER_CHOICES, type ReminderChoice, reminderTime } from "./reminderTimes.ts";

interface Props {
  /** The time that is set now; null for none. */
  before: string | null;
  time: string | null;
  error: string | null;
  /** @param isOwn true if the member types the time */
  onTime(time: string | null, isOwn: boolean): void;
}

/** Fields of a reminder: one of a few times, or one of the member's own. */
export function ReminderFields({ before, time, error, onTime }: Props) {
  const t = useTexts(bookmarkTexts);
  const { now } = useClock();
  const [choice, setChoice] = useState<ReminderChoice>(before === null ? "none" : "own");
  const possible = REMINDER_CHOICES.filter((each) => each !== "tonight" || reminderTime(each, now) !== null);

  const choose = (value: string) => {
    const chosen = value as ReminderChoice;
    setChoice(chosen);
    const isOwn = chosen === "own";
    onTime(isOwn ? before : (reminderTime(chosen, now)?.toISOString() ?? null), isOwn);
  };
  return (
    <ChoiceChips
      label={t.reminder}
      value={choice}
      onValue={choose}
      chips={possible.map((value) => ({ value, label: t[value] }))}
    >
      {choice === "own" ? (
        <div className={classes.own}>
          <TimeField
            label={t.time}
            value={time}
            error={error}
            onValue={(typed) => onTime(typed, true)}
            required
          />
        </div>
      ) : (
        time !== null && <p className={classes.hint}>{fullTimeText(new Date(time))}</p>
      )}
    </ChoiceChips>
  );
}
