import { Field, InputType, Int } from "type-graphql";
import { AnyValue } from "../../../core/rest.ts";

/** A list of replies as a legacy client requests it (legacy-facts 3.6). */
@InputType("LegacyPostList")
export class LegacyPostList {
  @Field(() => Int, { nullable: true })
  page?: number;
  @Field(() => Int, { nullable: true })
  perPage?: number;
  @Field(() => String, { nullable: true, description: "createdAt or -createdAt." })
  sort?: string;
  @Field(() => AnyValue, { description: "thread: the id of the thread." })
  filter!: unknown;
}

/** A reply whose place a legacy client looks for; all of it below `filter`. */
@InputType("LegacyPostPlace")
export class LegacyPostPlace {
  @Field(() => AnyValue, { description: "threadId, postId; pageSize for a reply." })
  filter!: unknown;
}

/** A reply or comment as a legacy client says it (legacy-facts 3.6). */
@InputType("LegacyNewPost")
export class LegacyNewPost {
  @Field(() => Int, { description: "The thread." })
  id!: number;
  @Field(() => String, { nullable: true, description: "May be missing where there are attachments." })
  content?: string;
  @Field(() => Boolean, { nullable: true })
  isComment?: boolean;
  @Field(() => Int, { nullable: true, description: "The reply that is commented on." })
  replyId?: number;
  @Field(() => Int, { nullable: true, description: "The comment that is answered." })
  commentPostId?: number;
  @Field(() => [AnyValue], { nullable: true })
  attachments?: unknown[];
}

/** A change of a reply, or of a thread by the id of its first post (legacy-facts 3.6); sent below `data.attributes`. */
@InputType("LegacyPostChange")
export class LegacyPostChange {
  @Field(() => Int, { nullable: true, description: "The reply, or the first post of a thread." })
  pid?: number;
  @Field(() => Int, { nullable: true, description: "The same by its other name." })
  postId?: number;
  @Field(() => Boolean, { nullable: true })
  isLiked?: boolean;
  @Field(() => Boolean, { nullable: true })
  isDeleted?: boolean;
  @Field(() => String, { nullable: true, description: "A new text of a reply." })
  content?: string;
}

/** A reply to read. */
@InputType("LegacyPostRef")
export class LegacyPostRef {
  @Field(() => Int, { nullable: true })
  postId?: number;
  @Field(() => Int, { nullable: true, description: "The same by the name of the old documentation." })
  pid?: number;
}
