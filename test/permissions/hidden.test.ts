import {
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  type GraphQLObjectType,
  type GraphQLOutputType,
} from "graphql";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { run } from "../../server/core/sql.ts";
import { MESSAGES_BEFORE } from "../../server/features/moderation/message-reports/messageReport.service.ts";
import { invalidateGroups } from "../../server/features/groups/group.service.ts";
import { level, save } from "../levels/rules.ts";
import { openPaidSite } from "../memberships/paidSite.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { holdBack, inviteEverybody, ROLES, type Role } from "./scene.ts";

/** Words that stand in exactly one hidden place each; no answer to somebody else may contain them. */
const CANARIES = {
  deleted: "kanarideleted",
  pending: "kanaripending",
  closed: "kanariclosed",
  /** Name of the closed category, from which a thread was moved to the open one. */
  closedName: "kanaricategory",
  pendingReply: "kanarireplyheld",
  deletedReply: "kanarireplygone",
  draft: "kanaridraft",
  scheduled: "kanarischeduled",
  savedSearch: "kanarisaved",
  /** Reason of a moderator for the level of a member. */
  levelReason: "kanarilevel",
  /** Text that has to be bought, in a text with a price and before its last edit. */
  paid: "kanaripaid",
  anonymousAuthor: "Kanariname",
  username: "kanarilogin",
  /** Private messages: one that is reported, one so close before it that it shows what that answers, one further up. */
  reported: "kanarireported",
  beforeReported: "kanaribefore",
  private: "kanariprivate",
  /** Message to a group chat, and its name. */
  roomMessage: "kanariroom",
  roomName: "kanarihikes",
} as const;
type Canary = keyof typeof CANARIES;

/** Canaries by the people who may meet them. */
const MAY_MEET: Readonly<Record<Canary, readonly Role[]>> = {
  deleted: ["author", "moderator", "admin"],
  pending: ["author", "moderator", "admin"],
  closed: ["admin"],
  closedName: ["admin"],
  pendingReply: ["author", "moderator", "admin"],
  deletedReply: ["author", "moderator", "admin"],
  draft: ["author"],
  scheduled: ["author"],
  savedSearch: ["author"],
  levelReason: ["author", "moderator", "admin"],
  paid: ["author", "admin"],
  anonymousAuthor: [],
  username: ["admin"],
  reported: ["author", "admin"],
  beforeReported: ["author", "admin"],
  private: ["author"],
  roomMessage: ["author"],
  roomName: ["author"],
};

const PUBLISH = `mutation ($input: PublishThreadInput!) { publishThread(input: $input) { id } }`;
const REPLY = `mutation ($input: ReplyToThreadInput!) { replyToThread(input: $input) { id } }`;

let forum: Forum;
let people: Record<Role, Person>;
const ids = {
  threads: [] as string[],
  posts: [] as string[],
  users: [] as string[],
  closedCategory: "",
  message: "",
  room: "",
  report: "",
};

