import { Field, GraphQLISODateTime, ID, Int, ObjectType, registerEnumType } from "type-graphql";
import { StopWord, StopWordAction } from "./stopWord.entity.ts";

/** Place that a text is written for; each stop word has an action for each. */
export enum CensoredField {
  TITLE = "TITLE",
  BODY = "BODY",
  USERNAME = "USERNAME",
  NICKNAME = "NICKNAME",
  SIGNATURE = "SIGNATURE",
  DIALOG = "DIALOG",
}

registerEnumType(CensoredField, {
  name: "CensoredField",
  description: "Kinds of texts that stop words look at.",
  valuesConfig: {
    TITLE: { description: "Titles of threads." },
    BODY: { description: "Texts of threads, replies and comments." },
    USERNAME: { description: "User names." },
    NICKNAME: { description: "Nicknames." },
    SIGNATURE: { description: "Signatures." },
    DIALOG: { description: "Private messages." },
  },
});

/** Result of an import. */
@ObjectType("StopWordImport", { simpleResolvers: true, description: "Result of an import of stop words." })
export class StopWordImport {
  @Field(() => Int, { description: "Words that were added." })
  created!: number;
  @Field(() => Int, { description: "Words that were there and changed." })
  updated!: number;
  @Field(() => Int, { description: "Lines that changed nothing." })
  unique!: number;
  @Field(() => ID, { nullable: true, description: "Undoes it; null if nothing changed." })
  batchId!: number | null;
}

/** Result of changing several words. */
@ObjectType("StopWordChanges", {
  simpleResolvers: true,
  description: "Result of changing several stop words.",
})
export class StopWordChanges {
  @Field(() => ID, { nullable: true, description: "Undoes it; null if all words said that already." })
  batchId!: number | null;
  @Field(() => [StopWord], { description: "The words as they are now." })
  words!: StopWord[];
}

/** Result of the filter for a text. */
@ObjectType("StopWordVerdict", { simpleResolvers: true, description: "What the stop words say of a text." })
export class StopWordVerdict {
  @Field(() => StopWordAction, { description: "The strictest of what the words found ask for." })
  action!: StopWordAction;
  @Field(() => String, { description: "With replacements." })
  text!: string;
  @Field(() => [String], { description: "The stop words that were found, each once." })
  words!: string[];
}

/** Number of matches of a stop word in texts that members submitted. */
@ObjectType("StopWordUse", { simpleResolvers: true, description: "How often a stop word was found." })
export class StopWordUse {
  @Field(() => String, { description: "The stop word." })
  word!: string;
  @Field(() => Int, { description: "Texts in which it was found." })
  hits!: number;
  @Field(() => Int, { description: "Texts in which it was replaced." })
  replaced!: number;
  @Field(() => Int, { description: "Texts that waited for approval because of it." })
  heldBack!: number;
  @Field(() => Int, { description: "Texts that were refused because of it." })
  refused!: number;
  @Field(() => GraphQLISODateTime, { description: "When it was found last." })
  lastAt!: Date;
}
