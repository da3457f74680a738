import { useTexts } from "../../i18n/texts.ts";
import { Field } from "../../ui/Field.tsx";
import { sessionTexts } from "./session.texts.ts";

interface Props {
  value: string;
  onValue: (value: string) => void;
  /** The form was sent without it. */
  isMissing: boolean;
}

/** Asks for the code of the authenticator, or a recovery code. */
export function SecondFactorField({ value, onValue, isMissing }: Props) {
  const t = useTexts(sessionTexts);
  return (
    <Field
      label={t.secondFactor}
      hint={t.secondFactorHint}
      value={value}
      onValue={onValue}
      error={isMissing && value.trim() === "" ? t.required : null}
      name="second-factor"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      autoFocus
    />
  );
}
