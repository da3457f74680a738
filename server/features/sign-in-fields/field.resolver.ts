import { Arg, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from "type-graphql";
import type { Context } from "../../core/context.ts";
import { useInstead } from "../../core/deprecation.ts";
import { invalid } from "../../core/errors.ts";
import { parseId } from "../../core/ids.ts";
import {
  AnswerStatus,
  FIELD_TEXT_MAX,
  FieldStatus,
  FieldType,
  SignInAnswer,
  SignInField,
} from "./field.entity.ts";
import { SignInAnswerInput, SignInFieldInput } from "./field.input.ts";
import {
  type FieldChange,
  type GivenAnswer,
  listAnswers,
  listFields,
  reviewSignInField,
  saveSignInFields,
  submitSignInFields,
} from "./field.service.ts";
import { answerOf, choicesOf, SignInAnswerFile } from "./field.view.ts";

/** A field as it is stored, from an input in either of its forms. */
function changeOf({ kind, choices, state, ...input }: SignInFieldInput): FieldChange {
  const type = kind ?? input.type;
  if (type === null || type === undefined)
    throw invalid("kind", "请选择类型", "Please say which kind it is.");
  return {
    ...input,
    type,
    fieldsExt: choices ? definitionOf(choices) : input.fieldsExt,
    status: state ?? input.status,
  };
}

function definitionOf(choices: readonly string[]): string {
  if (choices.length === 0) return "";
  const definition = JSON.stringify({ options: choices.map((value) => ({ value, checked: false })) });
  if (definition.length > FIELD_TEXT_MAX) throw invalid("choices", "选项过长", "The choices are too long.");
  return definition;
}

/** An answer as JSON, from an input in either of its forms. */
function givenOf({ fieldId, text, chosen, fileIds, answer }: SignInAnswerInput): GivenAnswer {
  if (text) return { fieldId, answer: JSON.stringify(text) };
  if (chosen && chosen.length > 0) {
    const options = chosen.map((value) => ({ value, checked: true }));
    return { fieldId, answer: JSON.stringify({ options }) };
  }
  if (fileIds && fileIds.length > 0)
    return { fieldId, answer: JSON.stringify(fileIds.map((id) => ({ id }))) };
  return { fieldId, answer: answer ?? "" };
}

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
    return saveSignInFields(ctx, fields.map(changeOf));
  }

  @Mutation(() => Boolean, { description: "Gives the viewer's answers; true when done." })
  submitSignInFields(
    @Ctx() ctx: Context,
    @Arg("answers", () => [SignInAnswerInput], { description: "One answer for each field that is required." })
    answers: SignInAnswerInput[],
  ) {
    return submitSignInFields(ctx, answers.map(givenOf));
  }

  @Mutation(() => SignInAnswer, { description: "Decides about an answer; for administrators." })
  reviewSignInField(
    @Ctx() ctx: Context,
    @Arg("id", () => ID, { description: "Id of the answer." }) id: string,
    @Arg("state", () => AnswerStatus, { nullable: true, description: "The decision; it has to be said." })
    state?: AnswerStatus,
    @Arg("status", () => Int, {
      nullable: true,
      description: "0 discarded, 1 pending, 2 rejected, 3 passed.",
      deprecationReason: useInstead("state"),
    })
    status?: number,
  ) {
    const decision = state ?? status;
    if (decision === undefined) throw invalid("state", "请选择状态", "Please say how it is decided.");
    return reviewSignInField(ctx, { id: parseId(id), status: decision });
  }
}

/** Typed parts of a sign-in field. */
@Resolver(() => SignInField)
export class SignInFieldPartsResolver {
  @FieldResolver(() => FieldType, { description: "Kind of the answer." })
  kind(@Root() { type }: SignInField) {
    return type;
  }

  @FieldResolver(() => FieldStatus, { description: "Whether it is asked." })
  state(@Root() { status }: SignInField) {
    return status;
  }

  @FieldResolver(() => [String], { description: "Choices, in order; empty for kinds without." })
  choices(@Root() { fieldsExt }: SignInField) {
    return choicesOf(fieldsExt);
  }
}

/** Typed parts of an answer. */
@Resolver(() => SignInAnswer)
export class SignInAnswerPartsResolver {
  @FieldResolver(() => FieldType, { description: "Kind of the question." })
  kind(@Root() { type }: SignInAnswer) {
    return type;
  }

  @FieldResolver(() => AnswerStatus, { description: "How far its review is." })
  state(@Root() { status }: SignInAnswer) {
    return status;
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: "The text; null where something else was asked.",
  })
  text(@Root() { fieldsExt }: SignInAnswer) {
    return answerOf(fieldsExt).text;
  }

  @FieldResolver(() => [String], { description: "What was chosen; empty where something else was asked." })
  chosen(@Root() { fieldsExt }: SignInAnswer) {
    return answerOf(fieldsExt).chosen;
  }

  @FieldResolver(() => [SignInAnswerFile], {
    description: "Pictures or files; empty where something else was asked.",
  })
  files(@Root() { fieldsExt }: SignInAnswer) {
    return answerOf(fieldsExt).files;
  }
}
