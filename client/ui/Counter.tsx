import classes from "./Field.module.css";
import { lengthOf } from "../platform/graphemes.ts";

/** "12/100": length of a text over the longest that is accepted, counted as people count. */
export function Counter({ text, max }: { text: string; max: number }) {
  const length = lengthOf(text);
  return (
    <span className={classes.counter} data-over={length > max || undefined}>
      {length}/{max}
    </span>
  );
}
