import { type ReactNode, useState } from "react";
import type { Failure } from "../../apollo/errors.ts";
import { graphql } from "../../gql/gql.ts";
import { useResetPasswordByPhoneMutation } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { NewPasswordField } from "../../session/NewPasswordField.tsx";
import { dropAccessToken } from "../../session/token.ts";
import { codeTexts } from "./code.texts.ts";
import { PhoneCodeFields, usePhoneCode } from "./PhoneCodeFields.tsx";
import { ResetCard } from "./ResetCard.tsx";
import { resetPasswordTexts } from "./resetPassword.texts.ts";

graphql(`
  mutation ResetPasswordByPhone($input: PhoneResetInput!) {
    resetPasswordByPhone(input: $input)
  }
`);

/** Sets a new password by a code that is sent to the phone of the account. */
export function PhoneReset({ foot, onDone }: { foot: ReactNode; onDone: () => void }) {
  const t = useTexts(resetPasswordTexts);
  const codes = useTexts(codeTexts);
  const [reset] = useResetPasswordByPhoneMutation();
  const form = usePhoneCode("RESET");
  const [password, setPassword] = useState("");
  const [isTried, setTried] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);

  const submit = async () => {
    setTried(form.request !== null);
    const given = await form.next();
    if (!given || password === "") return;
    await reset({ variables: { input: { ...given, password } } });
    dropAccessToken();
    onDone();
  };
  return (
    <ResetCard
      lead={t.phoneLead}
      button={form.request === null ? codes.sendCode : t.set}
      onSubmit={submit}
      onFailure={setFailure}
      foot={foot}
    >
      <PhoneCodeFields form={form} hint={codes.phoneHint} />
      {form.request !== null && (
        <NewPasswordField
          label={t.newPassword}
          note={t.endsSessions}
          value={password}
          onValue={setPassword}
          error={isTried && password === "" ? t.required : null}
          failure={failure}
          name="password"
        />
      )}
    </ResetCard>
  );
}
