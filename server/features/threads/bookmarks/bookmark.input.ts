import { Field, GraphQLISODateTime, ID, InputType } from "type-graphql";
import { MaxCharacters } from "../../../core/validation.ts";
import { BOOKMARK_NOTE_MAX } from "../reactions/reaction.entity.ts";

/** Changes of a bookmark; what is absent stays as it is. */
@InputType("SetBookmarkInput", { description: "A bookmark as it is to be; what is absent stays." })
export class SetBookmarkInput {
  @Field(() => ID, { description: "The thread; it becomes a bookmark if it is none." })
  threadId!: string;

  @Field(() => String, { nullable: true, description: "The note; empty or null for none." })
  @MaxCharacters(BOOKMARK_NOTE_MAX)
  note?: string | null;

  @Field(() => ID, { nullable: true, description: "An own folder; null for none." })
  folderId?: string | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: "A time within the next five years; null for none.",
  })
  remindAt?: Date | null;
}

/** Conditions of a list of bookmarks. */
@InputType("BookmarkFilter", { description: "Which bookmarks a list shows; all rules hold." })
export class BookmarkFilter {
  @Field(() => ID, { nullable: true, description: "Those in this folder." })
  folderId?: string | null;

  @Field(() => Boolean, { nullable: true, description: "True for those in no folder." })
  unfiled?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: "True for those that the member is reminded of." })
  hasReminder?: boolean | null;
}
