import { Field, InputType } from "type-graphql";
import type { Context } from "../../../core/context.ts";
import { legacyToken } from "../sessions/legacyLogin.ts";
import { loginByMiniProgram } from "./wechatLogin.service.ts";
import { registerByWechat } from "./wechatRegister.service.ts";

/** A sign-in of the predecessor's mini-program. */
@InputType("LegacyMiniProgramLogin")
export class LegacyMiniProgramLogin {
  @Field(() => String, { description: "The code of `wx.login`, which works once." })
  jsCode!: string;
  @Field(() => String, { nullable: true })
  inviteCode?: string;
}

/** Signs in by a code of a mini-program; somebody new is registered, as the predecessor does. */
export async function loginMiniProgramForLegacy(
  ctx: Context,
  { jsCode, inviteCode }: LegacyMiniProgramLogin,
): Promise<object> {
  const result = await loginByMiniProgram(ctx, { code: jsCode });
  if (!("ticket" in result)) return legacyToken(ctx, result);
  const { ticket } = result;
  return legacyToken(ctx, await registerByWechat(ctx, { ticket, inviteCode, agreed: true }));
}
