import { type ComponentProps, useId } from "react";
import { Counter } from "./Counter.tsx";
import classes from "./Field.module.css";
import { lengthOf } from "../platform/graphemes.ts";
import { Input } from "./Input.tsx";
import { Textarea } from "./Textarea.tsx";

interface Common {
  label: string;
  /** What is wrong with the value; read out with the field. */
  error?: string | null;
  hint?: string;
  /** Shows length over this many characters; longer text can be typed but shows as too long. */
  counterMax?: number;
  /** The label is only for those who hear the page. */
  hideLabel?: boolean;
}

type InputProps = Common & { multiline?: false } & Omit<ComponentProps<typeof Input>, "showsCount">;
type AreaProps = Common & { multiline: true } & Omit<ComponentProps<typeof Textarea>, "showsCount">;

/** A labelled input of a form with hint, error and counter; everything else is that of Input or Textarea. */
export function Field(props: InputProps | AreaProps) {
  const { label, error, hint, counterMax, hideLabel, multiline, className, ...rest } = props;
  const id = useId();
  const noteId = `${id}-note`;
  const isTooLong = counterMax !== undefined && lengthOf(rest.value) > counterMax;
  const shared = {
    id,
    "aria-invalid": Boolean(error) || isTooLong || undefined,
    "aria-describedby": error || hint ? noteId : undefined,
  };

  return (
    <div className={`${classes.field} ${className ?? ""}`}>
      <div className={hideLabel && counterMax === undefined ? "visually-hidden" : classes.top}>
        <label htmlFor={id} className={hideLabel ? "visually-hidden" : classes.label}>
          {label}
        </label>
        {counterMax !== undefined && <Counter text={rest.value} max={counterMax} />}
      </div>
      {multiline ? (
        <Textarea {...(rest as ComponentProps<typeof Textarea>)} {...shared} />
      ) : (
        <Input {...(rest as ComponentProps<typeof Input>)} {...shared} />
      )}
      {(error || hint) && (
        <p id={noteId} className={error ? classes.error : classes.hint} role={error ? "alert" : undefined}>
          {error || hint}
        </p>
      )}
    </div>
  );
}
