/** Calls as the published web client and mini-program of the predecessor send them: their shapes, our ids. */

/** Ids that the forum under test has for what the calls name. */
export interface Things {
  readonly categoryId: number;
  readonly threadId: number;
  /** First post of the thread. */
  readonly firstPostId: number;
  readonly replyId: number;
  readonly commentId: number;
  readonly authorId: number;
  readonly dialogId: number;
  readonly pictureId: number;
  readonly replyPictureId: number;
  readonly noticeId: number;
}

/** Who sends a call. */
export type Caller = "visitor" | "member" | "editor";

/** One call in one shape. */
export interface RecordedCall {
  /** What somebody does, beginning with the module that sends the call. */
  readonly what: string;
  readonly who: Caller;
  /** Method and path. */
  readonly call: string;
  /** Query of a GET, body of a POST. */
  readonly send: (things: Things) => object;
  /** Where the client looks in `Data`, and the type that it expects there. */
  readonly reads?: Readonly<Record<string, Kind>>;
  /** 0 unless said. */
  readonly code?: number;
}

/** Type of a value in an answer. */
export type Kind = "number" | "string" | "boolean" | "array" | "object" | "any";

const PAGE = { pageData: "array", currentPage: "number", totalCount: "number", totalPage: "number" } as const;
const none = (): object => ({});

/** What every page asks for by itself, before anybody clicks. */
export const OPENING: readonly RecordedCall[] = [
  {
    what: "site store: the site",
    who: "visitor",
    call: "GET /api/v3/forum",
    send: none,
    reads: {
      "setSite.siteName": "string",
      "other.canViewThreads": "boolean",
      "setReg.registerClose": "boolean",
    },
  },
  { what: "every page: faces", who: "visitor", call: "GET /api/v3/emoji", send: none },
  { what: "every page: plugins", who: "visitor", call: "GET /api/v3/plugin/list", send: none },
  {
    what: "index store: categories",
    who: "visitor",
    call: "GET /api/v3/categories",
    send: none,
    reads: { "0.pid": "number", "0.name": "string", "0.children": "array", "0.searchIds": "array" },
  },
  {
    what: "index store: kinds of threads",
    who: "visitor",
    call: "GET /api/v3/thread.typelist",
    send: none,
    reads: { "0.name": "string", "0.type": "any" },
  },
  {
    what: "index store: pinned threads of no category",
    who: "visitor",
    call: "GET /api/v3/thread.stick",
    send: () => ({ categoryIds: [] }),
  },
  {
    what: "index store: pinned threads of a category",
    who: "visitor",
    call: "GET /api/v3/thread.stick",
    send: ({ categoryId }) => ({ categoryIds: [categoryId] }),
  },
  {
    what: "index store: recommended threads",
    who: "visitor",
    call: "GET /api/v3/thread.recommends",
    send: () => ({ categoryIds: [] }),
  },
  {
    what: "thread list store: the home page",
    who: "visitor",
    call: "GET /api/v3/thread.list",
    send: () => ({ perPage: 10, page: 1, filter: {}, sequence: 0 }),
    reads: {
      ...PAGE,
      "pageData.0.threadId": "number",
      "pageData.0.postId": "number",
      "pageData.0.title": "string",
      "pageData.0.user.nickname": "string",
      "pageData.0.content.text": "string",
      "pageData.0.likeReward.likePayCount": "number",
      "pageData.0.displayTag": "object",
      "pageData.0.ability.canEdit": "boolean",
    },
  },
  {
    what: "thread list store: a category with kinds, one of them a plugin's",
    who: "visitor",
    call: "GET /api/v3/thread.list",
    send: ({ categoryId }) => ({
      perPage: 10,
      page: 1,
      scope: 0,
      filter: {
        categoryids: [categoryId],
        types: ["101", "61540fef8f4de8"],
        essence: 0,
        attention: 0,
        sort: 1,
      },
    }),
    reads: PAGE,
  },
  {
    what: "search store: threads",
    who: "visitor",
    call: "GET /api/v3/thread.list",
    send: () => ({ filter: { sort: "3", search: "recorded" }, perPage: 3, page: 1, scope: "2" }),
    reads: PAGE,
  },
  {
    what: "search store: members",
    who: "visitor",
    call: "GET /api/v3/users.list",
    send: () => ({ filter: { hot: 1, nickname: "" }, perPage: 10, page: 1 }),
    reads: { ...PAGE, "pageData.0.userId": "number", "pageData.0.nickname": "string" },
  },
  {
    what: "search store: topics",
    who: "visitor",
    call: "GET /api/v3/topics.list",
    send: () => ({ filter: { hot: 1, content: "" }, perPage: 10, page: 1 }),
    reads: PAGE,
  },
];

