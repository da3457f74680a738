import { Field, ObjectType } from "type-graphql";

/** Reason for which a draft was not published at its time. */
@ObjectType("DraftProblem", {
  simpleResolvers: true,
  description: "Why a draft was not published at its time.",
})
export class DraftProblem {
  @Field(() => String, { description: "Code of the error, as `extensions.code` of errors has it." })
  code!: string;

  @Field(() => String, { description: "What it means, in the language of the viewer." })
  message!: string;
}
