import {
  type ComponentPropsWithRef,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useRef,
  useState,
} from "react";
import { commonTexts } from "../i18n/common.texts.ts";
import { useTexts } from "../i18n/texts.ts";
import { Counter } from "./Counter.tsx";
import classes from "./Field.module.css";
import { IconEye, IconEyeOff } from "./icons.tsx";
import { isNumeric, normalizedNumber, onlyDigitsAndDots } from "./numbers.ts";
import { useLimit } from "./useLimit.ts";

interface Props extends Omit<ComponentPropsWithRef<"input">, "value" | "onChange"> {
  value: string;
  onValue: (value: string) => void;
  /** `number` takes digits and dots alone and is a number, or empty, when it is left. */
  mode?: "text" | "number";
  /** Takes away blanks around the value when the field is left or sent. */
  trim?: boolean;
  /** Stands at the end of the field: a unit, an icon or a button. */
  append?: ReactNode;
  /** In CSS pixels; 50 unless given. */
  appendWidth?: number;
  /** Longest text that can be typed, in characters as people count them. */
  maxLength?: number;
  /** Shows "current/max" at the end; needs `maxLength`. */
  showsCount?: boolean;
}

/** A field for one line: text, a number, or a password that can be shown. */
export function Input(props: Props) {
  const { value, onValue, mode = "text", trim, append, appendWidth, maxLength, showsCount, ...rest } = props;
  const { className = "", type, onBlur, onKeyDown, ...attributes } = rest;
  const t = useTexts(commonTexts);
  const [isRevealed, setRevealed] = useState(false);
  const lastValid = useRef("");
  const isNumber = mode === "number";
  const isPassword = type === "password";

  const change = (text: string) => {
    if (!isNumber) return onValue(trim ? text.trimStart() : text);
    // What stood there before counts as well: a form may have put it there.
    if (value === "" || isNumeric(value)) lastValid.current = value;
    const digits = onlyDigitsAndDots(text);
    if (digits === "" || isNumeric(digits)) lastValid.current = digits;
    onValue(digits);
  };
  const limit = useLimit(value, change, maxLength);
  const settle = () => {
    let settled = trim ? value.trim() : value;
    if (isNumber && value !== "") {
      settled = normalizedNumber(value) ?? normalizedNumber(lastValid.current) ?? "";
    }
    if (settled !== value) onValue(settled);
  };
  const blur = (event: FocusEvent<HTMLInputElement>) => {
    settle();
    onBlur?.(event);
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    // Enter sends the form: what it sends is settled first.
    if (event.key === "Enter" && !event.nativeEvent.isComposing) settle();
    onKeyDown?.(event);
  };
  const count = showsCount && maxLength !== undefined && <Counter text={value} max={maxLength} />;
  const reveal = isPassword && (
    <button
      type="button"
      className={classes.reveal}
      aria-label={isRevealed ? t.hidePassword : t.showPassword}
      aria-pressed={isRevealed}
      disabled={attributes.disabled}
      onClick={() => setRevealed(!isRevealed)}
    >
      {isRevealed ? <IconEyeOff size={18} /> : <IconEye size={18} />}
    </button>
  );
  const appended = reveal || append || count;

  return (
    <div
      className={`${classes.box} ${appended ? classes.appended : ""}`}
      ref={(box) => {
        // By script, because the page's policy refuses style attributes that come with it.
        if (appendWidth !== undefined) box?.style.setProperty("--append-width", `${appendWidth}px`);
      }}
    >
      <input
        inputMode={isNumber ? "decimal" : undefined}
        {...attributes}
        {...limit}
        type={isPassword && isRevealed ? "text" : type}
        value={value}
        className={`${classes.input} ${className}`}
        onBlur={blur}
        onKeyDown={press}
      />
      {appended && <span className={classes.append}>{appended}</span>}
    </div>
  );
}
