import { z } from "zod";
import { cutAt, inLine, quoted } from "../ssr/texts/memberText.ts";
import { THREAD_TEXT_QUERY, threadMarkdown, timeOf, type ThreadText } from "../ssr/texts/threadMarkdown.ts";
import {
  DATA_NOTE,
  listAnswer,
  nameOf,
  type Named,
  type Page,
  THREAD_ROW,
  threadLine,
  type ThreadRow,
} from "./rows.ts";
import { after, defineTool, first, id, READS, shortened, type Tool, type ToolAnswer } from "./tool.ts";

/** Most replies of an answer. */
const FLOORS_MAX = 20;
/** Longest comment within an answer, in characters. */
const COMMENT_MAX = 500;
/** Longest part of one text, in characters. */
const PART_MAX = 20_000;

interface SearchHit {
  readonly snippet: string;
  readonly thread: ThreadRow | null;
  readonly post: {
    readonly id: string;
    readonly number: number | null;
    readonly author: Named | null;
    readonly createdAt: string;
  } | null;
}

const searchThreads = defineTool({
  name: "search_threads",
  title: "Search threads and replies",
  description: "Finds threads, or replies, by words. Gives titles, authors, dates and snippets.",
  query: "search",
  input: z.object({
    query: z.string().min(1).max(200).describe("Words to look for."),
    kind: z.enum(["THREAD", "POST"]).default("THREAD").describe("Threads, or replies (POST)."),
    sort: z.enum(["NEWEST", "RELEVANCE"]).default("RELEVANCE"),
    category_id: id("Only in this category.").optional(),
    author_id: id("Only by this member.").optional(),
    first,
    after,
  }),
  annotations: READS,
  document: `query McpSearch($query: String!, $kind: SearchKind!, $sort: SearchSort!, $filter: SearchFilter, $first: Int!, $after: String) {
    search(query: $query, kind: $kind, sort: $sort, filter: $filter, first: $first, after: $after) {
      nodes { kind snippet thread { ${THREAD_ROW} } post { id number createdAt author { id nickname } } }
      pageInfo { hasNextPage endCursor }
    }
  }`,
  variables: ({ category_id, author_id, ...rest }) => ({
    ...rest,
    filter: { categoryId: category_id, authorId: author_id },
  }),
  answer: ({ search }: { search: Page<SearchHit> }, place) =>
    listAnswer("hits", search, ({ thread, post, snippet }) => {
      const of = post
        ? `\n  - in reply #${post.number ?? "?"} (post ${post.id}) by ${nameOf(post.author)}, ${timeOf(post.createdAt)}`
        : "";
      return thread
        ? `${threadLine({ ...thread, excerpt: "" }, place)}${of}\n\n${quoted(snippet, "  ")}\n`
        : "";
    }),
});

const listThreads = defineTool({
  name: "list_threads",
  title: "List threads",
  description: "Lists threads of the forum or of a category, by newest reply, newest thread, or popularity.",
  query: "threads",
  input: z.object({
    category_id: id("Only of this category.").optional(),
    sort: z.enum(["LAST_REPLY", "NEWEST", "HOT"]).default("LAST_REPLY"),
    author_id: id("Only by this member.").optional(),
    unanswered: z.boolean().optional().describe("Only threads without a reply."),
    first,
    after,
  }),
  annotations: READS,
  document: `query McpThreads($categoryId: ID, $sort: ThreadSort!, $filter: ThreadFilter, $first: Int!, $after: String) {
    threads(categoryId: $categoryId, sort: $sort, filter: $filter, first: $first, after: $after) {
      nodes { ${THREAD_ROW} } pageInfo { hasNextPage endCursor }
    }
  }`,
  variables: ({ category_id, author_id, unanswered, ...rest }) => ({
    ...rest,
    categoryId: category_id,
    filter: { authorId: author_id, unanswered },
  }),
  answer: ({ threads }: { threads: Page<ThreadRow> }, place) =>
    listAnswer("threads", threads, (row) => threadLine(row, place)),
});

