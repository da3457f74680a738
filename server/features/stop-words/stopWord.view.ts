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

registerEnumType(CensoredField, { name: "CensoredField" });

/** Result of an import. */
@ObjectType("StopWordImport", { simpleResolvers: true })
export class StopWordImport {
  @Field(() => Int)
  created!: number;
  @Field(() => Int)
  updated!: number;
  @Field(() => Int, { description: "Lines that changed nothing." })
  unique!: number;
  @Field(() => ID, { nullable: true, description: "Undoes it; null if nothing changed." })
  batchId!: number | null;
}

/** Result of changing several words. */
@ObjectType("StopWordChanges", { simpleResolvers: true })
export class StopWordChanges {
  @Field(() => ID, { nullable: true, description: "Undoes it; null if all words said that already." })
  batchId!: number | null;
  @Field(() => [StopWord])
  words!: StopWord[];
}

/** Result of the filter for a text. */
@ObjectType("StopWordVerdict", { simpleResolvers: true })
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
  @Field(() => String)
  word!: string;
  @Field(() => Int)
  hits!: number;
  @Field(() => Int)
  replaced!: number;
  @Field(() => Int)
  heldBack!: number;
  @Field(() => Int)
  refused!: number;
  @Field(() => GraphQLISODateTime)
  lastAt!: Date;
}