beforeAll(async () => {
  forum = await Forum.open();
  const cast = await inviteEverybody(forum);
  people = cast.people;
  const { author, admin } = people;
  const categoryId = await forum.categoryId();
  const publish = async (
    person: Person,
    word: string,
    category = categoryId,
    more: object = {},
  ): Promise<string> => {
    const input = { categoryId: category, title: `Title ${word}`, body: `Body ${word} **bold**`, ...more };
    const id = (await person.graphql(PUBLISH, { input })).publishThread.id as string;
    ids.threads.push(id);
    return id;
  };
  const reply = async (threadId: string, word: string): Promise<string> => {
    const id = (await author.graphql(REPLY, { input: { threadId, body: `Reply ${word}` } })).replyToThread
      .id as string;
    ids.posts.push(id);
    return id;
  };

  const open = await publish(author, "open");
  await holdBack(forum, "posts", await reply(open, CANARIES.pendingReply));
  await author.graphql(`mutation ($id: ID!) { deletePost(postId: $id) { id } }`, {
    id: await reply(open, CANARIES.deletedReply),
  });
  await reply(open, "seen");
  await author.graphql(`mutation ($id: ID!) { deleteThread(threadId: $id) { id } }`, {
    id: await publish(author, CANARIES.deleted),
  });
  await holdBack(forum, "threads", await publish(author, CANARIES.pending));

  const sold = (
    await author.graphql(PUBLISH, {
      input: {
        categoryId,
        title: "For sale",
        body: `A free beginning of the text.\n\nThe rest: ${CANARIES.paid} #${CANARIES.paid}#`,
        priceCents: 100,
        freePercent: 50,
      },
    })
  ).publishThread.id as string;
  await author.graphql(`mutation ($i: EditThreadInput!) { editThread(input: $i) { id } }`, {
    i: { threadId: sold, body: `A free beginning of the text.\n\nNow the rest is: ${CANARIES.paid}` },
  });

  const { createCategory } = await admin.graphql(
    `mutation { createCategory(input: {name: "${CANARIES.closedName}"}) { id } }`,
  );
  ids.closedCategory = createCategory.id;
  await forum.write(async (ctx) => {
    // Members lose the right for all categories and get it for the open one alone.
    for (const key of ["viewThreads", "thread.viewPosts"]) {
      await run(
        ctx,
        `INSERT INTO group_permissions (groupId, permission) SELECT p.groupId, ? FROM group_permissions p WHERE p.permission = ?`,
        [`category${categoryId}.${key}`, key],
      );
      await run(ctx, "DELETE FROM group_permissions WHERE permission = ?", [key]);
    }
  });
  invalidateGroups(forum.app.context());
  await publish(admin, CANARIES.closed, ids.closedCategory);
  const moved = await publish(admin, "moved", ids.closedCategory);
  await admin.graphql(`mutation ($i: EditThreadInput!) { editThread(input: $i) { id } }`, {
    i: { threadId: moved, categoryId },
  });

  const [{ id: levelId }] = await save(admin, [
    level(await forum.group(["thread.reply"]), { likesGiven: 900 }),
  ]);
  const choice = { userId: author.id, override: "FORBIDDEN", levelId, reason: CANARIES.levelReason };
  await admin.graphql(`mutation ($i: SetMemberLevelInput!) { setMemberLevel(input: $i) { id } }`, {
    i: choice,
  });
  const hidden = await forum.member();
  await forum.write((ctx) =>
    run(ctx, "UPDATE users SET nickname = ?, nicknameKey = ?, username = ? WHERE id = ?", [
      CANARIES.anonymousAuthor,
      CANARIES.anonymousAuthor.toLowerCase(),
      "hiddenlogin",
      hidden.id,
    ]),
  );
  const anonymous = await publish(hidden, "nameless", categoryId, { isAnonymous: true });
  const answer = await hidden.graphql(REPLY, {
    input: { threadId: anonymous, body: "An answer without a name" },
  });
  ids.posts.push(answer.replyToThread.id);

  await author.graphql(`mutation ($q: String!) { saveSearch(input: {query: $q}) { id } }`, {
    q: CANARIES.savedSearch,
  });
  await author.graphql(`mutation ($b: String!) { saveDraft(input: {title: "t", body: $b}) { id } }`, {
    b: CANARIES.draft,
  });
  const later = { categoryId, title: "Later", body: CANARIES.scheduled };
  await author.graphql(`mutation ($i: ScheduleThreadInput!) { scheduleThread(input: $i) { id } }`, {
    i: { thread: later, publishAt: new Date(Date.now() + 3_600_000) },
  });
  await forum.write((ctx) =>
    run(ctx, "UPDATE users SET username = ? WHERE id = ?", [CANARIES.username, cast.other.id]),
  );
  const { other } = cast;
  const tell = async (from: Person, to: Person, body: string): Promise<string> =>
    (
      await from.graphql(`mutation ($i: SendMessageInput!) { sendMessage(input: $i) { id } }`, {
        i: { userId: to.id, body },
      })
    ).sendMessage.id;
  await tell(other, author, `Long ago ${CANARIES.private}`);
  for (let n = 1; n <= MESSAGES_BEFORE; n++) await tell(other, author, `${CANARIES.beforeReported} ${n}`);
  ids.message = await tell(author, other, `You are a ${CANARIES.reported}`);
  const report = `mutation ($id: ID!) { reportMessage(input: {messageId: $id, reason: OTHER, detail: "rude"}) { id } }`;
  const create = `mutation ($n: String!, $u: [ID!]!) { createRoom(input: {name: $n, userIds: $u}) { id } }`;
  ids.room = (await author.graphql(create, { n: CANARIES.roomName, u: [other.id] })).createRoom.id;
  await other.graphql(`mutation ($id: ID!) { answerRoomInvitation(id: $id, accept: true) { id } }`, {
    id: ids.room,
  });
  await other.graphql(`mutation ($i: SendRoomMessageInput!) { sendRoomMessage(input: $i) { id } }`, {
    i: { roomId: ids.room, body: CANARIES.roomMessage },
  });
  ids.report = (await other.graphql(report, { id: ids.message })).reportMessage.id;
  ids.users = [...Object.values(people).filter((person) => person.credentials), cast.other].map(({ id }) =>
    String(id),
  );
  await forum.searchable();
});
afterAll(() => forum.close());

/**
 * Fields that repeat others, or hold numbers alone: a year of days would make every document too dear. Events are asked
 * for in a document of their own.
 */
