import { Field } from "../../ui/Field.tsx";

const PIN_LENGTH = 6;

interface Props {
  label: string;
  value: string;
  onValue(value: string): void;
  hint?: string;
  error?: string | null;
  isFirst?: boolean;
}

/** Field for six digits; drops everything else that is typed. */
export function PinField({ label, value, onValue, hint, error, isFirst = false }: Props) {
  return (
    <Field
      label={label}
      value={value}
      onValue={(text) => onValue(text.replace(/\D/g, "").slice(0, PIN_LENGTH))}
      type="password"
      inputMode="numeric"
      autoComplete="off"
      maxLength={PIN_LENGTH}
      hint={hint}
      error={error}
      data-autofocus={isFirst || undefined}
    />
  );
}

/** True for six digits. */
export function isPin(text: string): boolean {
  return text.length === PIN_LENGTH;
}
