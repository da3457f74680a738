import { ArrayMaxSize, IsIn, IsOptional, Max, Min } from "class-validator";
import { Field, ID, InputType, Int } from "type-graphql";
import { useInstead } from "../../core/deprecation.ts";
import { AnyValue } from "../../core/rest.ts";
import { MaxCharacters } from "../../core/validation.ts";
import { FIELD_NAME_MAX, FIELD_TEXT_MAX, FieldStatus, FieldType } from "./field.entity.ts";

/** Greatest absolute value of an order: the limit of GraphQL's Int. */
const SORT_MAX = 2_147_483_647;
/** Most choices of a field. */
const CHOICES_MAX = 100;

/** A field to create or change. */
@InputType("SignInFieldInput", { description: "A field that new members fill in; a new one without `id`." })
export class SignInFieldInput {
  @Field(() => ID, { nullable: true, description: "Of the field that changes; none for a new one." })
  id?: string | null;

  @Field(() => String, { description: "The question, as members see it." })
  @MaxCharacters(FIELD_NAME_MAX)
  name!: string;

  @Field(() => FieldType, { nullable: true, description: "Kind of the answer; it has to be said." })
  kind?: FieldType | null;

  @Field(() => Int, {
    nullable: true,
    description: "0 text, 1 long text, 2 one choice, 3 several choices, 4 picture, 5 file.",
    deprecationReason: useInstead("kind"),
  })
  @IsOptional()
  @Min(0)
  @Max(5)
  type?: number | null;

  @Field(() => [String], { nullable: true, description: "Choices, in order, where the kind has some." })
  @IsOptional()
  @ArrayMaxSize(CHOICES_MAX)
  choices?: string[] | null;

  @Field(() => String, {
    nullable: true,
    description: "Choices as JSON, as in `SignInField`.",
    deprecationReason: useInstead("choices"),
  })
  @IsOptional()
  @MaxCharacters(FIELD_TEXT_MAX)
  fieldsExt?: string | null;

  @Field(() => String, { nullable: true, description: "A hint under the question." })
  @IsOptional()
  @MaxCharacters(FIELD_TEXT_MAX)
  fieldsDesc?: string | null;

  @Field(() => Int, { description: "Place among the fields, lowest first." })
  @Min(-SORT_MAX)
  @Max(SORT_MAX)
  sort!: number;

  @Field(() => FieldStatus, { nullable: true, description: "Whether it is asked; DELETED deletes it." })
  state?: FieldStatus | null;

  @Field(() => Int, {
    nullable: true,
    description: "1 enabled, -1 disabled, 0 deletes it.",
    deprecationReason: useInstead("state"),
  })
  @IsOptional()
  @IsIn([0, 1, -1])
  status?: number | null;

  @Field(() => Boolean, { nullable: true, description: "Whether it has to be answered." })
  required?: boolean | null;
}

/** One answer of a member. */
@InputType("SignInAnswerInput", {
  description: "An answer to a sign-in field: `text`, `chosen` or `fileIds`, by its kind.",
})
export class SignInAnswerInput {
  @Field(() => ID, { description: "Id of the field." })
  fieldId!: string;

  @Field(() => String, { nullable: true, description: "The text." })
  @IsOptional()
  @MaxCharacters(FIELD_TEXT_MAX)
  text?: string | null;

  @Field(() => [String], { nullable: true, description: "What was chosen of `choices`." })
  @IsOptional()
  @ArrayMaxSize(CHOICES_MAX)
  chosen?: string[] | null;

  @Field(() => [ID], { nullable: true, description: "Own uploads, of the kind answerImage or answerFile." })
  @IsOptional()
  @ArrayMaxSize(CHOICES_MAX)
  fileIds?: string[] | null;

  @Field(() => String, {
    nullable: true,
    description: "As JSON.",
    deprecationReason: useInstead("text, chosen or fileIds"),
  })
  @IsOptional()
  @MaxCharacters(FIELD_TEXT_MAX)
  answer?: string | null;
}

/** A field to create or change, as legacy clients send it (legacy-facts 2.13). */
@InputType("LegacyField", { description: "A field that new members fill in; a new one without `id`." })
export class LegacyField {
  @Field(() => ID, { nullable: true, description: "Of the field that changes; none for a new one." })
  id?: string | null;

  @Field(() => String, { description: "The question, as members see it." })
  @MaxCharacters(FIELD_NAME_MAX)
  name!: string;

  @Field(() => Int, {
    description: "0 text, 1 long text, 2 one choice, 3 several choices, 4 picture, 5 file.",
  })
  @Min(0)
  @Max(5)
  type!: number;

  @Field(() => String, { nullable: true, description: "Choices as JSON, as in `SignInField`." })
  @IsOptional()
  @MaxCharacters(FIELD_TEXT_MAX)
  fieldsExt?: string | null;

  @Field(() => String, { nullable: true, description: "A hint under the question." })
  @IsOptional()
  @MaxCharacters(FIELD_TEXT_MAX)
  fieldsDesc?: string | null;

  @Field(() => Int, { description: "Place among the fields, lowest first." })
  @Min(-SORT_MAX)
  @Max(SORT_MAX)
  sort!: number;

  @Field(() => Int, { nullable: true, description: "1 enabled, -1 disabled, 0 deletes it." })
  @IsOptional()
  @IsIn([0, 1, -1])
  status?: number | null;

  @Field(() => Boolean, { nullable: true, description: "Whether it has to be answered." })
  required?: boolean | null;
}

/** Reference to a field (legacy-facts 2.11). */
@InputType("LegacyFieldRef")
export class LegacyFieldRef {
  @Field(() => Int)
  id!: number;
}

/** New status of an answer or a field (legacy-facts 2.14). */
@InputType("LegacyFieldStatus")
export class LegacyFieldStatus extends LegacyFieldRef {
  @Field(() => Int)
  status!: number;
}

/** Reference to the answers of a member (legacy-facts 2.15). */
@InputType("LegacyFieldsOf")
export class LegacyFieldsOf {
  @Field(() => String, { nullable: true })
  userId?: string;
  @Field(() => String, { nullable: true })
  user_id?: string;
}

/** An answer as the predecessor's clients send it: a row of the form that they were given (legacy-facts 4.11). */
@InputType("LegacyAnswer")
export class LegacyAnswer {
  @Field(() => String)
  name!: string;

  @Field(() => Int)
  type!: number;

  @Field(() => AnyValue, { nullable: true })
  fieldsExt?: unknown;
}
