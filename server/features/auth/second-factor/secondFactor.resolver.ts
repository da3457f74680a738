import { Arg, Ctx, FieldResolver, ID, Int, Mutation, Resolver, Root } from "type-graphql";
import type { Context } from "../../../core/context.ts";
import { parseId } from "../../../core/ids.ts";
import { User } from "../../users/user.entity.ts";
import { hasSecondFactor, lacksSecondFactor, recoveryCodesLeft } from "./code.service.ts";
import { removeUserSecondFactor } from "./memberFactor.service.ts";
import {
  beginSecondFactor,
  confirmSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from "./secondFactor.service.ts";
import { SecondFactorSetup } from "./secondFactor.view.ts";

const isOwn = ({ viewer }: Context, { id }: User): boolean => viewer.isSignedIn && viewer.accountId === id;

/** GraphQL's view of second factors. */
@Resolver(() => User)
export class SecondFactorResolver {
  @FieldResolver(() => Boolean, {
    nullable: true,
    description: "Signing in asks for a code of an authenticator; for oneself and for administrators.",
  })
  hasSecondFactor(@Ctx() ctx: Context, @Root() user: User) {
    return isOwn(ctx, user) || ctx.viewer.isAdmin ? hasSecondFactor(ctx, user.id) : null;
  }

  @FieldResolver(() => Boolean, {
    nullable: true,
    description: "Has to set up a second factor before the rights of administrators hold; only for oneself.",
  })
  needsSecondFactor(@Ctx() ctx: Context, @Root() user: User) {
    return isOwn(ctx, user) ? lacksSecondFactor(ctx, user) : null;
  }

  @FieldResolver(() => Int, {
    nullable: true,
    description: "How many recovery codes are left; only for oneself.",
  })
  recoveryCodesLeft(@Ctx() ctx: Context, @Root() user: User) {
    return isOwn(ctx, user) ? recoveryCodesLeft(ctx, user.id) : null;
  }

  @Mutation(() => SecondFactorSetup, {
    description: "Begins to set up an authenticator; it asks for nothing before its first code is given.",
  })
  beginSecondFactor(@Ctx() ctx: Context) {
    return beginSecondFactor(ctx, undefined);
  }

  @Mutation(() => [String], {
    description: "Takes the first code of the authenticator; gives the recovery codes, once.",
  })
  confirmSecondFactor(
    @Ctx() ctx: Context,
    @Arg("code", () => String, { description: "Six digits that the authenticator shows." }) code: string,
  ) {
    return confirmSecondFactor(ctx, code);
  }

  @Mutation(() => [String], { description: "Replaces the recovery codes; those before stop working." })
  renewRecoveryCodes(@Ctx() ctx: Context) {
    return renewRecoveryCodes(ctx, undefined);
  }

  @Mutation(() => Boolean, { description: "Removes the second factor: the password alone signs in again." })
  removeSecondFactor(@Ctx() ctx: Context) {
    return removeSecondFactor(ctx, undefined);
  }

  @Mutation(() => Boolean, {
    description: "Removes the second factor that a member has lost, and ends all their sessions.",
  })
  removeUserSecondFactor(
    @Ctx() ctx: Context,
    @Arg("userId", () => ID, { description: "Id of the member." }) userId: string,
  ) {
    return removeUserSecondFactor(ctx, parseId(userId, "userId"));
  }
}
