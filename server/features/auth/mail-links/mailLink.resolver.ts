import { Arg, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { Context } from "../../../core/context.ts";
import { PasswordResetView } from "./mailLink.view.ts";
import { readPasswordReset, requestPasswordReset, resetPassword } from "./reset.service.ts";

/** GraphQL's view of mailed links. */
@Resolver()
export class MailLinkResolver {
  @Query(() => PasswordResetView, {
    description: "Whose password a mailed link sets; using it is a mutation.",
  })
  passwordReset(
    @Ctx() ctx: Context,
    @Arg("token", () => String, { description: "From the mailed link." }) token: string,
  ) {
    return readPasswordReset(ctx, token);
  }

  @Mutation(() => Boolean, {
    description: "Mails a link that sets a new password; true whether or not there is such an account.",
  })
  requestPasswordReset(
    @Ctx() ctx: Context,
    @Arg("account", () => String, { description: "User name or e-mail address." }) account: string,
  ) {
    return requestPasswordReset(ctx, account);
  }

  @Mutation(() => Boolean, {
    description: "Sets a new password by a mailed link, once; ends all sessions of the member.",
  })
  resetPassword(
    @Ctx() ctx: Context,
    @Arg("token", () => String, { description: "From the mailed link." }) token: string,
    @Arg("password", () => String, { description: "The new password." }) password: string,
  ) {
    return resetPassword(ctx, { token, password });
  }
}