const readThread = defineTool({
  name: "read_thread",
  title: "Read a thread",
  description:
    "Reads a thread with its replies (floors) from a number on. Long texts are cut: `read_text` gives the rest. What the member has not paid for, or may not see, is not there.",
  query: "thread",
  input: z.object({
    thread_id: id("The thread."),
    from_floor: z.number().int().min(1).max(999_999_999).default(1).describe("Number of the first reply."),
    floors: z
      .number()
      .int()
      .min(1)
      .max(FLOORS_MAX)
      .default(FLOORS_MAX / 2)
      .describe("Replies, 1 to 20."),
  }),
  annotations: READS,
  document: THREAD_TEXT_QUERY,
  variables: ({ thread_id, from_floor, floors }) => ({
    id: thread_id,
    first: floors,
    sort: "OLDEST",
    fromNumber: from_floor,
  }),
  answer: ({ thread }: { thread: ThreadText }, place, { from_floor }): ToolAnswer => {
    const { posts, body, ...facts } = thread;
    const floors = posts.nodes.map(({ body: text, firstComments, ...post }) => ({
      ...post,
      ...shortened(text),
      firstComments: firstComments.map((comment) => ({
        ...comment,
        ...shortened(comment.body, COMMENT_MAX),
      })),
    }));
    const last = floors.at(-1)?.number ?? null;
    const next = posts.pageInfo.hasNextPage && last !== null ? last + 1 : null;
    const hasText = from_floor === 1;
    const text = shortened(hasText ? body : "");
    const written = { ...facts, ...text, posts: { ...posts, nodes: floors } };
    const cut = [
      ...(text.cut_at ? [`the text of thread ${facts.id}`] : []),
      ...floors.flatMap(({ cut_at, id }) => (cut_at ? [`post ${id}`] : [])),
    ];
    const notes = [
      DATA_NOTE,
      `Posts: ${floors.map(({ number, id }) => `#${number ?? "?"} = post ${id}`).join(", ") || "none"}.`,
      ...(cut.length > 0 ? [`Cut: ${cut.join(", ")}. \`read_text\` gives the rest.`] : []),
      ...(next === null ? [] : [`There is more: call again with from_floor = ${next}.`]),
    ];
    const markdown = threadMarkdown(written, { ...place, hasText, next: null });
    return {
      text: `${notes.join("\n")}\n\n${markdown}`,
      data: {
        thread: { ...facts, ...text, url: `${place.publicUrl}/thread/${facts.id}` },
        floors,
        next_floor: next,
      },
    };
  },
});

const readText = defineTool({
  name: "read_text",
  title: "Read a long text",
  description: "Reads a part of the text of one thread or one reply, for texts that other answers have cut.",
  query: "thread",
  input: z.object({
    kind: z.enum(["THREAD", "POST"]).describe("Whether `id` is that of a thread or of a reply."),
    id: id("The thread or the reply (post)."),
    from: z
      .number()
      .int()
      .min(0)
      .max(100_000)
      .default(0)
      .describe("Character at which the part begins: `cut_at`."),
  }),
  annotations: READS,
  document: `query McpText($id: ID!, $isPost: Boolean!) {
    thread(id: $id, isRepeated: true) @skip(if: $isPost) { body }
    post(id: $id) @include(if: $isPost) { body }
  }`,
  variables: ({ kind, id }) => ({ id, isPost: kind === "POST" }),
  answer: (data: { thread?: { body: string }; post?: { body: string } }, _place, { from }) => {
    const { body } = (data.thread ?? data.post)!;
    const part = cutAt(body.slice(from), PART_MAX);
    const end = from + part.length;
    const next = end < body.length ? end : null;
    const more = next === null ? "" : `\n\nThere is more: call again with from = ${next}.`;
    return {
      text: `${DATA_NOTE}\n\n${quoted(part)}${more}`,
      data: { body: part, from, length: body.length, next_from: next },
    };
  },
});

interface CategoryRow {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly threadCount: number;
  readonly viewerCanPublish: boolean;
  readonly children?: readonly CategoryRow[];
}

const CATEGORY = "id name description threadCount viewerCanPublish";
/** Most categories of an answer. */
const CATEGORIES_MAX = 200;

const listCategories = defineTool({
  name: "list_categories",
  title: "List categories",
  description: "Lists the categories that the member may see, and whether they may publish there.",
  query: "categories",
  input: z.object({}),
  annotations: READS,
  document: `query McpCategories { categories { ${CATEGORY} children { ${CATEGORY} } } }`,
  variables: () => ({}),
  answer: ({ categories }: { categories: readonly CategoryRow[] }, { publicUrl }) => {
    const rows = categories
      .flatMap(({ children = [], ...category }) => [
        { ...category, parent_id: null as string | null },
        ...children.map((child) => ({ ...child, parent_id: category.id })),
      ])
      .slice(0, CATEGORIES_MAX);
    const lines = rows.map(({ id, name, description, threadCount, viewerCanPublish, parent_id }) => {
      const facts = [
        `category ${id}`,
        `${threadCount} threads`,
        ...(viewerCanPublish ? ["may publish"] : []),
      ];
      const words = description.trim() ? ` · ${inLine(description)}` : "";
      return `${parent_id === null ? "" : "  "}- [${inLine(name)}](${publicUrl}/category/${id}) · ${facts.join(" · ")}${words}`;
    });
    return { text: lines.join("\n") || "Nothing.", data: { categories: rows } };
  },
});