const WORDLESS = ["edges", "pageInfo", "activity", "events"];
/** Without files as well: pages of texts ask for them in a document of their own. */
const FILELESS = [...WORDLESS, "attachments"];

/** A selection of every field of a type that needs no arguments, down to a depth. */
function everything(type: GraphQLObjectType, depth: number, without: readonly string[] = WORDLESS): string {
  const parts: string[] = [];
  for (const field of Object.values(type.getFields())) {
    if (field.args.some((argument) => isNonNullType(argument.type) && argument.defaultValue === undefined))
      continue;
    const inner = named(field.type);
    if (isLeafType(inner)) parts.push(field.name);
    else if (isObjectType(inner) && depth > 0 && !without.includes(field.name)) {
      const selection = everything(inner, depth - 1, without);
      if (selection)
        parts.push(`${field.name}${pageOf(field.args.map(({ name }) => name))} { ${selection} }`);
    }
  }
  return parts.join(" ");
}

const pageOf = (names: string[]): string => (names.includes("first") ? "(first: 5)" : "");

function named(type: GraphQLOutputType): GraphQLOutputType {
  return isNonNullType(type) || isListType(type) ? named(type.ofType as GraphQLOutputType) : type;
}

/** Everything that somebody can get to see of the forum: every query, on every id, in both doors and as pages. */
async function everythingSeenBy(person: Person): Promise<string> {
  const type = (name: string): GraphQLObjectType => forum.app.schema.getType(name) as GraphQLObjectType;
  const files = `attachments { ${everything(type("Attachment"), 0)} }`;
  const documents = [
    ...ids.threads.flatMap((id) => [
      `{ thread(id: "${id}") { ${everything(type("Thread"), 1)} } }`,
      `{ thread(id: "${id}") { posts(first: 20) { nodes { ${everything(type("Post"), 1, FILELESS)} } } } }`,
      `{ thread(id: "${id}") { posts(first: 20) { nodes { ${files} } } } }`,
      `{ thread(id: "${id}") { events { ${everything(type("ThreadEvent"), 1)} } } }`,
    ]),
    ...ids.posts.map((id) => `{ post(id: "${id}") { ${everything(type("Post"), 1)} } }`),
    ...ids.users.map((id) => `{ user(id: "${id}") { ${everything(type("User"), 2)} } }`),
    ...ids.users.map((id) => `{ user(id: "${id}") { level { ${everything(type("UserLevel"), 1)} } } }`),
    `{ levels { ${everything(type("Level"), 1)} } }`,
    `{ threads(first: 9) { nodes { ${everything(type("Thread"), 1, FILELESS)} } } }`,
    `{ threads(first: 9) { nodes { ${files} } } }`,
    `{ threads(categoryId: "${ids.closedCategory}", first: 10) { nodes { ${everything(type("Thread"), 0)} } } }`,
    `{ threads(first: 50, filter: {pending: true}) { nodes { title body } } }`,
    `{ threads(first: 50, filter: {deleted: true}) { nodes { title body } } }`,
    `{ drafts { ${everything(type("Draft"), 0)} } }`,
    `{ mySavedSearches { ${everything(type("SavedSearch"), 1)} } }`,
    `{ dialogs(first: 2) { nodes { ${everything(type("Dialog"), 3)} } } }`,
    ...ids.users.map((id) => `{ dialog(userId: "${id}") { ${everything(type("Dialog"), 3)} } }`),
    `{ rooms(first: 1) { nodes { ${everything(type("Room"), 1)} } } }`,
    `{ room(id: "${ids.room}") { ${everything(type("Room"), 1)} } }`,
    `{ room(id: "${ids.room}") { messages(first: 9) { nodes { ${everything(type("Message"), 1)} } } } }`,
    ...["ACCOUNT", "FINANCIAL", "THREAD"].map(
      (entry) => `{ notifications(entry: ${entry}) { nodes { ${everything(type("Notification"), 1)} } } }`,
    ),
    `{ reports { nodes { ${everything(type("Report"), 1)} } } }`,
    `{ reviewQueue(kind: REPORT, first: 4) { nodes { ${everything(type("ReviewItem"), 2)} } } }`,
    `{ auditLog { nodes { ${everything(type("AuditEntry"), 0)} } } }`,
    `{ notificationDispatches { nodes { ${everything(type("NotificationDispatch"), 1)} } } }`,
    `mutation { readReportedMessage(reportId: "${ids.report}") { ${everything(type("ReportedMessage"), 1)} } }`,
    `mutation { reportMessage(input: {messageId: "${ids.message}", reason: SPAM}) { ${everything(type("Report"), 1)} } }`,
    `{ mentionCandidates(prefix: "Person") { nickname } }`,
    ...Object.values(CANARIES).flatMap((word) =>
      // That the member exists is no secret; that they wrote without a name is.
      (word === CANARIES.anonymousAuthor ? ["THREAD", "POST"] : ["THREAD", "POST", "USER"]).map(
        (kind) =>
          `{ search(query: "${word}", kind: ${kind}) { nodes { snippet thread { title author { nickname } } post { body author { nickname } } user { nickname } } } }`,
      ),
    ),
  ];
  const seen: string[] = [];
  for (const query of documents) {
    const { text } = await person.post("/graphql", { query });
    // A document that is refused for its cost is not looked at, and would prove nothing.
    expect(text, query).not.toContain("This document asks for");
    seen.push(text);
  }
  for (const path of [
    ...["/rss.xml", "/atom.xml", `/category/${await forum.categoryId()}/rss.xml`],
    ...["/sitemap.xml", "/api/siteinfo.v2", "/message", "/admin/review?kind=REPORT", "/admin/audit"],
    ...ids.threads.map((id) => `/thread/${id}.md`),
    ...["/api/v3/dialog", "/api/v3/dialog/message?filter[dialogId]=1"],
  ])
    seen.push((await person.get(path)).text);
  return seen.join("\n");
}

