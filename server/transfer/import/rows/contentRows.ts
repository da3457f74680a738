import type { Context } from "../../../core/context.ts";
import { freePartOf } from "../../../core/markdown/freePart.ts";
import { nameKey } from "../../../core/text.ts";
import { renderStored } from "../../../features/threads/content/content.service.ts";
import { ApprovalState, hotScoreOf } from "../../../features/threads/thread.entity.ts";
import { topicHotScore } from "../../../features/topics/topic.entity.ts";
import type { RecordOf } from "../../format/records.ts";
import { numbers, time, timeOrNull, type Row, type RowKindOf, yieldedText } from "./rowKind.ts";

const ALL_PERCENT = 100;

/** Renders a body as it is: names behind @ that are no links are only names. */
async function rendered(ctx: Context, body: string) {
  const { bodyHtml, markdownVersion, excerpt, plainText } = await renderStored(ctx, { body, bodyHtml: "" });
  return { body, bodyHtml, markdownVersion, excerpt, plainText };
}

/** True if a part of the text of a thread is sold. */
function isTextSold({ priceCents, freePercent }: RecordOf<"threads">): boolean {
  return priceCents > 0 && freePercent < ALL_PERCENT;
}

const topics: RowKindOf<"topics"> = {
  table: "topics",
  key: ["id"],
  keyValues: numbers,
  uniques: [{ columns: ["nameKey"], yielded: yieldedText }],
  row: (_ctx, { name, createdAt, deletedAt, ...columns }) => ({
    ...columns,
    name,
    nameKey: nameKey(name),
    threadCount: 0,
    hotScore: topicHotScore({ lastUsedAt: time(createdAt), threadCount: 0 }),
    createdAt: time(createdAt),
    deletedAt: timeOrNull(deletedAt),
  }),
  // Texts are linked to topics at the end.
  children: [
    { table: "thread_topics", owner: "topicId", rows: () => [] },
    { table: "topic_categories", owner: "topicId", rows: () => [] },
  ],
};

const attachments: RowKindOf<"attachments"> = {
  table: "attachments",
  key: ["id"],
  keyValues: numbers,
  uniques: [{ columns: ["path"], yielded: yieldedText }],
  row: (_ctx, { memberId, name, bytes, createdAt, ...columns }) => ({
    ...columns,
    userId: memberId,
    fileName: name,
    fileSize: bytes,
    createdAt: time(createdAt),
  }),
};

/** The row of a thread: of a text that is sold the free part. Counters follow at the end. */
async function threadRow(ctx: Context, thread: RecordOf<"threads">): Promise<Row> {
  const free = isTextSold(thread) ? freePartOf(thread.body, thread.freePercent) : thread.body;
  const { createdAt, approval, deletedAt, mergedIntoId } = thread;
  const isVisible = approval === "APPROVED" && deletedAt === null && mergedIntoId === null;
  return {
    ...thread,
    ...(await rendered(ctx, free)),
    approval: ApprovalState[approval],
    visible: isVisible,
    hasImages: false,
    hasAttachments: false,
    hasRedPacket: false,
    hasBounty: false,
    hasQuestion: false,
    hasPoll: false,
    hasGoods: false,
    stickyUntil: timeOrNull(thread.stickyUntil),
    lockedAt: timeOrNull(thread.lockedAt),
    closesAt: timeOrNull(thread.closesAt ?? null),
    closesAfterDays: thread.closesAfterDays ?? null,
    slowModeSeconds: thread.slowModeSeconds ?? 0,
    deletedAt: timeOrNull(deletedAt),
    solutionNumber: null,
    postCount: 0,
    lastNumber: 0,
    likeCount: 0,
    reactions: "",
    favoriteCount: 0,
    hotScore: hotScoreOf({ createdAt: time(createdAt), postCount: 0, likeCount: 0 }),
    createdAt: time(createdAt),
    editedAt: timeOrNull(thread.editedAt),
    lastPostedAt: time(createdAt),
    lastPostedById: null,
    lastPosterIds: "",
    revisionCount: 0,
  };
}

const threads: RowKindOf<"threads"> = {
  table: "threads",
  key: ["id"],
  keyValues: numbers,
  row: threadRow,
  children: [
    {
      // The whole text, where a part of it is sold.
      table: "paid_contents",
      owner: "threadId",
      rows: async (ctx, thread) => {
        if (!isTextSold(thread)) return [];
        const { body, bodyHtml, markdownVersion } = await rendered(ctx, thread.body);
        return [{ threadId: thread.id, body, bodyHtml, markdownVersion }];
      },
    },
    { table: "thread_topics", owner: "threadId", rows: () => [] },
  ],
  attached: [{ table: "thread_events", owner: "threadId" }],
};

