import { type ComponentProps, useState } from "react";
import type { Failure } from "../apollo/errors.ts";
import { useTexts } from "../i18n/texts.ts";
import { Field } from "../ui/Field.tsx";
import { newPasswordTexts } from "./session.texts.ts";
import { useViewer } from "./useViewer.ts";

interface Props extends Pick<ComponentProps<typeof Field>, "label" | "error" | "value" | "onValue"> {
  name?: string;
  /** Said before the rule. */
  note?: string;
  /** Refusal of the server; shown here if it is about the password. */
  failure: Failure | null;
}

/** A field for a new password: says the rule before, and what is missing once it has been left. */
export function NewPasswordField({ note, failure, error, value, onValue, ...rest }: Props) {
  const t = useTexts(newPasswordTexts);
  const { site } = useViewer();
  const [isLeft, setLeft] = useState(false);
  // The password that was refused; any other has yet to be judged.
  const [refused, setRefused] = useState<{ failure: Failure; value: string } | null>(null);
  if (failure && failure !== refused?.failure) setRefused({ failure, value });

  const rule = t.rule(site.passwordLength, site.passwordKinds);
  const length = [...value.normalize("NFKC")].length;
  const tooShort = isLeft && value !== "" && length < site.passwordLength;
  const refusal = refused?.failure.field === "password" && refused.value === value ? refused : null;
  return (
    <Field
      {...rest}
      type="password"
      autoComplete="new-password"
      hint={note ? `${note} ${rule}` : rule}
      value={value}
      onValue={onValue}
      onBlur={() => setLeft(true)}
      error={
        error ?? (tooShort ? t.missing(site.passwordLength - length) : (refusal?.failure.message ?? null))
      }
    />
  );
}
