import { Arg, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from "type-graphql";
import type { Context } from "../../core/context.ts";
import { parseOptionalId } from "../../core/ids.ts";
import { load } from "../../core/loaders.ts";
import { PAGE_DEFAULT } from "../../core/paging.ts";
import { allow, mustBeMember } from "../../core/viewer.ts";
import { User } from "../users/user.entity.ts";
import { userById } from "../users/user.loaders.ts";
import { Withdrawal, WithdrawalState } from "./withdrawal.entity.ts";
import { DecideWithdrawalInput, RequestWithdrawalInput } from "./withdrawal.input.ts";
import { listAllWithdrawals, listWithdrawals } from "./withdrawal.list.service.ts";
import { decideWithdrawal, requestWithdrawal } from "./withdrawal.service.ts";
import { readTerms } from "./withdrawal.terms.service.ts";
import { WithdrawalConnection, WithdrawalTerms } from "./withdrawal.view.ts";

/** GraphQL's view of withdrawals. */
@Resolver(() => Withdrawal)
export class WithdrawalResolver {
  @Query(() => WithdrawalTerms, { description: "Limits and fee of the viewer's next withdrawal." })
  withdrawalTerms(@Ctx() ctx: Context) {
    allow(mustBeMember(ctx.viewer));
    return readTerms(ctx);
  }

  @Query(() => WithdrawalConnection, { description: "The viewer's withdrawals, newest first." })
  withdrawals(
    @Ctx() ctx: Context,
    @Arg("first", () => Int, { defaultValue: PAGE_DEFAULT, description: "Size of the page, at most 100." })
    first = PAGE_DEFAULT,
    @Arg("after", () => String, {
      nullable: true,
      description: "Cursor of the last withdrawal of the page before.",
    })
    after?: string,
  ) {
    return listWithdrawals(ctx, { first, after });
  }

  @Query(() => WithdrawalConnection, {
    description: "Withdrawals of all members, newest first. For administrators.",
  })
  allWithdrawals(
    @Ctx() ctx: Context,
    @Arg("state", () => WithdrawalState, { nullable: true, description: "Only those in this state." })
    state?: WithdrawalState,
    @Arg("userId", () => ID, { nullable: true, description: "Only those of this member." })
    userId?: string,
    @Arg("first", () => Int, { defaultValue: PAGE_DEFAULT, description: "Size of the page, at most 100." })
    first = PAGE_DEFAULT,
    @Arg("after", () => String, {
      nullable: true,
      description: "Cursor of the last withdrawal of the page before.",
    })
    after?: string,
  ) {
    return listAllWithdrawals(ctx, { state, userId: parseOptionalId(userId, "userId") }, { first, after });
  }

  @Mutation(() => Withdrawal, {
    description: "Asks for money of the wallet to be paid out; all of it is set aside until it is decided.",
  })
  requestWithdrawal(
    @Ctx() ctx: Context,
    @Arg("input", () => RequestWithdrawalInput, { description: "Amount, account and pay password." })
    input: RequestWithdrawalInput,
  ) {
    return requestWithdrawal(ctx, input);
  }

  @Mutation(() => Withdrawal, {
    description: "Decides about a withdrawal; of several decisions one counts. For administrators.",
  })
  decideWithdrawal(
    @Ctx() ctx: Context,
    @Arg("input", () => DecideWithdrawalInput, {
      description: "The withdrawal, the decision and its reason.",
    })
    input: DecideWithdrawalInput,
  ) {
    return decideWithdrawal(ctx, input);
  }

  @FieldResolver(() => User, { nullable: true, description: "The member whose money it is." })
  user(@Ctx() ctx: Context, @Root() { userId }: Withdrawal) {
    return load(ctx, userById, userId);
  }
}