const posts: RowKindOf<"posts"> = {
  table: "posts",
  key: ["id"],
  keyValues: numbers,
  uniques: [{ columns: ["threadId", "number"], yielded: () => null }],
  dependents: [{ kind: "posts", owner: "parentId" }],
  row: async (ctx, post) => ({
    ...post,
    ...(await rendered(ctx, post.body)),
    hasAttachments: false,
    approval: ApprovalState[post.approval],
    visible: post.approval === "APPROVED" && post.deletedAt === null,
    deletedAt: timeOrNull(post.deletedAt),
    likeCount: 0,
    reactions: "",
    commentCount: 0,
    createdAt: time(post.createdAt),
    editedAt: timeOrNull(post.editedAt),
  }),
};

const postMoves: RowKindOf<"postMoves"> = {
  table: "post_moves",
  key: ["threadId", "number"],
  keyValues: numbers,
  row: (_ctx, columns) => columns,
};

const threadReactions: RowKindOf<"threadReactions"> = {
  table: "thread_likes",
  key: ["threadId", "userId"],
  keyValues: numbers,
  row: (_ctx, { memberId, createdAt, ...columns }) => ({
    ...columns,
    userId: memberId,
    createdAt: time(createdAt),
  }),
};

const postReactions: RowKindOf<"postReactions"> = {
  table: "post_likes",
  key: ["postId", "userId"],
  keyValues: numbers,
  row: (_ctx, { memberId, createdAt, ...columns }) => ({
    ...columns,
    userId: memberId,
    createdAt: time(createdAt),
  }),
};

const bookmarkFolders: RowKindOf<"bookmarkFolders"> = {
  table: "bookmark_folders",
  key: ["id"],
  keyValues: numbers,
  uniques: [{ columns: ["userId", "nameKey"], yielded: yieldedText }],
  row: (_ctx, { memberId, name, createdAt, ...columns }) => ({
    ...columns,
    name,
    nameKey: nameKey(name),
    userId: memberId,
    createdAt: time(createdAt),
  }),
};

const favorites: RowKindOf<"favorites"> = {
  table: "thread_favorites",
  key: ["threadId", "userId"],
  keyValues: numbers,
  row: (_ctx, { threadId, memberId, createdAt, note, folderId, remindAt }) => ({
    threadId,
    userId: memberId,
    createdAt: time(createdAt),
    note: note ?? "",
    folderId: folderId ?? null,
    remindAt: timeOrNull(remindAt ?? null),
  }),
};

const polls: RowKindOf<"polls"> = {
  table: "polls",
  key: ["id"],
  keyValues: numbers,
  uniques: [{ columns: ["threadId"] }],
  dependents: [
    { kind: "pollVotes", owner: "pollId" },
    { kind: "pollOptions", owner: "pollId" },
  ],
  row: (_ctx, { createdAt, endsAt, ...columns }) => ({
    ...columns,
    voterCount: 0,
    version: 0,
    createdAt: time(createdAt),
    endsAt: timeOrNull(endsAt),
  }),
};

const pollOptions: RowKindOf<"pollOptions"> = {
  table: "poll_options",
  key: ["id"],
  keyValues: numbers,
  uniques: [{ columns: ["pollId", "position"], yielded: (id) => -id }],
  row: (_ctx, columns) => ({ ...columns, voteCount: 0 }),
};

const pollVotes: RowKindOf<"pollVotes"> = {
  table: "poll_votes",
  key: ["pollId", "userId", "place"],
  keyValues: numbers,
  uniques: [{ columns: ["optionId", "userId"] }],
  row: (_ctx, { memberId, votedAt, ...columns }) => ({
    ...columns,
    userId: memberId,
    votedAt: time(votedAt),
  }),
};

const goods: RowKindOf<"goods"> = {
  table: "goods",
  key: ["id"],
  keyValues: numbers,
  uniques: [{ columns: ["threadId"] }],
  row: (_ctx, { createdAt, ...columns }) => ({ ...columns, createdAt: time(createdAt) }),
};

const drafts: RowKindOf<"drafts"> = {
  table: "drafts",
  key: ["id"],
  keyValues: numbers,
  row: (_ctx, { memberId, attachmentIds, gifts, poll, goods, createdAt, updatedAt, ...columns }) => ({
    ...columns,
    userId: memberId,
    fileIds: attachmentIds.length === 0 ? "" : `,${attachmentIds.join(",")},`,
    giftsJson: gifts,
    pollJson: poll,
    goodsJson: goods,
    version: 1,
    createdAt: time(createdAt),
    updatedAt: time(updatedAt),
  }),
};

/** Rows of threads, replies, and what members did with them. */
export const CONTENT_ROWS = {
  topics,
  attachments,
  threads,
  posts,
  postMoves,
  threadReactions,
  postReactions,
  bookmarkFolders,
  favorites,
  polls,
  pollOptions,
  pollVotes,
  goods,
  drafts,
} as const;
