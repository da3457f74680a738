import { Field, Int, ObjectType, registerEnumType } from "type-graphql";
import { connectionType } from "../../../core/paging.ts";
import { placesFound } from "../../../core/searchTokens.ts";
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
registerEnumType(SearchKind, {
  name: "SearchKind",
  description: "What is looked for.",
  valuesConfig: {
    THREAD: { description: "Titles and texts of threads." },
    POST: { description: "Texts of replies and comments." },
    USER: { description: "Names of members." },
    TOPIC: { description: "Names of topics." },
  },
});

/** Something that was found. */
@ObjectType("SearchHit", { simpleResolvers: true, description: "Something that was found." })
export class SearchHit {
  /** Id of the thread, reply or member: the place of the hit among those of its kind. */
  id!: number;

  /** The query that found it. */
  query!: string;

  @Field(() => SearchKind, { description: "What was found." })
  kind!: SearchKind;

  @Field(() => String, { description: "Plain text around the first match." })
  snippet!: string;

  @Field(() => Thread, { nullable: true, description: "The thread found, or the thread of the reply found." })
  thread!: Thread | null;

  @Field(() => Post, { nullable: true, description: "The reply; null for other kinds." })
  post!: Post | null;

  @Field(() => User, { nullable: true, description: "The member; null for other kinds." })
  user!: User | null;

  @Field(() => Topic, { nullable: true, description: "The topic; null for other kinds." })
  topic!: Topic | null;

  @Field(() => [Int], {
    description:
      "Where the title or name has what was searched for: beginnings and ends in UTF-16 units, in pairs.",
  })
  get titleMarks(): number[] {
    const { thread, user, topic } = this;
    return this.marksIn(user?.nickname ?? topic?.name ?? thread?.title ?? "");
  }

  @Field(() => [Int], {
    description:
      "Where the snippet has what was searched for: beginnings and ends in UTF-16 units, in pairs.",
  })
  get snippetMarks(): number[] {
    return this.marksIn(this.snippet);
  }

  private marksIn(text: string): number[] {
    const isName = this.kind === SearchKind.USER || this.kind === SearchKind.TOPIC;
    return placesFound(text, this.query, { beginnings: isName ? "names" : "words" });
  }
}

/** Numbers of hits of each kind, at most 100. */
@ObjectType("SearchCounts", {
  simpleResolvers: true,
  description: "Numbers of hits of each kind, at most 100.",
})
export class SearchCounts {
  @Field(() => Int, { description: "Threads that were found." })
  threads!: number;

  @Field(() => Int, { description: "Replies and comments that were found." })
  replies!: number;

  @Field(() => Int, { description: "Members who were found." })
  members!: number;

  @Field(() => Int, { description: "Topics that were found." })
  topics!: number;
}

/** Hits by pages. */
export const SearchConnection = connectionType("Search", () => SearchHit);
