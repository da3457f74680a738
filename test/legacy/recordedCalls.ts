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

/** Sender of a call. */
export type Caller = "visitor" | "member" | "editor";

/** One call in one shape. */
export interface RecordedCall {
  /** Act of somebody, beginning with the module that sends the call. */
  readonly what: string;
  readonly who: Caller;
  /** Method and path. */
  readonly call: string;
  /** Query of a GET, body of a POST. */
  readonly send: (things: Things) => object;
  /** Places in `Data` that the client looks at, and the types that it expects there. */
  readonly reads?: Readonly<Record<string, Kind>>;
  /** 0 unless said. */
  readonly code?: number;
}

/** Type of a value in an answer. */
export type Kind = "number" | "string" | "boolean" | "array" | "object" | "any";

/** A page of a list. */
export const PAGE = {
  pageData: "array",
  currentPage: "number",
  totalCount: "number",
  totalPage: "number",
} as const;
/** Sends nothing. */
export const none = (): object => ({});

/** Calls that every page makes by itself, before anybody clicks. */
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
  {
    what: "every page: faces",
    who: "visitor",
    call: "GET /api/v3/emoji",
    send: none,
    reads: { "0.url": "string", "0.code": "string", "0.category": "string" },
  },
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

/** Calls of a member at the start and on the page of a thread. */
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

/** Calls that this program does not offer: they move nobody to the page for what does not exist. */
export const NOT_OFFERED: readonly string[] = [
  "GET /api/v3/order.list",
  "GET /api/v3/wallet/nothing",
  "GET /api/v3/signature",
];
