import { Ctx, FieldResolver, GraphQLISODateTime, Int, Resolver, Root } from "type-graphql";
import type { Context } from "../../../core/context.ts";
import { User } from "../../users/user.entity.ts";
import { ownsPassword, usernameChangesLeft } from "./ownAccount.service.ts";

const isOwn = ({ viewer }: Context, { id }: User): boolean => viewer.isSignedIn && viewer.accountId === id;

/** Fields of an account that only its owner reads. */
@Resolver(() => User)
export class OwnAccountResolver {
  @FieldResolver(() => Int, {
    nullable: true,
    description: "How often the user name may still be changed; only for oneself.",
  })
  usernameChangesLeft(@Ctx() ctx: Context, @Root() user: User) {
    return isOwn(ctx, user) ? usernameChangesLeft(ctx, user) : null;
  }

  @FieldResolver(() => Boolean, {
    nullable: true,
    description: "Has a password: who came by another way may have none; only for oneself.",
  })
  hasPassword(@Ctx() ctx: Context, @Root() user: User) {
    return isOwn(ctx, user) ? ownsPassword(ctx, user.id) : null;
  }

  @FieldResolver(() => GraphQLISODateTime, {
    nullable: true,
    description: "When the account is erased, if that was asked for; only for oneself.",
  })
  closesAt(@Ctx() ctx: Context, @Root() user: User) {
    return isOwn(ctx, user) ? user.closesAt : null;
  }
}
