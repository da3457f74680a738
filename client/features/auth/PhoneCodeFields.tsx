import { useState } from "react";
import { graphql } from "../../gql/gql.ts";
import type { PhoneCodePurpose } from "../../gql/graphql.ts";
import { useRequestPhoneCodeMutation } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { Field } from "../../ui/Field.tsx";
import { CaptchaStatus } from "../captcha/CaptchaStatus.tsx";
import { type Captcha, useCaptcha } from "../captcha/useCaptcha.ts";
import classes from "./AccountForm.module.css";
import { codeTexts } from "./code.texts.ts";
import { ResendButton } from "./ResendButton.tsx";

graphql(`
  mutation RequestPhoneCode($purpose: PhoneCodePurpose!, $phone: String, $captcha: String) {
    requestPhoneCode(purpose: $purpose, phone: $phone, captcha: $captcha)
  }
`);

/** A phone number and the code that was sent to it, as they are typed. */
export interface PhoneCode {
  phone: string;
  code: string;
  /** Token that belongs to the code; null until one was sent. */
  request: string | null;
  /** The form was sent. */
  isTried: boolean;
  /** Solved before a code is sent, where the site asks for it. */
  captcha: Captcha;
  onPhone: (phone: string) => void;
  onCode: (code: string) => void;
  /** Sends a code to the number. @throws what the server refuses */
  send: () => Promise<void>;
  /**
   * Does the next step of a form that was sent: without a code it sends one.
   * @returns what the server compares; null if something is missing or a code was sent just now
   */
  next: () => Promise<{ request: string; phone: string; code: string } | null>;
}

/** Asks for a phone number, then for the code that was sent to it. */
export function usePhoneCode(purpose: PhoneCodePurpose, initial = ""): PhoneCode {
  const [ask] = useRequestPhoneCodeMutation();
  const captcha = useCaptcha("SMS");
  const [phone, setPhone] = useState(initial);
  const [code, setCode] = useState("");
  const [request, setRequest] = useState<string | null>(null);
  const [isTried, setTried] = useState(false);

  const send = async () => {
    const proof = await captcha.take();
    const { data } = await ask({ variables: { purpose, phone: phone.trim(), captcha: proof } });
    setRequest(data!.requestPhoneCode);
    setCode("");
    setTried(false);
  };
  return {
    phone,
    code,
    request,
    isTried,
    captcha,
    onPhone(value) {
      setPhone(value);
      setRequest(null);
    },
    onCode: setCode,
    send,
    async next() {
      setTried(true);
      if (!phone.trim()) return null;
      if (request !== null) return code.trim() ? { request, phone: phone.trim(), code } : null;
      await send();
      return null;
    },
  };
}

/** The fields of a phone number and its code. */
export function PhoneCodeFields({ form, hint }: { form: PhoneCode; hint: string }) {
  const t = useTexts(codeTexts);
  const { phone, code, request, isTried } = form;
  return (
    <>
      <Field
        label={t.phone}
        hint={request === null ? hint : undefined}
        value={phone}
        onValue={form.onPhone}
        error={isTried && !phone.trim() ? t.required : null}
        type="tel"
        name="phone"
        inputMode="tel"
        autoComplete="tel"
      />
      {request === null && <CaptchaStatus captcha={form.captcha} />}
      {request !== null && (
        <>
          <p className={classes.note} role="status">
            {t.phoneSent}
          </p>
          <Field
            label={t.code}
            value={code}
            onValue={form.onCode}
            error={isTried && !code.trim() ? t.required : null}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            autoFocus
          />
          <ResendButton key={request} onResend={form.send} />
        </>
      )}
    </>
  );
}
