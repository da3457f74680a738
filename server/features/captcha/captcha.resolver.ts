import { Arg, Ctx, Query, Resolver } from "type-graphql";
import type { Context } from "../../core/context.ts";
import { findChallenge } from "./captcha.service.ts";
import { CaptchaPurpose } from "./captcha.view.ts";

/** GraphQL door to captchas. */
@Resolver()
export class CaptchaResolver {
  @Query(() => String, {
    nullable: true,
    description:
      "A challenge of altcha as JSON, to be solved within five minutes; or `provider` (TENCENT) and `appId` for the puzzle of Tencent's script. Null if none is asked for.",
  })
  captchaChallenge(
    @Ctx() ctx: Context,
    @Arg("purpose", () => CaptchaPurpose, { description: "What the captcha is for." })
    purpose: CaptchaPurpose,
  ) {
    return findChallenge(ctx, purpose);
  }
}
