import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { hashSync } from "@node-rs/bcrypt";
import { readNodebb } from "../../../server/transfer/sources/nodebb/read.ts";
import type { Community } from "../reading.ts";
import { type Fields, mongoDocuments, type Stored } from "./objects.ts";

const time = (text: string): number => Date.parse(text);
/** Times of the fixture. */
export const [NOON, LATER, FUTURE] = [
  "2021-03-04T12:00:00.000Z",
  "2021-03-05T00:30:00.000Z",
  "2038-01-01T00:00:00.000Z",
].map(time) as [number, number, number];
/** Password of the members. */
export const PASSWORD = "冬天的风";
/** Hash of the password by NodeBB since 1.13, and by the versions before. */
export const [WRAPPED, BARE] = [
  hashSync(createHash("sha512").update(PASSWORD).digest("hex"), 4),
  hashSync(PASSWORD, 4),
] as const;
/** A post of another server. */
const REMOTE = "https://social.example/posts/1";

const hash = (name: string, fields: Fields): Stored => ({ name, hash: fields });
const scores = (name: string, all: Readonly<Record<string, number>>): Stored => ({ name, scores: all });
const members = (name: string, ...values: string[]): Stored => ({
  name,
  scores: Object.fromEntries(values.map((value) => [value, NOON])),
});

const user = (uid: number, username: string, userslug: string, more: Fields = {}): Stored =>
  hash(`user:${uid}`, {
    uid,
    username,
    userslug,
    email: `u${uid}@example.org`,
    "email:confirmed": 1,
    password: WRAPPED,
    "password:shaWrapped": 1,
    joindate: NOON,
    lastonline: LATER,
    banned: 0,
    "banned:expire": 0,
    ...more,
  });

const people: Stored[] = [
  user(1, "站长", "站长", { "cover:url": "/assets/images/cover-default.png" }),
  // Redis and imports from it have texts where MongoDB has numbers.
  user(2, "Ada", "ada", {
    uid: "2",
    "email:confirmed": "1",
    joindate: String(NOON),
    signature: "Hello.",
    picture: "/assets/uploads/profile/uid-2/2-profileavatar-16.png",
    "cover:url": "/forum/assets/uploads/profile/uid-2/2-profilecover-17.png",
  }),
  user(3, "John Doe", "john-doe", { "email:confirmed": 0 }),
  // The width of letters makes no other name; the address is that of another but for its case.
  user(4, "ＡＤＡ", "ada-1", { email: "U5@example.org" }),
  user(5, "troll", "troll", { banned: 1, "banned:expire": FUTURE }),
  user(6, "was-banned", "was-banned", {
    banned: 1,
    "banned:expire": LATER,
    password: BARE,
    "password:shaWrapped": 0,
    picture: "/assets/uploads/profile/uid-6/gone.png",
    email: "",
  }),
  user(7, "gone-for-good", "gone-for-good", { banned: true, password: "" }),
  hash("user:https://social.example/users/eve", { username: "eve", uid: "https://social.example/users/eve" }),
  hash("uid:5:ban:1614900000000", { uid: 5, timestamp: 1_614_900_000_000, reason: "Old" }),
  hash("uid:5:ban:1614900000001", { uid: 5, timestamp: 1_614_900_000_001, reason: "Spam" }),
  scores("uid:5:bans:timestamp", {
    "uid:5:ban:1614900000000": 1_614_900_000_000,
    "uid:5:ban:1614900000001": 1_614_900_000_001,
  }),
  hash("user:2:settings", { restrictChat: 1 }),
  hash("user:3:settings", { disableIncomingChats: 1 }),
  scores("users:joindate", { 1: NOON, 2: NOON, 3: NOON, 4: NOON, 5: NOON, 6: NOON, 7: NOON }),
];

const group = (name: string, fields: Fields = {}): Stored =>
  hash(`group:${name}`, { name, createtime: NOON, hidden: 0, private: 1, ...fields });

/** Gives groups rights in a category. */
const rights = (cid: number, names: readonly string[], ...all: string[]): Stored[] =>
  all.map((right) => members(`group:cid:${cid}:privileges:groups:${right}:members`, ...names));

const [READ, WRITE] = [
  ["find", "read", "topics:read"],
  ["topics:create", "topics:reply", "posts:edit", "posts:delete", "topics:delete"],
];
const ALL = ["guests", "registered-users"];

