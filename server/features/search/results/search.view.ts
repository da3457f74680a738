import { Field, Int, ObjectType, registerEnumType } from "type-graphql";
import { connectionType } from "../../../core/paging.ts";
import { Post } from "../../posts/post.entity.ts";
import { Thread } from "../../threads/thread.entity.ts";
import { Topic } from "../../topics/topic.entity.ts";
import { User } from "../../users/user.entity.ts";

/** A kind of search result. */
export enum SearchKind {
  THREAD = "THREAD",
  POST = "POST",
  USER = "USER",
  TOPIC = "TOPIC",
}
registerEnumType(SearchKind, { name: "SearchKind" });

/** Something that was found. */
@ObjectType("SearchHit", { simpleResolvers: true, description: "Something that was found." })
export class SearchHit {
  /** Id of the thread, reply or member: the place of the hit among those of its kind. */
  id!: number;

  @Field(() => SearchKind)
  kind!: SearchKind;

  @Field(() => String, { description: "Plain text around the first match." })
  snippet!: string;

  @Field(() => Thread, { nullable: true, description: "The thread found, or the thread of the reply found." })
  thread!: Thread | null;

  @Field(() => Post, { nullable: true })
  post!: Post | null;

  @Field(() => User, { nullable: true })
  user!: User | null;

  @Field(() => Topic, { nullable: true })
  topic!: Topic | null;
}

/** Numbers of hits of each kind, at most 100. */
@ObjectType("SearchCounts", {
  simpleResolvers: true,
  description: "Numbers of hits of each kind, at most 100.",
})
export class SearchCounts {
  @Field(() => Int)
  threads!: number;

  @Field(() => Int)
  replies!: number;

  @Field(() => Int)
  members!: number;

  @Field(() => Int)
  topics!: number;
}

/** Hits by pages. */
export const SearchConnection = connectionType("Search", () => SearchHit);
