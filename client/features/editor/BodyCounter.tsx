import { useTexts } from "../../i18n/texts.ts";
import { editorTexts } from "./editor.texts.ts";
import classes from "./BodyCounter.module.css";

/** A text must be shorter than this, in characters (the predecessor's MAX_COUNT). */
export const BODY_LIMIT = 50_000;
/** From this part of the limit on the length shows. */
export const COUNTER_FROM = 0.8;

/** The length of a text in characters, as the server counts. */
export function lengthOfBody(text: string): number {
  // Most texts are far from the limit: counting them would cost each key a walk through the whole text.
  if (text.length < BODY_LIMIT * COUNTER_FROM) return text.length;
  let length = 0;
  for (const _ of text) length++;
  return length;
}

/** Shows the length of a text beside its limit once it comes near it; nothing before. */
export function BodyCounter({ text }: { text: string }) {
  const t = useTexts(editorTexts);
  const length = lengthOfBody(text);
  if (length < BODY_LIMIT * COUNTER_FROM) return null;
  const isOver = length >= BODY_LIMIT;
  return (
    <p
      className={classes.counter}
      data-over={isOver ? "" : undefined}
      title={t.counter(length, BODY_LIMIT - 1)}
    >
      <span role={isOver ? "alert" : undefined}>
        {length.toLocaleString()} / {BODY_LIMIT.toLocaleString()}
      </span>
    </p>
  );
}
