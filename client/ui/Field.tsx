import { type ComponentPropsWithoutRef, useId, useState } from "react";
import { commonTexts } from "../i18n/common.texts.ts";
import { useTexts } from "../i18n/texts.ts";
import classes from "./Field.module.css";
import { IconEye, IconEyeOff } from "./icons.tsx";

interface Common {
  label: string;
  value: string;
  onValue: (value: string) => void;
  /** What is wrong with the value; read out with the field. */
  error?: string | null;
  hint?: string;
  /** Shows length over this many characters; longer text can be typed but shows as too long. */
  counterMax?: number;
  /** The label is only for those who hear the page. */
  hideLabel?: boolean;
}

type InputProps = Common & { multiline?: false } & Omit<
    ComponentPropsWithoutRef<"input">,
    "value" | "onChange"
  >;
type AreaProps = Common & { multiline: true } & Omit<
    ComponentPropsWithoutRef<"textarea">,
    "value" | "onChange"
  >;

/** Length as people count it: an emoji is one. */
export function lengthOf(text: string): number {
  return Array.from(text).length;
}

/** A labelled input of a form with hint, error and counter; passwords can be shown. */
export function Field(props: InputProps | AreaProps) {
  const { label, value, onValue, error, hint, counterMax, hideLabel, multiline, className, ...rest } = props;
  const id = useId();
  const t = useTexts(commonTexts);
  const [revealed, setRevealed] = useState(false);
  const type = (rest as { type?: string }).type;
  const noteId = `${id}-note`;
  const length = counterMax === undefined ? 0 : lengthOf(value);
  const tooLong = counterMax !== undefined && length > counterMax;
  const shared = {
    id,
    value,
    className: classes.input,
    "aria-invalid": Boolean(error) || tooLong || undefined,
    "aria-describedby": error || hint ? noteId : undefined,
  };

  return (
    <div className={`${classes.field} ${className ?? ""}`}>
      <div className={classes.top}>
        <label htmlFor={id} className={hideLabel ? "visually-hidden" : classes.label}>
          {label}
        </label>
        {counterMax !== undefined && (
          <span className={classes.counter} data-over={tooLong || undefined}>
            {length} / {counterMax}
          </span>
        )}
      </div>
      {multiline ? (
        <textarea
          rows={4}
          {...(rest as ComponentPropsWithoutRef<"textarea">)}
          {...shared}
          onChange={(event) => onValue(event.currentTarget.value)}
        />
      ) : (
        <div className={classes.box}>
          <input
            {...(rest as ComponentPropsWithoutRef<"input">)}
            {...shared}
            type={type === "password" && revealed ? "text" : type}
            onChange={(event) => onValue(event.currentTarget.value)}
          />
          {type === "password" && (
            <button
              type="button"
              className={classes.reveal}
              aria-label={revealed ? t.hidePassword : t.showPassword}
              aria-pressed={revealed}
              onClick={() => setRevealed(!revealed)}
            >
              {revealed ? <IconEyeOff size={18} /> : <IconEye size={18} />}
            </button>
          )}
        </div>
      )}
      {(error || hint) && (
        <p id={noteId} className={error ? classes.error : classes.hint} role={error ? "alert" : undefined}>
          {error || hint}
        </p>
      )}
    </div>
  );
}
