import "@mantine/core/styles/Input.layer.css";
import { Textarea as MantineTextarea } from "@mantine/core";
import type { ComponentPropsWithRef } from "react";
import { Counter } from "./Counter.tsx";
import classes from "./Field.module.css";
import type { FrameProps } from "./Input.tsx";
import { MantineScope } from "./MantineScope.tsx";
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

/** A field for several lines: Mantine's Textarea with rows of 25 px (spec §9) and an optional counter. */
export function Textarea(props: Props & FrameProps) {
  const { value, onValue, maxLength, showsCount, className, classNames, rows = ROWS, ref, ...rest } = props;
  const limit = useLimit(value, onValue, maxLength, ref);
  return (
    <MantineScope>
      <MantineTextarea
        {...rest}
        {...limit}
        rows={rows}
        value={value}
        classNames={className ? { ...classNames, input: className } : classNames}
      />
      {showsCount && maxLength !== undefined && (
        <span className={classes.below}>
          <Counter text={value} max={maxLength} />
        </span>
      )}
    </MantineScope>
  );
}
