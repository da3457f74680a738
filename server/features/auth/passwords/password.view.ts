import { registerEnumType } from "type-graphql";

/** Kinds of characters that a site may ask for in passwords. */
export enum PasswordKind {
  DIGIT = "DIGIT",
  LOWER = "LOWER",
  SYMBOL = "SYMBOL",
  UPPER = "UPPER",
}

registerEnumType(PasswordKind, {
  name: "PasswordKind",
  description: "A kind of characters that passwords must contain.",
  valuesConfig: {
    DIGIT: { description: "A digit." },
    LOWER: { description: "A small letter." },
    SYMBOL: { description: "A sign that is neither letter nor digit." },
    UPPER: { description: "A capital letter." },
  },
});
