import { Field, GraphQLISODateTime, ID, ObjectType, registerEnumType } from "type-graphql";
import { Column, Entity, Index, PrimaryGeneratedColumn } from "typeorm";

/** Longest stop word and replacement, in characters (legacy-facts 4.12). */
export const STOP_WORD_MAX = 255;
/** Replacement of a word unless another is given. */
export const REPLACEMENT = "**";

/** Action for a match of a stop word; the database and old clients write it in braces. */
export enum StopWordAction {
  IGNORE = "{IGNORE}",
  /** Content with the word waits for approval. */
  REVIEW = "{MOD}",
  /** Content with the word is refused. */
  BAN = "{BANNED}",
  REPLACE = "{REPLACE}",
}

registerEnumType(StopWordAction, {
  name: "StopWordAction",
  description: "What happens to a text in which a stop word was found.",
  valuesConfig: {
    IGNORE: { description: "Nothing." },
    REVIEW: { description: "It waits for approval." },
    BAN: { description: "It is refused." },
    REPLACE: { description: "The word is replaced." },
  },
});

/** A word that content, names, signatures or messages must not say. */
@ObjectType("StopWord", {
  simpleResolvers: true,
  description: "A word that must not be said, and what happens.",
})
@Entity("stop_words")
@Index(["find"], { unique: true })
export class StopWord {
  @Field(() => ID, { description: "Stable id, never given to anything else." })
  @PrimaryGeneratedColumn({ type: "integer" })
  id!: number;

  @Field(() => String, { description: "`{3}` inside stands for up to three characters of any kind." })
  @Column("varchar", { length: STOP_WORD_MAX })
  find!: string;

  @Field(() => String, { description: "Stands in its place where the action is REPLACE." })
  @Column("varchar", { length: STOP_WORD_MAX })
  replacement!: string;

  @Field(() => StopWordAction, { description: "In titles and bodies." })
  @Column("varchar", { length: 10 })
  ugc!: StopWordAction;

  @Field(() => StopWordAction, { description: "In user names." })
  @Column("varchar", { length: 10 })
  username!: StopWordAction;

  @Field(() => StopWordAction, { description: "In signatures." })
  @Column("varchar", { length: 10 })
  signature!: StopWordAction;

  @Field(() => StopWordAction, { description: "In private messages." })
  @Column("varchar", { length: 10 })
  dialog!: StopWordAction;

  @Field(() => StopWordAction, { description: "In nicknames." })
  @Column("varchar", { length: 10 })
  nickname!: StopWordAction;

  /** The administrator who added it. */
  @Column("integer")
  userId!: number;

  @Field(() => GraphQLISODateTime, { description: "When it was added." })
  @Column("datetime", { precision: 3 })
  createdAt!: Date;

  @Field(() => GraphQLISODateTime, { description: "When it was changed last." })
  @Column("datetime", { precision: 3 })
  updatedAt!: Date;
}
