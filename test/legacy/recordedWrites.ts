import { PAGE, none, type RecordedCall } from "./recordedCalls.ts";

/** Calls that change something, as recordedCalls.ts has those that read. */

/** Calls of a member who writes. */
export const WRITING: readonly RecordedCall[] = [
  {
    what: "editor: where one may write",
    who: "member",
    call: "GET /api/v3/categories.thread",
    send: none,
    reads: { "0.pid": "number", "0.canCreateThread": "boolean", "0.children": "array" },
  },
  {
    what: "editor: people behind an @",
    who: "member",
    call: "GET /api/v3/follow.list",
    send: () => ({ perPage: 20, filter: { type: 1 }, page: 1 }),
    reads: PAGE,
  },
  {
    what: "editor: topics",
    who: "member",
    call: "GET /api/v3/topics.list",
    send: () => ({ page: 1, perPage: 20, filter: { content: "" } }),
    reads: PAGE,
  },
  {
    what: "web editor: a thread",
    who: "member",
    call: "POST /api/v3/thread.create",
    send: ({ categoryId }) => ({
      ...written(categoryId, "<p>第一段</p>\n<p><strong>粗</strong></p>"),
      title: "T",
    }),
    reads: { threadId: "number", "content.text": "string", title: "string" },
  },
  {
    what: "mini-program: a thread without a title",
    who: "member",
    call: "POST /api/v3/thread.create",
    send: ({ categoryId }) => written(categoryId, "第一行<br />第二行"),
    reads: { threadId: "number", title: "string" },
  },
  {
    what: "mini-program: pictures alone",
    who: "member",
    call: "POST /api/v3/thread.create",
    send: ({ categoryId, pictureId }) => ({
      ...written(categoryId, ""),
      content: { text: "", indexes: { 101: { tomId: 101, body: { imageIds: [pictureId] } } } },
    }),
    reads: {
      "content.indexes.101.body.0.extension": "string",
      "content.indexes.101.body.0.fileType": "string",
      "content.indexes.101.body.0.thumbUrl": "string",
    },
  },
  {
    what: "web editor: a link to goods is read",
    who: "member",
    call: "POST /api/v3/goods/analysis",
    send: () => ({ address: "https://item.jd.com/100012043978.html" }),
    reads: { title: "string", price: "string", platformId: "string", type: "number", imagePath: "string" },
  },
  {
    what: "web editor: goods, with what the reading of the link has answered",
    who: "member",
    call: "POST /api/v3/thread.create",
    send: ({ categoryId }) => ({
      ...written(categoryId, "<p>推荐</p>"),
      content: { text: "<p>推荐</p>", indexes: { 104: { tomId: 104, body: GOODS } } },
    }),
    reads: {
      "content.indexes.104.body.title": "string",
      "content.indexes.104.body.price": "string",
      "content.indexes.104.body.detailContent": "string",
    },
  },
  ...[{ categoryId: 0 }, { categoryId: "" }, {}].map((category): RecordedCall => ({
    what: `editor: a draft without a category (${JSON.stringify(category)})`,
    who: "member",
    call: "POST /api/v3/thread.create",
    send: () => {
      const { categoryId: _left, ...rest } = written(0, "<p>later</p>");
      return { ...rest, ...category, draft: 1 };
    },
    reads: { threadId: "number", isDraft: "boolean", categoryId: "number" },
  })),
  {
    what: "editor: a thread without a category is not published",
    who: "member",
    call: "POST /api/v3/thread.create",
    send: () => written(0, "<p>now</p>"),
    code: -7076,
  },
  {
    what: "comment store: a reply",
    who: "member",
    call: "POST /api/v3/posts.create",
    send: ({ threadId, firstPostId }) => ({
      id: threadId,
      content: "<p>A reply</p>",
      replyId: firstPostId,
      attachments: [],
    }),
    reads: { id: "number", isApproved: "number", redPacketAmount: "number", content: "string" },
  },
  {
    what: "comment store: pictures alone",
    who: "member",
    call: "POST /api/v3/posts.create",
    send: ({ threadId, replyPictureId }) => ({
      id: String(threadId),
      content: "",
      attachments: [{ id: replyPictureId, type: "attachments" }],
    }),
    reads: { id: "number", "images.0.url": "string", "images.0.thumbUrl": "string" },
  },
  {
    what: "comment store: a comment",
    who: "member",
    call: "POST /api/v3/posts.create",
    send: ({ threadId, replyId }) => ({
      id: threadId,
      replyId,
      content: "A comment",
      isComment: true,
      attachments: [],
    }),
    reads: { id: "number", replyUserId: "number", "replyUser.nickname": "string" },
  },
  {
    what: "comment store: a comment on a comment",
    who: "member",
    call: "POST /api/v3/posts.create",
    send: ({ threadId, replyId, commentId }) => ({
      id: threadId,
      replyId,
      content: "Another",
      isComment: true,
      attachments: [],
      commentPostId: commentId,
    }),
    reads: {
      id: "number",
      commentPostId: "number",
      commentUserId: "number",
      "commentUser.nickname": "string",
    },
  },
  {
    what: "thread store: a like of the thread",
    who: "member",
    call: "POST /api/v3/posts.update",
    send: ({ threadId, firstPostId }) => ({
      id: threadId,
      postId: firstPostId,
      data: { attributes: { isLiked: true } },
    }),
    reads: { isLiked: "boolean", likePayCount: "number", threadId: "number" },
  },
  {
    what: "comment store: a like of a reply, by the older name",
    who: "member",
    call: "POST /api/v3/posts.update",
    send: ({ replyId }) => ({ pid: replyId, data: { attributes: { isLiked: true } } }),
    reads: { likeCount: "number", redPacketAmount: "number" },
  },
  {
    what: "thread store: a favourite",
    who: "member",
    call: "POST /api/v3/threads/operate",
    send: ({ threadId }) => ({ id: threadId, isFavorite: true }),
  },
  {
    what: "thread store: a report",
    who: "member",
    call: "POST /api/v3/reports",
    send: ({ threadId, authorId }) => ({ threadId, type: 1, reason: "广告垃圾", userId: authorId }),
    reads: { id: "number" },
  },
  {
    what: "user store: a signature",
    who: "member",
    call: "POST /api/v3/users/update.user",
    send: () => ({ signature: "Hello" }),
    reads: { signature: "string" },
  },
];

