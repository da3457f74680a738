import { useClock } from "../../platform/clock.tsx";
import { dateText, fullTimeText } from "../../ui/timeText.ts";

/** Gives the words of a time to come: date and time in the zone of the browser, the date until that is known. */
export function useTimeText(): (time: string) => string {
  const { now, isLive } = useClock();
  return (time) => (isLive ? fullTimeText(new Date(time)) : dateText(new Date(time), now, false));
}
