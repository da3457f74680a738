import { Field, ObjectType, registerEnumType } from "type-graphql";

/** Kinds of agreements. */
export enum AgreementKind {
  TERMS = "TERMS",
  PRIVACY = "PRIVACY",
}
registerEnumType(AgreementKind, {
  name: "AgreementKind",
  description: "Texts that new members agree to.",
  valuesConfig: { TERMS: { description: "Terms of use." }, PRIVACY: { description: "Privacy policy." } },
});

/** A text that members agree to. */
@ObjectType("Agreement", { simpleResolvers: true, description: "A text that members agree to." })
export class Agreement {
  @Field(() => AgreementKind, { description: "Which text it is." })
  kind!: AgreementKind;
  @Field(() => String, { description: "What its administrator wrote as Markdown, rendered." })
  bodyHtml!: string;
}
