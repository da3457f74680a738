import { Arg, Ctx, Mutation, Resolver } from "type-graphql";
import type { Context } from "../../../core/context.ts";
import { continueAs } from "../sessions/continueAs.service.ts";
import { SessionView } from "../sessions/session.view.ts";
import { CodeLoginInput } from "./signInCode.input.ts";
import { loginByCode, requestSignInCode } from "./signInCode.service.ts";

/** GraphQL mutations for signing in by a mailed code. */
@Resolver()
export class SignInCodeResolver {
  @Mutation(() => String, {
    description:
      "Mails a code that signs in; gives what belongs to it, whether or not there is such an account.",
  })
  requestSignInCode(
    @Ctx() ctx: Context,
    @Arg("account", () => String, { description: "User name or e-mail address." }) account: string,
  ) {
    return requestSignInCode(ctx, account);
  }

  @Mutation(() => SessionView, { description: "Signs in by a mailed code, which works once." })
  async loginByCode(
    @Ctx() ctx: Context,
    @Arg("input", () => CodeLoginInput, { description: "All that is written, in one object." })
    input: CodeLoginInput,
  ) {
    return continueAs(ctx, await loginByCode(ctx, input));
  }
}
