import { Arg, Ctx, Mutation, Resolver } from "type-graphql";
import type { Context } from "../../../core/context.ts";
import { StopWordTrialInput } from "./wordTrial.input.ts";
import { tryStopWords } from "./wordTrial.service.ts";
import { StopWordTrial } from "./wordTrial.view.ts";

/** GraphQL's view of trials. */
@Resolver()
export class WordTrialResolver {
  @Mutation(() => StopWordTrial, {
    description: "What stop words would do to what members wrote. Changes nothing; one step at a time.",
  })
  tryStopWords(
    @Ctx() ctx: Context,
    @Arg("input", () => StopWordTrialInput, { description: "All that is written, in one object." })
    input: StopWordTrialInput,
  ) {
    return tryStopWords(ctx, input);
  }
}
