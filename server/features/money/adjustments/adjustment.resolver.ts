import { Arg, Ctx, Mutation, Resolver } from "type-graphql";
import type { Context } from "../../../core/context.ts";
import { Wallet } from "../wallets/wallet.view.ts";
import { AdjustWalletInput } from "./adjustment.input.ts";
import { adjustWallet } from "./adjustment.service.ts";

/** Changes of balances by administrators. */
@Resolver()
export class AdjustmentResolver {
  @Mutation(() => Wallet, {
    description: "Gives a member money or takes it back, with a reason. For administrators.",
  })
  adjustWallet(
    @Ctx() ctx: Context,
    @Arg("input", () => AdjustWalletInput, { description: "Member, amount and reason." })
    input: AdjustWalletInput,
  ) {
    return adjustWallet(ctx, input);
  }
}