/** Goods as the predecessor answers them. */
const GOODS = {
  ...{ id: 7, platformId: "100012043978", title: "水壶", imagePath: "", price: "129.00", type: 2 },
  ...{ typeName: "京东", status: 0, readyContent: "https://item.jd.com/100012043978.html" },
  detailContent: "https://item.jd.com/100012043978.html",
};

/** Body that the client's editor sends for a new thread. */
function written(categoryId: number, text: string): Record<string, unknown> {
  return {
    title: "",
    categoryId,
    content: { text },
    price: 0,
    freeWords: 0,
    attachmentPrice: 0,
    draft: 0,
    anonymous: 0,
  };
}

/** People and messages. */
export const TALKING: readonly RecordedCall[] = [
  {
    what: "message store: the dialog with somebody",
    who: "member",
    call: "GET /api/v3/dialog.record",
    send: ({ authorId }) => ({ userId: authorId }),
    reads: { dialogId: "any" },
  },
  {
    what: "message store: a first message",
    who: "member",
    call: "POST /api/v3/dialog.create",
    send: ({ authorId }) => ({ recipientUserId: authorId, isImage: false, messageText: "Hello" }),
    reads: { dialogId: "number" },
  },
  {
    what: "message store: a further message",
    who: "member",
    call: "POST /api/v3/dialog/message.create",
    send: ({ dialogId }) => ({ dialogId: String(dialogId), isImage: false, messageText: "Again" }),
    reads: { dialogMessageId: "number" },
  },
  {
    what: "message store: dialogs",
    who: "member",
    call: "GET /api/v3/dialog",
    send: () => ({ perPage: 20, page: 1 }),
    reads: {
      ...PAGE,
      "pageData.0.sender.nickname": "string",
      "pageData.0.dialogMessage.unreadCount": "number",
    },
  },
  {
    what: "message store: messages",
    who: "member",
    call: "GET /api/v3/dialog/message",
    send: ({ dialogId }) => ({ perPage: 200, page: 1, filter: { dialogId } }),
    reads: { ...PAGE, "pageData.0.user.avatar": "string", "pageData.0.messageTextHtml": "string" },
  },
  {
    what: "message store: messages are read",
    who: "member",
    call: "POST /api/v3/dialog.update",
    send: ({ dialogId }) => ({ dialogId }),
  },
  ...[
    "system",
    "related",
    "replied",
    "liked",
    "rewarded,threadrewarded,receiveredpacket,threadrewardedexpired",
    "related,replied,liked",
  ].map((type): RecordedCall => ({
    what: `message store: notices (${type})`,
    who: "editor",
    call: "GET /api/v3/notification",
    send: () => ({ perPage: 10, page: 1, filter: { type } }),
    reads: PAGE,
  })),
  {
    what: "message store: a notice is deleted",
    who: "editor",
    call: "POST /api/v3/notification.delete",
    send: ({ noticeId }) => ({ id: noticeId }),
  },
  {
    what: "user store: a follow",
    who: "member",
    call: "POST /api/v3/follow.create",
    send: ({ authorId }) => ({ toUserId: authorId }),
    reads: { isMutual: "number" },
  },
  {
    what: "user page: whom somebody follows",
    who: "member",
    call: "GET /api/v3/follow.list",
    send: ({ authorId }) => ({ page: 1, perPage: 20, filter: { userId: authorId, type: 2 } }),
    reads: { ...PAGE, "pageData.0.user.userId": "number", "pageData.0.userFollow.isMutual": "any" },
  },
  {
    what: "user store: no follow any longer",
    who: "member",
    call: "POST /api/v3/follow.delete",
    send: ({ authorId }) => ({ id: authorId, type: 1 }),
  },
  {
    what: "user store: a block",
    who: "member",
    call: "POST /api/v3/users/deny.create",
    send: ({ authorId }) => ({ id: authorId }),
    reads: { denyUserId: "number" },
  },
  {
    what: "user page: the blocked",
    who: "member",
    call: "GET /api/v3/users/deny.list",
    send: () => ({ page: 1, perPage: 20 }),
    reads: { ...PAGE, "pageData.0.denyUserId": "number" },
  },
  {
    what: "user store: no block any longer",
    who: "member",
    call: "POST /api/v3/users/deny.delete",
    send: ({ authorId }) => ({ id: authorId }),
  },
  {
    what: "message store: a dialog is hidden",
    who: "member",
    call: "POST /api/v3/dialog.delete",
    send: ({ dialogId }) => ({ id: dialogId }),
  },
];

