import { ArrayMaxSize, MinLength } from "class-validator";
import { Field, ID, InputType, registerEnumType } from "type-graphql";
import { MaxCharacters } from "../../core/validation.ts";
import { BODY_MAX } from "../threads/thread.entity.ts";
import { ATTACHMENTS_MAX } from "../threads/thread.input.ts";

/** The orders of replies; `AUTHOR` gives those of the thread's author alone, oldest first. */
export enum PostSort {
  OLDEST = "OLDEST",
  NEWEST = "NEWEST",
  MOST_LIKED = "MOST_LIKED",
  AUTHOR = "AUTHOR",
}
registerEnumType(PostSort, {
  name: "PostSort",
  description: "The orders of replies.",
  valuesConfig: {
    AUTHOR: {
      description: "Only those of the thread's author, oldest first; goes with cursors, not with numbers.",
    },
    OLDEST: { description: "By time, the first one first." },
    NEWEST: { description: "By time, the last one first." },
    MOST_LIKED: { description: "By likes, then by time." },
  },
});

/** A reply to a thread, or a comment on a reply. */
@InputType("ReplyToThreadInput", { description: "A new reply or comment." })
export class ReplyToThreadInput {
  @Field(() => ID, { description: "Id of the thread that is answered." })
  threadId!: string;

  @Field(() => String, { description: "Markdown." })
  @MinLength(1)
  @MaxCharacters(BODY_MAX)
  body!: string;

  @Field(() => ID, { nullable: true, description: "The reply or comment that this comments on." })
  replyToPostId?: string | null;

  @Field(() => [ID], { defaultValue: [], description: "Own uploads, in order." })
  @ArrayMaxSize(ATTACHMENTS_MAX)
  attachmentIds!: string[];

  @Field(() => ID, { nullable: true, description: "The draft that becomes this reply; it is deleted." })
  draftId?: string | null;
}

/** A new text of a reply or comment. */
@InputType("EditPostInput", { description: "A change of a reply or comment." })
export class EditPostInput {
  @Field(() => ID, { description: "Id of the reply or comment." })
  postId!: string;

  @Field(() => String, { description: "The whole new text, Markdown." })
  @MinLength(1)
  @MaxCharacters(BODY_MAX)
  body!: string;

  @Field(() => [ID], {
    nullable: true,
    description: "All attachments from now on, in order; absent, they stay.",
  })
  @ArrayMaxSize(ATTACHMENTS_MAX)
  attachmentIds?: string[] | null;

  @Field(() => String, { nullable: true, description: "Why staff changes it; its author is told." })
  reason?: string | null;
}
