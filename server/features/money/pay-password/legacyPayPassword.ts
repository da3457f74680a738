import { Field, InputType } from "type-graphql";
import type { Context } from "../../../core/context.ts";
import { DomainError, invalid } from "../../../core/errors.ts";
import { provePayPassword, replacePayPassword, setPayPassword } from "./payPassword.service.ts";

/** The present pay password of the caller. */
@InputType("LegacyPayPassword")
export class LegacyPayPassword {
  @Field(() => String)
  payPassword!: string;
}

/** Fields by which old clients set a pay password. */
export interface LegacyPayPasswordChange {
  readonly payPassword: string;
  readonly payPasswordConfirmation?: string | undefined;
  /** Ticket in exchange for the present one; without it the sign-in must be recent. */
  readonly payPasswordToken?: string | undefined;
}

/** Gives a ticket for another pay password in exchange for the present one (legacy-facts 3.3). */
export async function provePayPasswordForLegacy(
  ctx: Context,
  { payPassword }: LegacyPayPassword,
): Promise<object> {
  return { sessionId: await provePayPassword(ctx, payPassword) };
}

/**
 * Sets the viewer's pay password, or another one.
 * @throws {DomainError} INVALID_PARAMETER if the two differ; PROOF_NEEDED without a ticket and a recent sign-in
 */
export async function setPayPasswordForLegacy(ctx: Context, change: LegacyPayPasswordChange): Promise<void> {
  const { payPassword: password, payPasswordConfirmation, payPasswordToken: ticket } = change;
  if (payPasswordConfirmation !== undefined && payPasswordConfirmation !== password)
    throw invalid("payPasswordConfirmation", "两次输入的支付密码不一致", "The two pay passwords differ.");
  const setting = ticket ? replacePayPassword(ctx, { ticket, password }) : setPayPassword(ctx, password);
  await setting.catch((error: unknown) => {
    if (!(error instanceof DomainError) || error.code !== "PROOF_NEEDED") throw error;
    // Old clients have no form that asks for the password again.
    throw new DomainError("PROOF_NEEDED", {
      text: { zh: "请重新登录后再设置支付密码", en: "Please sign in again, then set the pay password." },
    });
  });
}
