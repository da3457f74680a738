import { Field, ID, InputType, Int } from "type-graphql";
import { AnyValue } from "../../core/rest.ts";
import { StopWordAction } from "./stopWord.entity.ts";

/** A change of a stop word; absent parts stay. */
@InputType("StopWordInput", { description: "A change of a stop word; absent parts stay." })
export class StopWordInput {
  @Field(() => String, { nullable: true, description: "Stands in its place where the action is REPLACE." })
  replacement?: string | null;
  @Field(() => StopWordAction, { nullable: true, description: "In titles and bodies." })
  ugc?: StopWordAction | null;
  @Field(() => StopWordAction, { nullable: true, description: "IGNORE or BAN." })
  username?: StopWordAction | null;
  @Field(() => StopWordAction, { nullable: true, description: "IGNORE or BAN." })
  signature?: StopWordAction | null;
  @Field(() => StopWordAction, { nullable: true, description: "IGNORE or BAN." })
  dialog?: StopWordAction | null;
  @Field(() => StopWordAction, { nullable: true, description: "IGNORE or BAN." })
  nickname?: StopWordAction | null;
}

/** A change of one of several words, with what the word said when it was decided. */
@InputType("StopWordChange", {
  description: "A change of one of several words, with what the word said when it was decided.",
})
export class StopWordChange {
  @Field(() => ID, { description: "Id of the stop word." })
  id!: string;
  @Field(() => StopWordInput, {
    description: "What was seen; a part that somebody else has changed since refuses all changes (CONFLICT).",
  })
  before!: StopWordInput;
  @Field(() => StopWordInput, { description: "What changes." })
  after!: StopWordInput;
}

/** A list of stop words as a legacy client requests it (legacy-facts 2.16). */
@InputType("LegacyStopWordFilter")
export class LegacyStopWordFilter {
  @Field(() => Int, { nullable: true })
  page?: number;
  @Field(() => Int, { nullable: true })
  perPage?: number;
  @Field(() => AnyValue, { nullable: true, description: "A text, or an object with keyword or q." })
  filter?: unknown;
}

/** Lines that a legacy client imports (legacy-facts 2.17). */
@InputType("LegacyStopWordBatch")
export class LegacyStopWordBatch {
  @Field(() => String)
  type!: string;
  @Field(() => [AnyValue])
  words!: unknown[];
  @Field(() => Boolean, { nullable: true })
  overwrite?: boolean;
}

/** Stop words that a legacy client deletes; ids separated by commas (legacy-facts 2.18). */
@InputType("LegacyStopWordIds")
export class LegacyStopWordIds {
  @Field(() => String, { nullable: true })
  id?: string;
  @Field(() => String, { nullable: true })
  ids?: string;
}