/** What a member asks for at the start and on the page of a thread. */
export const READING: readonly RecordedCall[] = [
  {
    what: "user store: who I am",
    who: "member",
    call: "GET /api/v3/user",
    send: none,
    reads: { id: "number", nickname: "string", avatarUrl: "string", group: "object", threadCount: "number" },
  },
  {
    what: "thread store: the author",
    who: "member",
    call: "GET /api/v3/user",
    send: ({ authorId }) => ({ userId: authorId }),
    reads: { id: "number", follow: "number", isDeny: "boolean", fansCount: "number" },
  },
  {
    what: "user store: tools of the editor",
    who: "member",
    call: "GET /api/v3/tom.permissions",
    send: none,
    reads: { "createThread.enable": "boolean", "insertImage.enable": "boolean" },
  },
  {
    what: "message store: unread",
    who: "member",
    call: "GET /api/v3/unreadnotification",
    send: none,
    reads: { unreadNotifications: "number", dialogNotifications: "number", typeUnreadNotifications: "any" },
  },
  {
    what: "thread store: a thread",
    who: "member",
    call: "GET /api/v3/thread.detail",
    send: ({ threadId }) => ({ threadId: String(threadId) }),
    reads: {
      threadId: "number",
      postId: "number",
      "content.text": "string",
      "content.indexes": "any",
      "likeReward.users": "array",
      "likeReward.postCount": "number",
      "displayTag.isEssence": "any",
      "ability.canReply": "boolean",
      "position.address": "string",
      isFavorite: "boolean",
      viewCount: "number",
    },
  },
  {
    what: "thread page: a reading",
    who: "member",
    call: "GET /api/v3/view.count",
    send: ({ threadId }) => ({ threadId }),
    reads: { viewCount: "number" },
  },
  {
    what: "thread page: red packet",
    who: "member",
    call: "GET /api/v3/check.user.get.redpacket",
    send: ({ threadId }) => ({ threadId }),
    reads: { status: "boolean", amount: "number" },
  },
  {
    what: "thread store: replies",
    who: "member",
    call: "GET /api/v3/posts.list",
    send: ({ threadId }) => ({
      filter: { thread: threadId },
      sort: "createdAt",
      page: 1,
      perPage: 20,
      index: 1,
    }),
    reads: {
      ...PAGE,
      "pageData.0.id": "number",
      "pageData.0.content": "string",
      "pageData.0.images": "array",
      "pageData.0.lastThreeComments.0.replyUserId": "number",
      "pageData.0.user.nickname": "string",
    },
  },
  {
    what: "index store: replies below a thread of the list",
    who: "member",
    call: "GET /api/v3/posts.list",
    send: ({ threadId }) => ({ filter: { thread: threadId }, page: 1, perPage: 10, index: 1 }),
    reads: PAGE,
  },
  {
    what: "comment store: the page of a reply",
    who: "member",
    call: "GET /api/v3/posts.detail",
    send: ({ replyId }) => ({ postId: replyId }),
    reads: { id: "number", commentPosts: "array", "commentPosts.0.replyUserId": "number" },
  },
  {
    what: "comment store: the page of a reply, by the older name",
    who: "member",
    call: "GET /api/v3/posts.detail",
    send: ({ replyId }) => ({ pid: replyId }),
    reads: { id: "number" },
  },
  {
    what: "comment store: a reply after a comment was deleted",
    who: "member",
    call: "GET /api/v3/posts.reply",
    send: ({ replyId }) => ({ postId: replyId }),
    reads: { id: "number" },
  },
  {
    what: "thread page: who likes it",
    who: "member",
    call: "GET /api/v3/thread.likedusers",
    send: ({ threadId, firstPostId }) => ({ threadId, postId: firstPostId, type: 0, page: 1, perPage: 20 }),
    reads: { "pageData.list": "array", "pageData.likeCount": "number" },
  },
  {
    what: "user page: own threads",
    who: "member",
    call: "GET /api/v3/thread.list",
    send: () => ({ perPage: 10, page: 1, filter: { toUserId: 0, complex: 5 } }),
    reads: PAGE,
  },
  ...[1, 2, 3].map((complex): RecordedCall => ({
    what: `user page: own drafts, likes, favourites (${complex})`,
    who: "member",
    call: "GET /api/v3/thread.list",
    send: () => ({ perPage: 10, page: 1, filter: { complex } }),
    reads: PAGE,
  })),
  {
    what: "user page: own fields of registering",
    who: "member",
    call: "GET /api/user/signinfields.list.v2",
    send: none,
  },
];

/** What a member writes. */
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

/** What the editor of the program sends for a new thread. */
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

/** What whoever wrote the thread changes at last. */
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

/** Calls that this program does not offer: they move nobody to the page for what does not exist. */
export const NOT_OFFERED: readonly string[] = [
  "POST /api/v3/thread.share",
  "POST /api/v3/user/thread.stick",
  "GET /api/v3/attachment.share",
  "GET /api/v3/posts.postion",
  "GET /api/v3/order.list",
  "GET /api/v3/wallet/nothing",
  "POST /api/v3/users/wechat/miniprogram.login",
];
