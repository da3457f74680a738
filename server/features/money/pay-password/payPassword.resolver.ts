import { Arg, Ctx, FieldResolver, Mutation, Resolver, Root } from "type-graphql";
import type { Context } from "../../../core/context.ts";
import { Wallet } from "../wallets/wallet.view.ts";
import { hasPayPassword, setPayPassword } from "./payPassword.service.ts";

/** The password for payments. */
@Resolver(() => Wallet)
export class PayPasswordResolver {
  @Mutation(() => Boolean, {
    description:
      "Sets the six digits by which the viewer agrees to payments. Needs a recent sign-in, or `proveIdentity`.",
  })
  setPayPassword(
    @Ctx() ctx: Context,
    @Arg("password", () => String, { description: "Six digits." }) password: string,
  ) {
    return setPayPassword(ctx, password);
  }

  @FieldResolver(() => Boolean, {
    nullable: true,
    description: "A pay password is set. Null for all but the member.",
  })
  hasPayPassword(@Ctx() ctx: Context, @Root() wallet: Wallet) {
    return ctx.viewer.isMember && ctx.viewer.id === wallet.id ? hasPayPassword(ctx) : null;
  }
}
