import "@mantine/core/styles/Input.layer.css";
import { TextInput, type TextInputProps } from "@mantine/core";
import { type ComponentPropsWithRef, type FocusEvent, type KeyboardEvent, useRef, useState } from "react";
import { keyOf } from "../platform/inputMethod.ts";
import { commonTexts } from "../i18n/common.texts.ts";
import { useTexts } from "../i18n/texts.ts";
import { Counter } from "./Counter.tsx";
import classes from "./Field.module.css";
import { IconEye, IconEyeOff } from "./icons.tsx";
import { MantineScope } from "./MantineScope.tsx";
import { isNumeric, normalizedNumber, onlyDigitsAndDots } from "./numbers.ts";
import { useLimit } from "./useLimit.ts";

/** Width of what stands at the end of a field, in CSS pixels (spec §2). */
export const APPEND_WIDTH_PX = 50;

/** Properties of the frame of a field, which Field fills in. */
export interface FrameProps extends Pick<
  TextInputProps,
  "label" | "description" | "error" | "errorProps" | "inputContainer" | "inputWrapperOrder"
> {
  classNames?: Partial<Record<"root" | "label", string>>;
}

interface Props extends Omit<ComponentPropsWithRef<"input">, "value" | "onChange" | "size"> {
  value: string;
  onValue: (value: string) => void;
  /** `number` takes digits and dots alone and is a number, or empty, when it is left. */
  mode?: "text" | "number";
  /** Takes away blanks around the value when the field is left or sent. */
  trim?: boolean;
  /** Stands at the end of the field: a unit, an icon or a button. */
  append?: TextInputProps["rightSection"];
  /** In CSS pixels; 50 unless given. */
  appendWidth?: number;
  /** Longest text that can be typed, in characters as people count them. */
  maxLength?: number;
  /** Shows "current/max" at the end; needs `maxLength`. */
  showsCount?: boolean;
}

/**
 * A field for one line: Mantine's TextInput with what the spec fixes: numbers, trimming, a limit that counts as people
 * do. A password can be shown by a button of its own, as that of Mantine's PasswordInput hears no plain click.
 */
export function Input(props: Props & FrameProps) {
  const { value, onValue, mode = "text", trim, append, appendWidth, maxLength, showsCount, ...rest } = props;
  const { className, classNames, type, onBlur, onKeyDown, ref, ...attributes } = rest;
  const [isRevealed, setRevealed] = useState(false);
  const isNumber = mode === "number";
  const isPassword = type === "password";
  const { change, settle } = useSettledValue(props);
  const limit = useLimit(value, change, maxLength, ref);

  const blur = (event: FocusEvent<HTMLInputElement>) => {
    settle();
    onBlur?.(event);
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    // Enter sends the form: what it sends is settled first.
    if (keyOf(event) === "Enter") settle();
    onKeyDown?.(event);
  };
  const count = showsCount && maxLength !== undefined && <Counter text={value} max={maxLength} />;
  const reveal = isPassword && (
    <RevealButton isRevealed={isRevealed} onReveal={setRevealed} disabled={attributes.disabled} />
  );

  return (
    <MantineScope>
      <TextInput
        inputMode={isNumber ? "decimal" : undefined}
        {...attributes}
        {...limit}
        type={isPassword && isRevealed ? "text" : type}
        value={value}
        classNames={className ? { ...classNames, input: className } : classNames}
        rightSection={reveal || append || count || undefined}
        rightSectionWidth={appendWidth ?? APPEND_WIDTH_PX}
        onBlur={blur}
        onKeyDown={press}
      />
    </MantineScope>
  );
}

/** Gives what typing puts into a field, and what stands there once it is left. */
function useSettledValue({ value, onValue, mode, trim }: Props) {
  const lastValid = useRef("");
  const isNumber = mode === "number";
  return {
    change(text: string): void {
      if (!isNumber) return onValue(trim ? text.trimStart() : text);
      // What stood there before counts as well: a form may have put it there.
      if (value === "" || isNumeric(value)) lastValid.current = value;
      const digits = onlyDigitsAndDots(text);
      if (digits === "" || isNumeric(digits)) lastValid.current = digits;
      onValue(digits);
    },
    settle(): void {
      let settled = trim ? value.trim() : value;
      if (isNumber && value !== "") {
        settled = normalizedNumber(value) ?? normalizedNumber(lastValid.current) ?? "";
      }
      if (settled !== value) onValue(settled);
    },
  };
}

interface RevealProps {
  isRevealed: boolean;
  onReveal: (isRevealed: boolean) => void;
  disabled: boolean | undefined;
}

function RevealButton({ isRevealed, onReveal, disabled }: RevealProps) {
  const t = useTexts(commonTexts);
  return (
    <button
      type="button"
      className={classes.reveal}
      aria-label={isRevealed ? t.hidePassword : t.showPassword}
      aria-pressed={isRevealed}
      disabled={disabled}
      onClick={() => onReveal(!isRevealed)}
    >
      {isRevealed ? <IconEyeOff size={18} /> : <IconEye size={18} />}
    </button>
  );
}