/** Changes that the author of the thread makes at last. */
export const EDITING: readonly RecordedCall[] = [
  {
    what: "web editor: a change, the place taken away",
    who: "editor",
    call: "POST /api/v3/thread.update",
    send: ({ threadId, categoryId }) => ({
      ...written(categoryId, "<p>Changed</p>"),
      title: "Recorded again",
      position: { longitude: 0, latitude: 0, cityname: "", address: "", location: "" },
      threadId,
    }),
    reads: { threadId: "number", "content.text": "string", "position.address": "string" },
  },
  {
    what: "thread store: pinned",
    who: "editor",
    call: "POST /api/v3/threads/operate",
    send: ({ threadId }) => ({ id: threadId, isSticky: true }),
  },
  {
    what: "thread store: featured",
    who: "editor",
    call: "POST /api/v3/threads/operate",
    send: ({ threadId }) => ({ id: threadId, isEssence: true }),
  },
  {
    what: "comment store: a changed reply",
    who: "editor",
    call: "POST /api/v3/posts.update",
    send: ({ threadId, replyId }) => ({
      id: threadId,
      postId: replyId,
      data: { attributes: { content: "<p>Edited</p>", attachments: [] } },
    }),
    reads: { isApproved: "number" },
  },
  {
    what: "comment store: a deleted comment",
    who: "editor",
    call: "POST /api/v3/posts.update",
    send: ({ threadId, commentId }) => ({
      id: threadId,
      postId: commentId,
      data: { attributes: { isDeleted: 1 } },
    }),
  },
  {
    what: "thread store: deleted",
    who: "editor",
    call: "POST /api/v3/thread.delete",
    send: ({ threadId }) => ({ threadId }),
  },
];
