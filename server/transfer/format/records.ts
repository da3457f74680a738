import { z } from "zod";
import { BOOKMARK_RECORDS } from "./bookmarkRecords.ts";
import { GOODS_RECORDS } from "./goodsRecords.ts";
import { MESSAGE_RECORDS } from "./messageRecords.ts";
import { MONEY_RECORDS } from "./moneyRecords.ts";
import { POLL_RECORDS } from "./pollRecords.ts";
import { body, count, id, path, price, text, time } from "./values.ts";

/**
 * Records of the neutral format, version 1: how a forum leaves a program and comes into this one. Each kind is a file of
 * lines, each line one JSON object. Records name each other by the ids of the source; ids are unique within their kind and
 * stay the same in every copy. Times are UTC (`2026-11-26T08:30:00.000Z`), money is whole cents, texts are Markdown.
 */

/**
 * Schemes of password hashes. `luntan` is Argon2id of this program; `ucenter+argon2` and `phpbb2+argon2` are Argon2id of the
 * MD5 that those programs stored, which this program has made of it.
 */
export const PASSWORD_SCHEMES = [
  "luntan",
  "bcrypt",
  "argon2",
  "ucenter",
  "ucenter+argon2",
  "phpass",
  "phpbb",
  "phpbb2",
  "phpbb2+argon2",
  "nodebb",
  "discourse",
] as const;

/** Programs other than this one from which a community can come. */
export const FORMER_SOFTWARE = ["discuz-q", "discuz-x", "flarum", "phpbb", "nodebb", "discourse"] as const;

const STOP_WORD_ACTION = z.enum(["{IGNORE}", "{MOD}", "{BANNED}", "{REPLACE}"]);
const APPROVAL = z.enum(["PENDING", "APPROVED", "IGNORED"]);
const AUDIENCE = z.enum(["EVERYONE", "FOLLOWED", "NOBODY"]);

