import { Field, ObjectType, registerEnumType } from "type-graphql";

/** Kinds of agreements. */
export enum AgreementKind {
  TERMS = "TERMS",
  PRIVACY = "PRIVACY",
}
registerEnumType(AgreementKind, { name: "AgreementKind" });

/** A text that members agree to. */
@ObjectType("Agreement", { simpleResolvers: true, description: "A text that members agree to." })
export class Agreement {
  @Field(() => AgreementKind)
  kind!: AgreementKind;
  @Field(() => String, { description: "What its administrator wrote as Markdown, rendered." })
  bodyHtml!: string;
}