describe.each(ROLES.map((role) => [role]))("what %s gets to see", (role) => {
  let seen: string;
  beforeAll(async () => void (seen = await everythingSeenBy(people[role])));

  test("is something", () => expect(seen).toContain("Title open"));

  test.each(Object.keys(CANARIES).map((name) => [name as Canary]))("holds %s only if it may", (name) => {
    // The words of the question come back in no answer, so whatever is found was leaked.
    expect(seen.includes(CANARIES[name])).toBe(MAY_MEET[name].includes(role));
  });
});

test("what is hidden answers exactly as what does not exist", async () => {
  const ask = async (id: string): Promise<unknown> => {
    const { errors, data } = (
      await people.member.post("/graphql", { query: `{ thread(id: "${id}") { title } }` })
    ).json();
    return { data, message: errors?.[0].message, code: errors?.[0].extensions.code };
  };
  const missing = await ask("999999");

  for (const id of ids.threads.slice(1, 4)) expect(await ask(id)).toEqual(missing);
});

test("nothing hidden was written to the log, nor anything private to that of what staff does", async () => {
  const log = forum.logLines.join("");
  for (const word of Object.values(CANARIES)) expect(log).not.toContain(word);
  const kept = JSON.stringify(await forum.rows("SELECT * FROM audit_log"));
  expect(kept).toContain("readReportedMessage");
  for (const word of [CANARIES.reported, CANARIES.beforeReported, CANARIES.private])
    expect(kept).not.toContain(word);
});

test("a message of others is reported and read with the answer for one that does not exist", async () => {
  const refusal = async (who: Role, query: string): Promise<unknown> => {
    const { errors, data } = (await people[who].post("/graphql", { query })).json();
    return { data, message: errors?.[0].message, code: errors?.[0].extensions.code };
  };
  const report = (id: string) =>
    `mutation { reportMessage(input: {messageId: "${id}", reason: SPAM}) { id } }`;
  const read = (id: string) => `mutation { readReportedMessage(reportId: "${id}") { body } }`;

  for (const who of ["guest", "member", "limited", "moderator", "admin"] as const)
    expect(await refusal(who, report(ids.message))).toEqual(await refusal(who, report("999999")));
  for (const who of ["guest", "member", "limited", "moderator", "author"] as const)
    expect(await refusal(who, read(ids.report))).toEqual(await refusal(who, read("999999")));
});

describe("on a paid site, who has not joined gets to see nothing of what it holds:", () => {
  beforeAll(async () => void (await openPaidSite(people.admin)));

  test.each([["guest"], ["member"], ["limited"]] as const)("%s", async (role) => {
    const type = (name: string) => forum.app.schema.getType(name) as GraphQLObjectType;
    const seen = [await everythingSeenBy(people[role])];
    for (const query of [
      `{ site { ${everything(type("Site"), 2)} } }`,
      `{ viewer { ${everything(type("User"), 2)} } }`,
      `{ purchases { nodes { ${everything(type("Order"), 2)} } } }`,
    ])
      seen.push((await people[role].post("/graphql", { query })).text);
    for (const id of ids.threads) seen.push((await people[role].get(`/thread/${id}`)).text);
    seen.push((await people[role].get("/")).text, (await people[role].get("/forum/partner-invite")).text);
    const all = seen.join("\n");
    expect(all).toContain("JOIN_REQUIRED");
    for (const words of [
      "Title",
      "Body",
      "Reply seen",
      "For sale",
      "free beginning",
      ...Object.values(CANARIES),
    ])
      expect([words, all.includes(words)]).toEqual([words, false]);
  });
});
