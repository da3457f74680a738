import { useLocale } from "../i18n/texts.ts";
import { useClock } from "../platform/clock.tsx";
import { dateText, fullTimeText, relativeText } from "./timeText.ts";

/** Characters of a UTC time up to its seconds: what follows is for programs that sort. */
const UP_TO_SECONDS = 19;

/** A moment as people say it ("3 小时前"); exact on hover, and for machines in the element. */
export function Time({ value, className }: { value: string; className?: string }) {
  const { now, isLive } = useClock();
  const locale = useLocale();
  const time = new Date(value);
  return (
    <time
      dateTime={`${value.slice(0, UP_TO_SECONDS)}Z`}
      className={className}
      title={isLive ? fullTimeText(time) : undefined}
    >
      {relativeText(time, now, locale) ?? dateText(time, now, isLive)}
    </time>
  );
}