/** Schemas by kind, in the order in which they are read: no record comes before one that it needs. */
export const RECORDS = {
  settings: z.strictObject({ tag: text(50).min(1), key: text(100).min(1), value: text(200_000) }),
  groups: z.strictObject({
    id,
    name: text(50).min(1),
    color: text(20),
    icon: text(255),
    isDisplay: z.boolean(),
    isDefault: z.boolean(),
    type: text(50),
    isPaid: z.boolean(),
    isForSale: z.boolean(),
    feeCents: price,
    days: count,
    level: z.int(),
    /** Tenths of a percent of what members of the group earn by invitations. */
    scale: count,
    isSubordinate: z.boolean(),
    isCommission: z.boolean(),
    description: text(255),
    notice: text(255),
    timeRange: z.int(),
    contentRange: z.int(),
    createdAt: time,
    /** Permission keys, or `category<ID>.<key>` for one category. */
    grants: z.array(text(100)),
  }),
  members: z.strictObject({
    id,
    username: text(100).min(1),
    nickname: text(100).min(1),
    signature: text(300),
    avatar: path.nullable(),
    background: path.nullable(),
    groupId: id,
    groupExpiresAt: time.nullable(),
    returnGroupId: id.nullable(),
    returnGroupExpiresAt: time.nullable(),
    status: z.enum(["NORMAL", "BANNED", "UNDER_REVIEW", "REFUSED", "IGNORED", "FIELDS_MISSING"]),
    statusReason: text(200),
    bannedUntil: time.nullable(),
    silencedUntil: time.nullable().default(null),
    silenceReason: text(200).default(""),
    usernameChanges: count,
    messagesFrom: AUDIENCE,
    followsFrom: AUDIENCE,
    listDensity: z.enum(["CARDS", "COMPACT"]),
    createdAt: time,
    lastSeenAt: time.nullable(),
    closesAt: time.nullable(),
  }),
  credentials: z.strictObject({
    memberId: id,
    scheme: z.enum(PASSWORD_SCHEMES),
    hash: text(255).min(1),
    salt: text(64),
    charset: z.enum(["utf-8", "gbk"]),
  }),
  contacts: z.strictObject({
    memberId: id,
    channel: z.enum(["EMAIL", "SMS"]),
    address: text(255).min(1),
    /** Null where nobody has proven that it is theirs. */
    verifiedAt: time.nullable(),
  }),
  wechatAccounts: z.strictObject({
    id,
    memberId: id,
    app: text(64).min(1),
    subject: text(128).min(1),
    nickname: text(60),
    createdAt: time,
  }),
  follows: z.strictObject({ fromId: id, toId: id, createdAt: time }),
  blocks: z.strictObject({ memberId: id, blockedId: id, createdAt: time }),
  categories: z.strictObject({
    id,
    name: text(100).min(1),
    description: text(255),
    icon: text(255),
    color: text(7),
    sort: z.int(),
    parentId: id.nullable(),
    createdAt: time,
  }),
  topics: z.strictObject({
    id,
    name: text(200).min(1),
    isRecommended: z.boolean(),
    viewCount: count,
    deletedAt: time.nullable(),
    mergedIntoId: id.nullable(),
    createdAt: time,
  }),
  /** Stored files; their bytes lie below the folder `files`. */
  files: z.strictObject({ path, sha256: z.string().regex(/^[\da-f]{64}$/), bytes: count }),
  attachments: z.strictObject({
    id,
    memberId: id,
    kind: z.enum(["image", "file", "avatar", "background", "answerImage", "answerFile", "goods"]),
    path,
    thumbPath: path.nullable(),
    name: text(255),
    bytes: count,
    mimeType: text(100),
    width: count.nullable(),
    height: count.nullable(),
    threadId: id.nullable(),
    postId: id.nullable(),
    sort: z.int(),
    isPaid: z.boolean(),
    createdAt: time,
  }),
  threads: z.strictObject({
    id,
    categoryId: id,
    authorId: id,
    title: text(200),
    /** All of the text, also where a part of it is sold. */
    body,
    priceCents: price,
    freePercent: z.int().min(0).max(100),
    attachmentPriceCents: price,
    isAnonymous: z.boolean(),
    isSticky: z.boolean(),
    stickyUntil: time.nullable(),
    isEssence: z.boolean(),
    lockedAt: time.nullable(),
    lockReason: text(400).nullable(),
    /** Time at which it is locked by itself. This and the two below came later: they are absent where they are not set. */
    closesAt: time.optional(),
    /** Days without a reply after which it is locked by itself, `closesAt` at the earliest. */
    closesAfterDays: z.int().min(1).max(366).optional(),
    /** Pause between two replies of a member, in seconds; absent for none. */
    slowModeSeconds: z.int().min(60).max(604_800).optional(),
    approval: APPROVAL,
    deletedAt: time.nullable(),
    deletedById: id.nullable(),
    mergedIntoId: id.nullable(),
    /** Reply that was accepted as the answer. */
    solutionId: id.nullable(),
    /** Greatest number of a reply that was moved away. */
    movedNumber: count,
    viewCount: count,
    longitude: z.number().nullable(),
    latitude: z.number().nullable(),
    address: text(255),
    location: text(255),
    createdAt: time,
    editedAt: time.nullable(),
  }),
  posts: z.strictObject({
    id,
    threadId: id,
    /** Number of a reply within its thread; null for a comment on a reply. */
    number: id.nullable(),
    /** The reply that a comment is on. */
    parentId: id.nullable(),
    replyToPostId: id.nullable(),
    authorId: id,
    body,
    isAnonymous: z.boolean(),
    approval: APPROVAL,
    deletedAt: time.nullable(),
    deletedById: id.nullable(),
    createdAt: time,
    editedAt: time.nullable(),
  }),
  /** Replies that are elsewhere now; number 0 is the text of the thread. */
  postMoves: z.strictObject({
    threadId: id,
    number: count,
    postId: id.nullable(),
    toThreadId: id.nullable(),
  }),
  threadReactions: z.strictObject({ threadId: id, memberId: id, reaction: text(32), createdAt: time }),
  postReactions: z.strictObject({ postId: id, memberId: id, reaction: text(32), createdAt: time }),
  ...BOOKMARK_RECORDS,
  watches: z.strictObject({
    memberId: id,
    target: z.enum(["THREAD", "CATEGORY", "MEMBER", "TOPIC"]),
    targetId: id,
    level: z.enum(["WATCHING", "NORMAL", "MUTED"]),
    changedAt: time,
  }),
  ...MESSAGE_RECORDS,
  stopWords: z.strictObject({
    id,
    find: text(255).min(1),
    replacement: text(255),
    ugc: STOP_WORD_ACTION,
    username: STOP_WORD_ACTION,
    signature: STOP_WORD_ACTION,
    dialog: STOP_WORD_ACTION,
    nickname: STOP_WORD_ACTION,
    memberId: id,
    createdAt: time,
    updatedAt: time,
  }),
  invitations: z.strictObject({
    id,
    code: text(32).min(1),
    memberId: id,
    groupId: id.nullable(),
    isOfficial: z.boolean(),
    maxUses: count.nullable(),
    useCount: count,
    createdAt: time,
    expiresAt: time.nullable(),
    revokedAt: time.nullable(),
  }),
  acceptances: z.strictObject({
    memberId: id,
    inviterId: id,
    invitationId: id.nullable(),
    sharePercent: z.int().min(0).max(1000),
    isSubordinate: z.boolean(),
    isCommission: z.boolean(),
    createdAt: time,
  }),
  signInFields: z.strictObject({
    id,
    name: text(40),
    type: z.int().min(0).max(5),
    choices: text(20_000),
    description: text(20_000),
    sort: z.int(),
    status: z.int().min(-1).max(1),
    required: z.boolean(),
    createdAt: time,
    updatedAt: time,
  }),
  signInAnswers: z.strictObject({
    id,
    memberId: id,
    name: text(40),
    type: z.int().min(0).max(5),
    answer: text(20_000),
    description: text(20_000),
    remark: text(255),
    sort: z.int(),
    status: z.int().min(0).max(3),
    required: z.boolean(),
    createdAt: time,
    updatedAt: time,
  }),
  ...MONEY_RECORDS,
  ...POLL_RECORDS,
  ...GOODS_RECORDS,
  drafts: z.strictObject({
    id,
    memberId: id,
    threadId: id.nullable(),
    categoryId: id.nullable(),
    title: text(200),
    body,
    isAnonymous: z.boolean(),
    priceCents: price,
    freePercent: z.int().min(0).max(100),
    attachmentPriceCents: price,
    attachmentIds: z.array(id).max(200),
    /** Red packet, bounty and question as they are typed, as JSON; empty without any. */
    gifts: text(2_000),
    /** Poll as it is typed, as JSON; empty without one. */
    poll: text(4_000),
    /** Goods as they are typed, as JSON; empty without any. */
    goods: text(4_000).default(""),
    createdAt: time,
    updatedAt: time,
  }),
  /** Forums before this one whose ids were kept, so that their addresses are computed. */
  formerForums: z.strictObject({
    software: z.enum(FORMER_SOFTWARE),
    /** Posts on a page of a thread there, the first one counted. */
    postsPerPage: z.int().positive(),
    /** Folder that it was in, such as `/bbs`; empty for none. */
    basePath: text(100),
  }),
  /** Other addresses of the forum before, without its host, with the page here that shows the same. */
  oldAddresses: z.strictObject({ address: text(500).min(1), target: text(500).regex(/^\//) }),
} as const;

/** Kinds of records. */
export type Kind = keyof typeof RECORDS;
/** A record of a kind. */
export type RecordOf<K extends Kind> = z.infer<(typeof RECORDS)[K]>;

/** All kinds, in the order in which they are read. */
export const KINDS = Object.keys(RECORDS) as Kind[];

/** Fields that identify a record within its kind, in the order in which records are sorted. */
export const KEYS: { readonly [K in Kind]: readonly (keyof RecordOf<K> & string)[] } = {
  settings: ["tag", "key"],
  groups: ["id"],
  members: ["id"],
  credentials: ["memberId"],
  contacts: ["memberId", "channel"],
  wechatAccounts: ["id"],
  follows: ["fromId", "toId"],
  blocks: ["memberId", "blockedId"],
  categories: ["id"],
  topics: ["id"],
  files: ["path"],
  attachments: ["id"],
  threads: ["id"],
  posts: ["id"],
  postMoves: ["threadId", "number"],
  threadReactions: ["threadId", "memberId"],
  postReactions: ["postId", "memberId"],
  bookmarkFolders: ["id"],
  favorites: ["threadId", "memberId"],
  watches: ["memberId", "target", "targetId"],
  dialogs: ["id"],
  rooms: ["id"],
  messages: ["id"],
  stopWords: ["id"],
  invitations: ["id"],
  acceptances: ["memberId"],
  signInFields: ["id"],
  signInAnswers: ["id"],
  transactions: ["reference"],
  holds: ["reference"],
  orders: ["id"],
  entitlements: ["id"],
  redPackets: ["id"],
  bounties: ["id"],
  questions: ["id"],
  withdrawals: ["id"],
  polls: ["id"],
  pollOptions: ["id"],
  pollVotes: ["pollId", "memberId", "place"],
  goods: ["id"],
  drafts: ["id"],
  formerForums: ["software"],
  oldAddresses: ["address"],
};

/** Gives the key of a record as one text. */
export function keyOf<K extends Kind>(kind: K, record: RecordOf<K>): string {
  return (KEYS[kind] as readonly (keyof RecordOf<K>)[]).map((field) => String(record[field])).join(" ");
}
