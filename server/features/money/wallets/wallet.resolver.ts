import { Arg, Ctx, FieldResolver, ID, Int, Query, Resolver, Root } from "type-graphql";
import type { Context } from "../../../core/context.ts";
import { parseOptionalId } from "../../../core/ids.ts";
import { load } from "../../../core/loaders.ts";
import { PAGE_DEFAULT } from "../../../core/paging.ts";
import { User } from "../../users/user.entity.ts";
import { userById } from "../../users/user.loaders.ts";
import { TransactionKind } from "../ledger/transaction.entity.ts";
import { findWallet, findWalletEntries, listFundEntries, readFunds } from "./wallet.service.ts";
import { FundsOverview, Wallet, WalletEntry, WalletEntryConnection } from "./wallet.view.ts";

/** Wallets of members. */
@Resolver(() => User)
export class UserWalletResolver {
  @FieldResolver(() => Wallet, {
    nullable: true,
    description: "The member's money; only for the member and for administrators.",
  })
  wallet(@Ctx() ctx: Context, @Root() user: User) {
    return findWallet(ctx, user.id);
  }

  @FieldResolver(() => WalletEntryConnection, {
    nullable: true,
    description:
      "What moved in the member's wallet, newest first; only for the member and for administrators.",
  })
  walletEntries(
    @Ctx() ctx: Context,
    @Root() user: User,
    @Arg("kind", () => TransactionKind, { nullable: true, description: "Only movements of this kind." })
    kind?: TransactionKind,
    @Arg("month", () => String, { nullable: true, description: "Only one month of UTC, such as 2026-11." })
    month?: string,
    @Arg("first", () => Int, { defaultValue: PAGE_DEFAULT, description: "Size of the page, at most 100." })
    first = PAGE_DEFAULT,
    @Arg("after", () => String, {
      nullable: true,
      description: "Cursor of the last line of the page before.",
    })
    after?: string,
  ) {
    return findWalletEntries(ctx, user.id, { kind, month }, { first, after });
  }
}

/** People of a line of a wallet, and the lines of all wallets for administrators. */
@Resolver(() => WalletEntry)
export class FundsResolver {
  @Query(() => FundsOverview, { description: "The money of all members. For administrators." })
  funds(@Ctx() ctx: Context) {
    return readFunds(ctx);
  }

  @Query(() => WalletEntryConnection, {
    description: "What moved in all wallets, or in one, newest first. For administrators.",
  })
  fundEntries(
    @Ctx() ctx: Context,
    @Arg("userId", () => ID, { nullable: true, description: "Only the wallet of this member." })
    userId?: string,
    @Arg("kind", () => TransactionKind, { nullable: true, description: "Only movements of this kind." })
    kind?: TransactionKind,
    @Arg("month", () => String, { nullable: true, description: "Only one month of UTC, such as 2026-11." })
    month?: string,
    @Arg("first", () => Int, { defaultValue: PAGE_DEFAULT, description: "Size of the page, at most 100." })
    first = PAGE_DEFAULT,
    @Arg("after", () => String, {
      nullable: true,
      description: "Cursor of the last line of the page before.",
    })
    after?: string,
  ) {
    return listFundEntries(ctx, { userId: parseOptionalId(userId, "userId"), kind, month }, { first, after });
  }

  @FieldResolver(() => User, { nullable: true, description: "The member whose wallet it is." })
  user(@Ctx() ctx: Context, @Root() { userId }: WalletEntry) {
    return load(ctx, userById, userId);
  }

  @FieldResolver(() => User, {
    nullable: true,
    description: "Who caused it; only for administrators, null for the program itself.",
  })
  actor(@Ctx() ctx: Context, @Root() { actorId }: WalletEntry) {
    return ctx.viewer.isAdmin && actorId > 0 ? load(ctx, userById, actorId) : null;
  }
}
