import { registerEnumType } from "type-graphql";
import type { Context } from "../../../core/context.ts";
import { DomainError, invalid } from "../../../core/errors.ts";
import { cleanLine, lengthOf } from "../../../core/text.ts";
import { ADDRESS_MAX } from "../../notifications/delivery/addresses/address.entity.ts";
import { isMailAddress, mailSettings } from "../../settings/mail/mailSettings.ts";
import { getSettings } from "../../settings/setting.service.ts";

/** Question for an e-mail address when somebody registers. */
export enum RegisterEmail {
  OFF = "OFF",
  OPTIONAL = "OPTIONAL",
  REQUIRED = "REQUIRED",
}
registerEnumType(RegisterEmail, {
  name: "RegisterEmail",
  description: "Whether registering asks for an e-mail address.",
  valuesConfig: {
    OFF: { description: "Registering does not ask for an address." },
    OPTIONAL: { description: "Registering asks for an address and does without." },
    REQUIRED: { description: "Nobody registers without an address." },
  },
});

/** Gives what the site asks for; nothing while it sends no mail, since no address could be confirmed. */
export async function registerEmailOf(ctx: Context): Promise<RegisterEmail> {
  const { register_email: mode } = await getSettings(ctx);
  if (mode === "0" || (await mailSettings(ctx)) === null) return RegisterEmail.OFF;
  return mode === "2" ? RegisterEmail.REQUIRED : RegisterEmail.OPTIONAL;
}

/**
 * Checks the address of a registration.
 * @returns null if none is asked for or given
 * @throws {DomainError} EMAIL_REQUIRED; INVALID_PARAMETER unless it has the form of an e-mail address.
 */
export async function checkRegisterEmail(
  ctx: Context,
  value: string | null | undefined,
): Promise<string | null> {
  const mode = await registerEmailOf(ctx);
  if (mode === RegisterEmail.OFF) return null;
  const email = cleanLine(value ?? "");
  if (email === "" && mode === RegisterEmail.OPTIONAL) return null;
  if (email === "") throw new DomainError("EMAIL_REQUIRED", { field: "email" });
  return checkEmail(email);
}

/** @throws {DomainError} INVALID_PARAMETER unless it has the form of an e-mail address of at most 255 characters. */
export function checkEmail(value: string): string {
  const email = cleanLine(value);
  if (lengthOf(email) > ADDRESS_MAX || !isMailAddress(email))
    throw invalid("email", "邮箱地址格式错误", "This is not an email address.");
  return email;
}