const groups: Stored[] = [
  group("administrators"),
  group("registered-users"),
  group("Global Moderators"),
  group("verified-users"),
  group("Club", { labelColor: "#336699", description: "The club" }),
  group("Readers: of all", { hidden: 1 }),
  group("cid:1:privileges:groups:find"),
  members("group:administrators:members", "1"),
  members("group:registered-users:members", "1", "2", "3", "4", "5", "6", "7"),
  members("group:Global Moderators:members", "1", "4"),
  members("group:Club:members", "3"),
  members("group:Readers: of all:members", "3"),
];

const category = (cid: number, name: string, more: Fields = {}): Stored =>
  hash(`category:${cid}`, {
    cid,
    name,
    description: `About ${name}`,
    icon: "fa-comments",
    bgColor: "#DC9656",
    parentCid: 0,
    disabled: 0,
    order: cid,
    link: "",
    ...more,
  });

const categories: Stored[] = [
  category(1, "General"),
  category(2, "Child", { parentCid: 1 }),
  category(3, "Deep", { parentCid: "2" }),
  category(4, "Club room"),
  category(5, "Safe", { disabled: 1 }),
  category(6, "A link", { link: "https://example.org/" }),
  category(7, "News"),
  category(8, "Snake", { parentCid: 9 }),
  category(9, "Tail", { parentCid: 8 }),
  category(10, "Proven", {}),
  category(13, "Cellar", { parentCid: 14 }),
  category(14, "Stairs", { parentCid: 4 }),
  hash("category:https://social.example/groups/1", { name: "remote" }),
  ...[1, 2, 3, 5].flatMap((cid) => [
    ...rights(cid, ALL, ...READ!),
    ...rights(cid, ["registered-users"], ...WRITE!),
  ]),
  ...rights(4, ["Club", "Global Moderators"], ...READ!, "topics:reply"),
  ...rights(4, ["Club"], "topics:create", "moderate"),
  ...rights(7, ALL, ...READ!),
  ...rights(7, ["Global Moderators"], ...WRITE!),
  ...rights(10, ["verified-users"], ...READ!),
  ...rights(13, ALL, ...READ!),
  // Visitors of a list may see that it is there; they read nothing.
  ...rights(14, ["guests"], "find", "read"),
  ...rights(-1, ["registered-users"], ...READ!),
  members("group:cid:4:privileges:topics:read:members", "2"),
  scores("cid:1:uid:watch:state", { 2: 4, 3: 1, 4: 3 }),
];

const topic = (
  tid: number,
  cid: number | string,
  mainPid: number,
  title: string,
  more: Fields = {},
): Stored =>
  hash(`topic:${tid}`, {
    tid,
    cid,
    uid: 2,
    mainPid,
    title,
    slug: `${tid}/topic`,
    timestamp: NOON,
    lastposttime: LATER,
    postcount: 1,
    viewcount: 7,
    deleted: 0,
    locked: 0,
    pinned: 0,
    tags: "",
    ...more,
  });

const post = (pid: number, tid: number, content: string, more: Fields = {}): Stored =>
  hash(`post:${pid}`, { pid, tid, uid: 2, content, timestamp: NOON, ip: "203.0.113.7", ...more });

