import { useLocale } from "../i18n/texts.ts";
import { useClock } from "../platform/clock.tsx";
import { dateText, fullTimeText, relativeText } from "./timeText.ts";

/** A moment as people say it ("3 小时前"); exact on hover, and for machines in the element. */
export function Time({ value, className }: { value: string; className?: string }) {
  const { now, isLive } = useClock();
  const locale = useLocale();
  const time = new Date(value);
  return (
    <time dateTime={value} className={className} title={isLive ? fullTimeText(time) : undefined}>
      {relativeText(time, now, locale) ?? dateText(time, now, isLive)}
    </time>
  );
}
