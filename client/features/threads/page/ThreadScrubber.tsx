import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { keyOf } from "../../../platform/inputMethod.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { useClock } from "../../../platform/clock.tsx";
import { dateText } from "../../../ui/timeText.ts";
import { type ReadingPlace, useCurrentNumber } from "../../reading/readingPlace.ts";
import { readingTexts } from "./reading.texts.ts";
import { POSTS_PER_PAGE, postHref, threadHref } from "../../reading/threadAddress.ts";
import classes from "./ThreadScrubber.module.css";

/** Keys may be pressed on so long before the thread goes there, in milliseconds. */
const SETTLE_MS = 400;

interface Props {
  id: string;
  last: number;
  createdAt: string;
  lastPostedAt: string;
  place: ReadingPlace;
}

/** The whole thread as a line: where the reader is, when it began and when it was last answered; drag it or use keys. */
export function ThreadScrubber({ id, last, createdAt, lastPostedAt, place }: Props) {
  const t = useTexts(readingTexts);
  const navigate = useNavigate();
  const { now } = useClock();
  const track = useRef<HTMLDivElement>(null);
  const current = useCurrentNumber(place, last);
  const { chosen, choose, go, goSoon } = useChosenNumber((number) => void navigate(postHref(id, number)));
  const shown = chosen ?? Math.max(1, Math.min(last, current));
  const share = last > 1 ? (shown - 1) / (last - 1) : 0;
  const date = (value: string) => dateText(new Date(value), now, true);

  function numberAt(event: PointerEvent): number {
    const { top, height } = track.current!.getBoundingClientRect();
    const part = Math.min(1, Math.max(0, (event.clientY - top) / height));
    return Math.round(1 + part * (last - 1));
  }
  function press(event: KeyboardEvent): void {
    const step = {
      ArrowDown: 1,
      ArrowRight: 1,
      ArrowUp: -1,
      ArrowLeft: -1,
      PageDown: POSTS_PER_PAGE,
      PageUp: -POSTS_PER_PAGE,
      Home: -last,
      End: last,
    }[keyOf(event)];
    if (keyOf(event) === "Enter" && chosen !== null) return go(chosen);
    if (keyOf(event) === "Escape") return choose(null);
    if (step === undefined) return;
    event.preventDefault();
    goSoon(Math.min(last, Math.max(1, shown + step)));
  }

  return (
    <nav className={`card ${classes.scrubber}`} aria-label={t.timeline}>
      <a className={classes.end} href={threadHref(id)}>
        {t.start} <span>{date(createdAt)}</span>
      </a>
      <div
        ref={track}
        className={classes.track}
        role="slider"
        tabIndex={0}
        aria-orientation="vertical"
        aria-label={t.timeline}
        aria-valuemin={1}
        aria-valuemax={last}
        aria-valuenow={shown}
        aria-valuetext={t.position(shown, last)}
        onKeyDown={press}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.preventDefault();
          event.currentTarget.focus({ preventScroll: true });
          event.currentTarget.setPointerCapture(event.pointerId);
          choose(numberAt(event));
        }}
        onPointerMove={(event) => chosen !== null && event.buttons > 0 && choose(numberAt(event))}
        onPointerUp={(event) => chosen !== null && go(numberAt(event))}
        onPointerCancel={() => choose(null)}
      >
        <span className={classes.done} style={{ height: `${share * 100}%` }} />
        <span
          className={classes.handle}
          style={{ top: `${share * 100}%` }}
          data-chosen={chosen !== null || undefined}
        >
          <span className={classes.count}>
            {shown} / {last}
          </span>
        </span>
      </div>
      <a className={classes.end} href={postHref(id, last)}>
        {t.end} <span>{date(lastPostedAt)}</span>
      </a>
    </nav>
  );
}

/** Keeps the number that somebody has in hand until the thread goes there: at once, or when no key is pressed any more. */
function useChosenNumber(onGo: (number: number) => void) {
  const [chosen, setChosen] = useState<number | null>(null);
  const settling = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(settling.current), []);

  function go(number: number): void {
    clearTimeout(settling.current);
    setChosen(null);
    onGo(number);
  }
  function goSoon(number: number): void {
    setChosen(number);
    clearTimeout(settling.current);
    settling.current = setTimeout(() => go(number), SETTLE_MS);
  }
  return { chosen, choose: setChosen, go, goSoon };
}
