import { Arg, Ctx, Mutation, Resolver } from "type-graphql";
import type { Context } from "../../core/context.ts";
import { ContentCheckTrial } from "./contentCheck.view.ts";
import { tryContentCheck } from "./trial.service.ts";

/** GraphQL door of checks by an outside service. */
@Resolver()
export class ContentCheckResolver {
  @Mutation(() => ContentCheckTrial, {
    description: "Sends a sample to the outside service that checks content; for administrators.",
  })
  tryContentCheck(
    @Ctx() ctx: Context,
    @Arg("text", () => String, { description: "The sample, at most 500 characters." }) text: string,
  ) {
    return tryContentCheck(ctx, text);
  }
}
