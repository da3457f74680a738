import { Arg, Ctx, ID, Int, Mutation, Query, Resolver } from "type-graphql";
import type { Context } from "../../core/context.ts";
import { parseId } from "../../core/ids.ts";
import { SignInAnswer, SignInField } from "./field.entity.ts";
import { SignInAnswerInput, SignInFieldInput } from "./field.input.ts";
import {
  listAnswers,
  listFields,
  reviewSignInField,
  saveSignInFields,
  submitSignInFields,
} from "./field.service.ts";

/** GraphQL queries and mutations of sign-in fields. */
@Resolver()
export class SignInFieldResolver {
  @Query(() => [SignInField])
  signInFields(@Ctx() ctx: Context) {
    return listFields(ctx);
  }

  @Query(() => [SignInAnswer], { description: "One's own answers; administrators read everybody's." })
  signInAnswers(@Ctx() ctx: Context, @Arg("userId", () => ID) userId: string) {
    return listAnswers(ctx, parseId(userId, "userId"));
  }

  @Mutation(() => [SignInField])
  saveSignInFields(@Ctx() ctx: Context, @Arg("fields", () => [SignInFieldInput]) fields: SignInFieldInput[]) {
    return saveSignInFields(ctx, fields);
  }

  @Mutation(() => Boolean)
  submitSignInFields(
    @Ctx() ctx: Context,
    @Arg("answers", () => [SignInAnswerInput]) answers: SignInAnswerInput[],
  ) {
    return submitSignInFields(ctx, answers);
  }

  @Mutation(() => SignInAnswer)
  reviewSignInField(
    @Ctx() ctx: Context,
    @Arg("id", () => ID) id: string,
    @Arg("status", () => Int, { description: "0 discarded, 1 pending, 2 rejected, 3 passed." })
    status: number,
  ) {
    return reviewSignInField(ctx, { id: parseId(id), status });
  }
}
