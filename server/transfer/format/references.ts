import type { Kind, RecordOf } from "./records.ts";

/** Kinds whose records others name by their id. */
export type Named =
  | "groups"
  | "members"
  | "categories"
  | "topics"
  | "attachments"
  | "threads"
  | "posts"
  | "dialogs"
  | "rooms"
  | "messages"
  | "polls"
  | "pollOptions"
  | "bookmarkFolders"
  | "invitations";

/** Names of other records in a record, as kind and id. */
type Names = readonly (readonly [field: string, kind: Named, id: number | null])[];

/** Lists the records that a record names; ids that are null name none. */
export const REFERENCES: { readonly [K in Kind]?: (record: RecordOf<K>) => Names } = {
  members: (each) => [
    ["groupId", "groups", each.groupId],
    ["returnGroupId", "groups", each.returnGroupId],
  ],
  credentials: ({ memberId }) => [["memberId", "members", memberId]],
  contacts: ({ memberId }) => [["memberId", "members", memberId]],
  wechatAccounts: ({ memberId }) => [["memberId", "members", memberId]],
  follows: ({ fromId, toId }) => [
    ["fromId", "members", fromId],
    ["toId", "members", toId],
  ],
  blocks: ({ memberId, blockedId }) => [
    ["memberId", "members", memberId],
    ["blockedId", "members", blockedId],
  ],
  categories: ({ parentId }) => [["parentId", "categories", parentId]],
  topics: ({ mergedIntoId }) => [["mergedIntoId", "topics", mergedIntoId]],
  attachments: ({ memberId, threadId, postId }) => [
    ["memberId", "members", memberId],
    ["threadId", "threads", threadId],
    ["postId", "posts", postId],
  ],
  threads: ({ categoryId, authorId, mergedIntoId, solutionId }) => [
    ["categoryId", "categories", categoryId],
    ["authorId", "members", authorId],
    ["mergedIntoId", "threads", mergedIntoId],
    ["solutionId", "posts", solutionId],
  ],
  posts: ({ threadId, authorId, parentId, replyToPostId }) => [
    ["threadId", "threads", threadId],
    ["authorId", "members", authorId],
    ["parentId", "posts", parentId],
    ["replyToPostId", "posts", replyToPostId],
  ],
  postMoves: ({ threadId, postId, toThreadId }) => [
    ["threadId", "threads", threadId],
    ["postId", "posts", postId],
    ["toThreadId", "threads", toThreadId],
  ],
  threadReactions: ({ threadId, memberId }) => [
    ["threadId", "threads", threadId],
    ["memberId", "members", memberId],
  ],
  postReactions: ({ postId, memberId }) => [
    ["postId", "posts", postId],
    ["memberId", "members", memberId],
  ],
  bookmarkFolders: ({ memberId }) => [["memberId", "members", memberId]],
  favorites: ({ threadId, memberId, folderId }) => [
    ["threadId", "threads", threadId],
    ["memberId", "members", memberId],
    ["folderId", "bookmarkFolders", folderId ?? null],
  ],
  watches: ({ memberId }) => [["memberId", "members", memberId]],
  dialogs: ({ lowMemberId, highMemberId }) => [
    ["lowMemberId", "members", lowMemberId],
    ["highMemberId", "members", highMemberId],
  ],
  rooms: ({ ownerId, members }) => [
    ["ownerId", "members", ownerId],
    ...members.flatMap(({ memberId, invitedById }, index): Names => [
      [`members.${index}.memberId`, "members", memberId],
      [`members.${index}.invitedById`, "members", invitedById],
    ]),
  ],
  messages: ({ dialogId, roomId, eventMemberId, authorId, attachmentId }) => [
    ["dialogId", "dialogs", dialogId],
    ["roomId", "rooms", roomId ?? null],
    ["eventMemberId", "members", eventMemberId ?? null],
    ["authorId", "members", authorId],
    ["attachmentId", "attachments", attachmentId],
  ],
  invitations: ({ memberId, groupId }) => [
    ["memberId", "members", memberId],
    ["groupId", "groups", groupId],
  ],
  acceptances: ({ memberId, inviterId, invitationId }) => [
    ["memberId", "members", memberId],
    ["inviterId", "members", inviterId],
    ["invitationId", "invitations", invitationId],
  ],
  signInAnswers: ({ memberId }) => [["memberId", "members", memberId]],
  transactions: ({ entries }) =>
    entries.map(({ memberId }, index) => [`entries.${index}.memberId`, "members", memberId]),
  holds: ({ memberId }) => [["memberId", "members", memberId]],
  orders: ({ memberId, payeeId, threadId, inviterId }) => [
    ["memberId", "members", memberId],
    ["payeeId", "members", payeeId],
    ["threadId", "threads", threadId],
    ["inviterId", "members", inviterId],
  ],
  entitlements: ({ memberId }) => [["memberId", "members", memberId]],
  redPackets: ({ threadId, memberId, shares }) => [
    ["threadId", "threads", threadId],
    ["memberId", "members", memberId],
    ...shares.flatMap((share, index): Names => [
      [`shares.${index}.memberId`, "members", share.memberId],
      [`shares.${index}.postId`, "posts", share.postId],
    ]),
  ],
  bounties: ({ threadId, memberId, gifts }) => [
    ["threadId", "threads", threadId],
    ["memberId", "members", memberId],
    ...gifts.flatMap((gift, index): Names => [
      [`gifts.${index}.memberId`, "members", gift.memberId],
      [`gifts.${index}.postId`, "posts", gift.postId],
    ]),
  ],
  questions: ({ threadId, askerId, answererId }) => [
    ["threadId", "threads", threadId],
    ["askerId", "members", askerId],
    ["answererId", "members", answererId],
  ],
  withdrawals: ({ memberId }) => [["memberId", "members", memberId]],
  polls: ({ threadId }) => [["threadId", "threads", threadId]],
  pollOptions: ({ pollId }) => [["pollId", "polls", pollId]],
  pollVotes: ({ pollId, memberId, optionId }) => [
    ["pollId", "polls", pollId],
    ["memberId", "members", memberId],
    ["optionId", "pollOptions", optionId],
  ],
  goods: ({ threadId, imageId }) => [
    ["threadId", "threads", threadId],
    ["imageId", "attachments", imageId],
  ],
  drafts: ({ memberId }) => [["memberId", "members", memberId]],
};
