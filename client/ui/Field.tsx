import { type ComponentProps, useState } from "react";
import { Counter } from "./Counter.tsx";
import classes from "./Field.module.css";
import { lengthOf } from "../platform/graphemes.ts";
import { type FrameProps, Input } from "./Input.tsx";
import { localTimeOf, timeOfLocal } from "./localTime.ts";
import { Textarea } from "./Textarea.tsx";

/** Share of the limit from which the length is shown. */
const COUNTED_FROM = 0.8;

interface Common {
  label: string;
  /** Fault of the value; read out with the field. */
  error?: string | null;
  hint?: string;
  /** Shows the length, from four fifths of this many characters on; longer text can be typed but shows as too long. */
  counterMax?: number;
  /** The label is only for those who hear the page. */
  hideLabel?: boolean;
}

type Controlled = "showsCount" | keyof FrameProps;
type InputProps = Common & { multiline?: false } & Omit<ComponentProps<typeof Input>, Controlled>;
type AreaProps = Common & { multiline: true } & Omit<ComponentProps<typeof Textarea>, Controlled>;

/** A labelled field of a form with hint, error and counter; everything else is that of Input or Textarea. */
export function Field(props: InputProps | AreaProps) {
  const { label, error, hint, counterMax, hideLabel, multiline, className = "", ...rest } = props;
  // A limit that is far away is no news.
  const isNearLimit = counterMax !== undefined && lengthOf(rest.value) >= counterMax * COUNTED_FROM;
  const isTooLong = counterMax !== undefined && lengthOf(rest.value) > counterMax;
  const counted = counterMax === undefined ? "" : classes.counted;
  const frame: FrameProps = {
    label,
    error: error || isTooLong,
    errorProps: { role: "alert" },
    description: error ? undefined : hint,
    inputWrapperOrder: ["label", "input", "description", "error"],
    classNames: {
      root: `${classes.field} ${counted} ${className}`,
      ...(hideLabel && { label: "visually-hidden" }),
    },
  };
  if (isNearLimit) {
    frame.inputContainer = (children) => (
      <>
        <Counter text={rest.value} max={counterMax} />
        {children}
      </>
    );
  }
  return multiline ? (
    <Textarea {...(rest as ComponentProps<typeof Textarea>)} {...frame} />
  ) : (
    <Input {...(rest as ComponentProps<typeof Input>)} {...frame} />
  );
}

interface TimeProps extends Pick<Common, "label" | "hint" | "error"> {
  /** The time as ISO text; null for none. */
  value: string | null;
  onValue(time: string | null): void;
  required?: boolean;
}

/** A date and time in the zone of the browser, in its own field, which phones show as they do all times. */
export function TimeField({ value, onValue, ...rest }: TimeProps) {
  // A time that is half typed is none yet, and must not vanish.
  const [text, setText] = useState(() => localTimeOf(value));
  return (
    <Field
      {...rest}
      type="datetime-local"
      value={text}
      onValue={(typed) => {
        setText(typed);
        onValue(timeOfLocal(typed));
      }}
    />
  );
}