interface Member extends Named {
  readonly username: string | null;
  readonly signature: string;
  readonly createdAt: string;
  readonly threadCount: number;
  readonly postCount: number;
  readonly likedCount: number;
  readonly isBanned: boolean;
  readonly group: { readonly name: string };
}

const readMember = defineTool({
  name: "read_member",
  title: "Read the profile of a member",
  description: "Reads the public profile of a member: names, group, counts, signature.",
  query: "user",
  input: z.object({ member_id: id("The member.") }),
  annotations: READS,
  document: `query McpMember($id: ID!) {
    user(id: $id) { id nickname username signature createdAt threadCount postCount likedCount isBanned group { name } }
  }`,
  variables: ({ member_id }) => ({ id: member_id }),
  answer: ({ user }: { user: Member }, { publicUrl }) => {
    const lines = [
      `- Member: [${inLine(user.nickname)}](${publicUrl}/user/${user.id})`,
      `- Group: ${inLine(user.group.name)}`,
      `- Since: ${timeOf(user.createdAt)}`,
      `- Threads: ${user.threadCount}, replies: ${user.postCount}, likes received: ${user.likedCount}`,
      ...(user.isBanned ? ["- Banned"] : []),
    ];
    const signature = user.signature.trim() ? `\n\n${quoted(user.signature)}` : "";
    return { text: `${DATA_NOTE}\n\n${lines.join("\n")}${signature}`, data: { member: user } };
  },
});

interface Notification {
  readonly id: string;
  readonly text: string;
  readonly excerpt: string;
  readonly createdAt: string;
  readonly isRead: boolean;
  readonly thread: { readonly id: string; readonly title: string } | null;
  readonly post: { readonly id: string; readonly number: number | null } | null;
}

const listNotifications = defineTool({
  name: "list_notifications",
  title: "List notifications",
  description:
    "Lists the notifications of the member, the newest first. Reading them here does not mark them as read.",
  query: "notifications",
  input: z.object({
    filter: z.enum(["UNREAD", "MENTIONS"]).optional().describe("Only unread ones, or only mentions."),
    first,
    after,
  }),
  annotations: READS,
  document: `query McpNotifications($filter: NotificationFilter, $first: Int!, $after: String) {
    notifications(filter: $filter, first: $first, after: $after) {
      nodes { id kind text excerpt createdAt isRead thread { id title } post { id number } }
      pageInfo { hasNextPage endCursor }
    }
  }`,
  variables: (input) => input,
  answer: ({ notifications }: { notifications: Page<Notification> }) =>
    listAnswer("notifications", notifications, ({ id, createdAt, isRead, text, excerpt, thread, post }) => {
      const where = [
        ...(thread ? [`thread ${thread.id}`] : []),
        ...(post?.number ? [`reply #${post.number} (post ${post.id})`] : []),
      ];
      const line = `- ${[`notification ${id}`, timeOf(createdAt), isRead ? "read" : "unread", ...where].join(" · ")}`;
      return `${line}\n\n${quoted([text, excerpt].filter(Boolean).join("\n"), "  ")}\n`;
    }),
});

interface DraftRow {
  readonly id: string;
  readonly title: string;
  readonly body: string;
  readonly threadId: string | null;
  readonly categoryId: string | null;
  readonly version: number;
  readonly updatedAt: string;
}

/** Longest beginning of a draft in the list, in characters. */
const DRAFT_MAX = 1_000;
const DRAFTS_MAX = 50;

const listDrafts = defineTool({
  name: "list_drafts",
  title: "List drafts",
  description: "Lists the drafts of the member with the beginning of their texts.",
  query: "drafts",
  input: z.object({}),
  annotations: READS,
  document: `query McpDrafts { drafts { id title body threadId categoryId version updatedAt } }`,
  variables: () => ({}),
  answer: ({ drafts }: { drafts: readonly DraftRow[] }) => {
    const rows = drafts
      .slice(0, DRAFTS_MAX)
      .map(({ body, ...draft }) => ({ ...draft, ...shortened(body, DRAFT_MAX) }));
    const lines = rows.map(({ id, title, threadId, updatedAt, version, body }) => {
      const of = threadId === null ? "new thread" : `reply to thread ${threadId}`;
      const line = `- draft ${id} · version ${version} · ${of} · ${timeOf(updatedAt)} · ${inLine(title)}`;
      return body.trim() ? `${line}\n\n${quoted(body, "  ")}\n` : line;
    });
    return { text: lines.join("\n") || "Nothing.", data: { drafts: rows } };
  },
});

/** Tools that only read. */
export const READING_TOOLS: readonly Tool[] = [
  searchThreads,
  listThreads,
  readThread,
  readText,
  listCategories,
  readMember,
  listNotifications,
  listDrafts,
];
