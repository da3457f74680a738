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
  @Query(() => [SignInField], { description: "What the site asks new members, in order." })
  signInFields(@Ctx() ctx: Context) {
    return listFields(ctx);
  }

  @Query(() => [SignInAnswer], { description: "One's own answers; administrators read everybody's." })
  signInAnswers(
    @Ctx() ctx: Context,
    @Arg("userId", () => ID, { description: "The member who answered." }) userId: string,
  ) {
    return listAnswers(ctx, parseId(userId, "userId"));
  }

  @Mutation(() => [SignInField], { description: "Replaces what the site asks new members." })
  saveSignInFields(
    @Ctx() ctx: Context,
    @Arg("fields", () => [SignInFieldInput], { description: "All fields, in order." })
    fields: SignInFieldInput[],
  ) {
    return saveSignInFields(ctx, fields);
  }

  @Mutation(() => Boolean, { description: "Gives the viewer's answers; true when done." })
  submitSignInFields(
    @Ctx() ctx: Context,
    @Arg("answers", () => [SignInAnswerInput], { description: "One answer for each field that is required." })
    answers: SignInAnswerInput[],
  ) {
    return submitSignInFields(ctx, answers);
  }

  @Mutation(() => SignInAnswer, { description: "Decides about an answer; for administrators." })
  reviewSignInField(
    @Ctx() ctx: Context,
    @Arg("id", () => ID, { description: "Id of the answer." }) id: string,
    @Arg("status", () => Int, { description: "0 discarded, 1 pending, 2 rejected, 3 passed." })
    status: number,
  ) {
    return reviewSignInField(ctx, { id: parseId(id), status });
  }
}
