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

  /** The words and phrases that found it. */
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

/** Kinds of parts of a search text. */
export enum SearchOperator {
  WORDS = "WORDS",
  PHRASE = "PHRASE",
  WITHOUT = "WITHOUT",
  AUTHOR = "AUTHOR",
  IN = "IN",
  BEFORE = "BEFORE",
  AFTER = "AFTER",
  HAS = "HAS",
}
registerEnumType(SearchOperator, {
  name: "SearchOperator",
  description: "Kinds of parts of a search text.",
  valuesConfig: {
    WORDS: { description: "Words, anywhere in any order." },
    PHRASE: { description: '`"…"`: these words in a row, none of them longer.' },
    WITHOUT: { description: '`-word`, `-"…"`: not where this is.' },
    AUTHOR: { description: "`author:` or `作者:` and a nickname: by this member, or one of these." },
    IN: { description: "`in:` or `板块:` and a name or an id, or `in:title` for the title only." },
    BEFORE: { description: "`before:` or `早于:` and a date: written before it begins." },
    AFTER: { description: "`after:` or `晚于:` and a date: written since it began." },
    HAS: { description: "`has:` or `包含:`: image, file, poll, paid, bounty, redpacket, answer." },
  },
});

/** A part of a search text, as it is understood. */
@ObjectType("SearchPart", {
  simpleResolvers: true,
  description: "A part of a search text, as it is understood.",
})
export class SearchPart {
  @Field(() => SearchOperator, { description: "Its kind." })
  operator!: SearchOperator;

  @Field(() => String, {
    description:
      "Nickname, name of the category, word for what a thread has; otherwise the text behind the operator.",
  })
  value!: string;

  @Field(() => Boolean, { description: "Searches titles only: `in:title`." })
  isTitle!: boolean;

  @Field(() => Boolean, {
    description: "False for an operator that names nobody or nothing, so that nothing is found by it.",
  })
  isKnown!: boolean;

  @Field(() => String, { description: "The search text without this part." })
  rest!: string;
}

/** Hits by pages. */
export const SearchConnection = connectionType("Search", () => SearchHit);
