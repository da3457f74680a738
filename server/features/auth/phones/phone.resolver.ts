import { Arg, Ctx, FieldResolver, Mutation, Resolver, Root } from "type-graphql";
import type { Context } from "../../../core/context.ts";
import { load } from "../../../core/loaders.ts";
import { CAPTCHA_ANSWER } from "../../captcha/captcha.view.ts";
import { phoneByUserId } from "../../notifications/delivery/addresses/phone.service.ts";
import { User } from "../../users/user.entity.ts";
import { canSeePhone } from "../../users/user.policy.ts";
import { continueAs } from "../sessions/continueAs.service.ts";
import { SessionView } from "../sessions/session.view.ts";
import { bindPhone, proveByPhone, removePhone, resetPasswordByPhone } from "./ownPhone.service.ts";
import { PhoneCodeInput, PhoneCodePurpose, PhoneLoginInput, PhoneResetInput } from "./phone.input.ts";
import { requestPhoneCode } from "./phoneCode.service.ts";
import { loginByPhone } from "./phoneLogin.service.ts";

/** GraphQL door to phone numbers: signing in, binding, proofs. */
@Resolver(() => User)
export class PhoneResolver {
  @FieldResolver(() => String, {
    nullable: true,
    description: "Proven phone number; only for the member and for administrators.",
  })
  async phone(@Ctx() ctx: Context, @Root() user: User) {
    return canSeePhone(ctx.viewer, user.id) ? ((await load(ctx, phoneByUserId, user.id)) ?? null) : null;
  }

  @Mutation(() => String, {
    description:
      "Sends a code to a phone; gives what belongs to it, whether or not an account has the number.",
  })
  requestPhoneCode(
    @Ctx() ctx: Context,
    @Arg("purpose", () => PhoneCodePurpose, { description: "What the code is for." })
    purpose: PhoneCodePurpose,
    @Arg("phone", () => String, {
      nullable: true,
      description: "Mobile number of China; a proof goes to the number of the account.",
    })
    phone?: string,
    @Arg("captcha", () => String, { nullable: true, description: CAPTCHA_ANSWER })
    captcha?: string,
  ) {
    return requestPhoneCode(ctx, { purpose, phone, captcha });
  }

  @Mutation(() => SessionView, {
    description: "Signs in by a code that was sent to a phone; a new number registers where that is open.",
  })
  async loginByPhone(
    @Ctx() ctx: Context,
    @Arg("input", () => PhoneLoginInput, { description: "All that is written, in one object." })
    input: PhoneLoginInput,
  ) {
    return continueAs(ctx, await loginByPhone(ctx, input));
  }

  @Mutation(() => User, { description: "Binds a phone number to the account, in place of the one before." })
  bindPhone(
    @Ctx() ctx: Context,
    @Arg("input", () => PhoneCodeInput, { description: "All that is written, in one object." })
    input: PhoneCodeInput,
  ) {
    return bindPhone(ctx, input);
  }

  @Mutation(() => User, { description: "Takes the phone number of the account away." })
  removePhone(@Ctx() ctx: Context) {
    return removePhone(ctx, undefined);
  }

  @Mutation(() => Boolean, {
    description:
      "Proves by a code to the number of the account that it is the owner, as `proveIdentity` does.",
  })
  proveByPhone(
    @Ctx() ctx: Context,
    @Arg("request", () => String, { description: "What `requestPhoneCode` gave." }) request: string,
    @Arg("code", () => String, { description: "The six digits of the text message." }) code: string,
  ) {
    return proveByPhone(ctx, { request, code });
  }

  @Mutation(() => Boolean, {
    description: "Sets a new password by a code that was sent to a phone; ends all sessions of the member.",
  })
  resetPasswordByPhone(
    @Ctx() ctx: Context,
    @Arg("input", () => PhoneResetInput, { description: "All that is written, in one object." })
    input: PhoneResetInput,
  ) {
    return resetPasswordByPhone(ctx, input);
  }
}
