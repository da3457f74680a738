import { type FormEvent, useState } from "react";
import { useTexts } from "../../../i18n/texts.ts";
import { Button } from "../../../ui/Button.tsx";
import { Sheet } from "../../../ui/Sheet.tsx";
import classes from "./JumpSheet.module.css";
import { readingTexts } from "./reading.texts.ts";

interface Props {
  current: number;
  last: number;
  /** The first reply that was not read before this visit; null if all were, or none. */
  unread: number | null;
  onGo(number: number): void;
  onClose(): void;
}

/** Goes anywhere in a thread: by number, by sliding, to the ends, to what is unread. At the bottom of phones. */
export function JumpSheet({ current, last, unread, onGo, onClose }: Props) {
  const t = useTexts(readingTexts);
  const [number, setNumber] = useState(Math.max(1, current));
  const [text, setText] = useState(String(Math.max(1, current)));
  // On phones the keys of the screen would cover the slider.
  const [hasKeyboard] = useState(() => matchMedia("(pointer: fine)").matches);
  const choose = (next: number) => {
    setNumber(next);
    setText(String(next));
  };
  const go = (target: number) => {
    onClose();
    onGo(Math.min(last, Math.max(1, target)));
  };
  function submit(event: FormEvent): void {
    event.preventDefault();
    const typed = Number(text);
    if (Number.isInteger(typed) && typed > 0) go(typed);
  }

  return (
    <Sheet
      title={t.jumpTitle}
      actions={<span className={classes.of}>{t.position(number, last)}</span>}
      onClose={onClose}
    >
      <form className={classes.form} onSubmit={submit}>
        <input
          type="range"
          data-autofocus={hasKeyboard ? undefined : true}
          min={1}
          max={last}
          value={number}
          aria-label={t.timeline}
          aria-valuetext={t.position(number, last)}
          onChange={(event) => choose(Number(event.target.value))}
        />
        <div className={classes.row}>
          <input
            data-autofocus={hasKeyboard ? true : undefined}
            className={classes.number}
            inputMode="numeric"
            pattern="[0-9]*"
            aria-label={t.jumpTitle}
            value={text}
            onFocus={(event) => event.target.select()}
            onChange={(event) => {
              setText(event.target.value.replace(/\D/g, ""));
              const typed = Number(event.target.value);
              if (typed >= 1 && typed <= last) setNumber(typed);
            }}
          />
          <Button type="submit" variant="primary">
            {t.jump}
          </Button>
        </div>
        <div className={classes.ends}>
          <Button size="sm" onClick={() => go(1)}>
            {t.start}
          </Button>
          {unread !== null && (
            <Button size="sm" onClick={() => go(unread)}>
              {t.unread}
            </Button>
          )}
          <Button size="sm" onClick={() => go(last)}>
            {t.end}
          </Button>
        </div>
      </form>
    </Sheet>
  );
}