const content: Stored[] = [
  topic(100, 2, 1000, "欢迎", {
    pinned: 1,
    tags: "旅行,Travel!,travel",
    viewcount: "7",
    solvedPid: 1004,
    cid: "2",
    pollId: 2,
  }),
  post(
    1000,
    100,
    "**Hi** @john-doe\n\n![b](/assets/uploads/files/1600000000000-b.png)\n\n[there](https://old.example.org/forum/post/1004)",
    { edited: LATER },
  ),
  // A poll of the older plugin, one of the newer, and one that was deleted.
  hash("poll:2", { pollId: 2, tid: 100, pid: 1000, deleted: 0, timestamp: NOON }),
  hash("poll:2:settings", { title: "猫还是狗？", maxvotes: 1, end: 0 }),
  { name: "poll:2:options", members: ["1", "0"] },
  hash("poll:2:options:0", { id: 0, title: "猫 | cat" }),
  hash("poll:2:options:1", { id: 1, title: "狗" }),
  { name: "poll:2:options:0:votes", members: ["2", "3"] },
  hash("poll:3", { title: "When?", options: JSON.stringify([{ id: "17", title: "Now" }, null]) }),
  scores("poll:3:options:17:votes", { 2: NOON }),
  hash("poll:4", { title: "deleted poll", deleted: 1, options: "[]" }),
  // Two of one post, of which the first can be none here.
  hash("poll:5", {
    title: "Only one?",
    timestamp: NOON,
    options: JSON.stringify([{ id: "21", title: "One" }]),
  }),
  hash("poll:6", {
    title: "Which days would suit all of you?",
    timestamp: NOON,
    end: LATER,
    maximumVotesPerUser: 2,
    allowAnonVoting: "0",
    options: JSON.stringify(["Monday", "Tuesday", "Never"].map((title, at) => ({ id: `${31 + at}`, title }))),
  }),
  scores("poll:6:options:31:votes", { 3: LATER, 2: NOON }),
  // 99 has left.
  scores("poll:6:options:32:votes", { 3: LATER, 99: NOON }),
  scores("poll:6:anon:voters", { 3: LATER }),
  post(1001, 100, "taken back reply", { deleted: 1, deleterUid: 1 }),
  post(1002, 100, "[plan](/forum/assets/uploads/files/1600000000001-plan%20(1).pdf) ok", { uid: 3 }),
  post(1003, 100, "@john-doe said in [欢迎](/post/1002):\n> ok\n\nThis", { timestamp: LATER }),
  post(1004, 100, "I answer", { uid: 99, toPid: "1002" }),
  post(1005, 100, "nowhere in the list", { toPid: 1000, pollIds: '["3","4","x"]' }),
  scores("tid:100:posts", {
    1001: NOON + 1,
    1002: NOON + 2,
    [REMOTE]: NOON + 3,
    1004: NOON + 4,
    1003: LATER,
    1141: LATER + 1,
  }),
  hash(`post:${REMOTE}`, { pid: REMOTE, tid: 100, content: "from afar" }),
  topic(101, 4, 1010, "Club only", { tags: "暗号" }),
  post(
    1010,
    101,
    "club text ![c](/assets/uploads/files/1600000000002-club.png) [d](/assets/uploads/files/1600000000006-both.pdf)",
  ),
  topic(102, 1, 1020, "Tomorrow", { timestamp: FUTURE }),
  post(1020, 102, "draft text [s](/assets/uploads/files/1600000000003-secret.pdf)", {
    timestamp: FUTURE,
    pollIds: '["3"]',
  }),
  topic(103, 1, 1030, "Tomorrow of nobody", { timestamp: FUTURE, uid: 99 }),
  post(1030, 103, "of nobody", { timestamp: FUTURE, uid: 99 }),
  topic(104, 1, 1040, "长".repeat(120), { uid: 0, locked: 1 }),
  post(1040, 104, "a visitor speaks", { uid: 0, handle: "过客" }),
  topic(105, 1, 1050, "Deleted", { deleted: 1, deleterUid: 1, deletedTimestamp: LATER }),
  post(1050, 105, "deleted topic"),
  topic(106, 1, 1060, "Taken back"),
  post(1060, 106, "text that was taken back [x](/assets/uploads/files/1600000000004-back.pdf)", {
    deleted: 1,
  }),
  post(1061, 106, "what?", { uid: 3 }),
  scores("tid:106:posts", { 1061: LATER }),
  topic(107, 5, 1070, "In the safe"),
  post(1070, 107, "safe text"),
  topic(108, 77, 1080, "Lost"),
  post(1080, 108, "lost text"),
  topic(109, -1, 1090, "World", { uid: 3 }),
  post(1090, 109, "world text", { uid: 3 }),
  topic(110, 1, 9999, "Without a text"),
  // Two topics that are in others now: one as a reply, one as the text.
  topic(114, 1, 1141, "Twin", { deleted: 1, mergeIntoTid: 100, mergedTimestamp: LATER }),
  post(1141, 100, "I was a topic"),
  topic(115, 1, 1140, "Other twin", { deleted: 1, mergeIntoTid: "113" }),
  // What is left of a topic and a member that were removed.
  hash("topic:198", { viewcount: 1 }),
  hash("user:98", { lastonline: LATER }),
  // A file of the club that is in an open text, too.
  topic(113, 1, 1140, "Open again"),
  post(1140, 113, "[d](/assets/uploads/files/1600000000006-both.pdf)"),
  topic(111, 1, 1110, "Was pinned", { pinned: 1, pinExpiry: LATER }),
  post(1110, 111, "![x](/assets/uploads/files/../../../secret/passwd)", { pollIds: '["5","6"]' }),
  topic(112, 7, 1120, "Pinned for some time", { pinned: 1, pinExpiry: FUTURE }),
  post(1120, 112, "![gone](/assets/uploads/files/1600000000009-gone.png)"),
  post(1130, 555, "of no topic"),
  hash("topic:https://social.example/posts/9", {
    tid: "https://social.example/posts/9",
    title: "remote topic",
  }),
  hash("post:queue:topic-1614900000000", {
    id: "topic-1614900000000",
    uid: 3,
    type: "topic",
    data: '{"content":"text in the queue"}',
  }),
  scores("uid:3:uploads", { "/files/1600000000000-b.png": NOON }),
  scores("following:2", { 3: LATER, 99: NOON, 2: NOON }),
  scores("uid:3:blocked_uids", { 5: LATER }),
  scores("uid:3:upvote", { 1000: LATER, 1002: NOON, [REMOTE]: NOON, 1020: NOON }),
  scores("uid:4:downvote", { 1000: LATER }),
  scores("uid:3:bookmarks", { 1003: LATER, 1010: NOON }),
  scores("uid:2:followed_tids", { 100: LATER }),
  scores("uid:3:ignored_tids", { 100: LATER, 102: LATER }),
];

