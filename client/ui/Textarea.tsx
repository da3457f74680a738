import type { ComponentPropsWithRef } from "react";
import { Counter } from "./Counter.tsx";
import classes from "./Field.module.css";
import { useLimit } from "./useLimit.ts";

interface Props extends Omit<ComponentPropsWithRef<"textarea">, "value" | "onChange"> {
  value: string;
  onValue: (value: string) => void;
  /** Longest text that can be typed, in characters as people count them. */
  maxLength?: number;
  /** Shows "current/max" below; needs `maxLength`. */
  showsCount?: boolean;
}

/** Rows of a text field, unless it says otherwise. */
const ROWS = 4;

/** A field for several lines, each 25 px high (spec §9), with an optional counter. */
export function Textarea(props: Props) {
  const { value, onValue, maxLength, showsCount, className = "", rows = ROWS, ...rest } = props;
  const limit = useLimit(value, onValue, maxLength);
  const area = (
    <textarea {...rest} {...limit} rows={rows} value={value} className={`${classes.input} ${className}`} />
  );
  if (!showsCount || maxLength === undefined) return area;
  return (
    <div className={classes.counted}>
      {area}
      <Counter text={value} max={maxLength} />
    </div>
  );
}