const room = (roomId: number, uids: readonly (number | string)[], more: Fields = {}): Stored[] => [
  hash(`chat:room:${roomId}`, { roomId, timestamp: NOON, userCount: uids.length, ...more }),
  members(`chat:room:${roomId}:uids`, ...uids.map(String)),
];
const message = (
  mid: number,
  roomId: number,
  fromuid: number | string,
  text: string,
  more: Fields = {},
): Stored =>
  hash(`message:${mid}`, { mid, roomId, fromuid, content: text, timestamp: NOON, system: 0, ...more });

const chats: Stored[] = [
  ...room(40, [2, 3]),
  message(700, 40, 2, "你好 ![m](/assets/uploads/files/1600000000005-note.png)"),
  message(701, 40, 3, "again", { deleted: 1 }),
  message(702, 40, 3, "user-join", { system: 1 }),
  message(703, 40, 2, "not read yet"),
  scores("uid:3:chat:rooms:unread", { 40: NOON }),
  ...room(41, [2, 3, 4]),
  message(704, 41, 2, "of three"),
  ...room(42, [2, 3], { public: 1 }),
  message(705, 42, 2, "in public"),
  ...room(43, [2]),
  message(706, 43, 4, "from who left"),
  ...room(44, [2]),
  message(707, 44, 2, "to nobody"),
  ...room(45, [2, "https://social.example/users/eve"]),
  message(708, 45, "https://social.example/users/eve", "from another server"),
  ...room(46, [2, 3]),
  message(709, 46, 3, "in a second room"),
  message(710, 46, 3, " "),
];

/** All objects of the community. */
export const OBJECTS: readonly Stored[] = [
  hash("global", { nextUid: 7, nextTid: 112, nextPid: 1130 }),
  hash("config", { title: "老论坛", description: "Talk", postsPerPage: "10", "smtp:pass": "mail_password" }),
  ...people,
  ...groups,
  ...categories,
  ...content,
  ...chats,
  // Things that no reader asks for, of all forms.
  { name: "plugins:active", scores: { "nodebb-plugin-markdown": 0 } },
  { name: "ip:recent", members: ["203.0.113.7"] },
  hash("analytics:pageviews", { "a.b": 1 }),
];

/** Files of the old site, and one beside it that the address of an upload leads to. */
export const FILES: Readonly<Record<string, string>> = {
  "site/public/uploads/profile/uid-2/2-profileavatar-16.png": "avatar",
  "site/public/uploads/profile/uid-2/2-profilecover-17.png": "cover",
  "site/public/uploads/files/1600000000000-b.png": "picture b",
  "site/public/uploads/files/1600000000001-plan (1).pdf": "plan",
  "site/public/uploads/files/1600000000002-club.png": "club",
  "site/public/uploads/files/1600000000003-secret.pdf": "secret",
  "site/public/uploads/files/1600000000004-back.pdf": "back",
  "site/public/uploads/files/1600000000005-note.png": "note",
  "site/public/uploads/files/1600000000006-both.pdf": "both",
  "secret/passwd": "root",
};

/** The community as an export of MongoDB. */
export const NODEBB: Community = {
  read: readNodebb,
  files: Object.fromEntries(Object.entries(FILES).map(([path, content]) => [join("..", path), content])),
  options: { address: "https://old.example.org/forum" },
  make(root) {
    const url = join(root, "objects.json");
    writeObjects(url, OBJECTS);
    return Promise.resolve({ url });
  },
};

/** Writes objects as an export of MongoDB. */
export function writeObjects(location: string, objects: readonly Stored[]): void {
  writeFileSync(location, mongoDocuments(objects).join("\n"));
}
