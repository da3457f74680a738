import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { run } from "../../../server/core/sql.ts";
import { declaredVerbs } from "../../../server/core/verbs.ts";
import { Forum } from "../../support/forum.ts";
import { MUTATIONS } from "../../permissions/allRows.ts";
import { inviteEverybody, setScene } from "../../permissions/scene.ts";
import type { Person } from "../../support/person.ts";
import { runJob } from "../../threads/scheduling.ts";
import { Program } from "../../tokens/program.ts";
import { publish, reply, see } from "../../threads/content.ts";

/** Silences: what the member may still do, how they end, and who decides about them. */
const SILENCE = `mutation ($input: SilenceUserInput!) { silenceUser(input: $input) { id user { id } } }`;
const LIFT = `mutation ($id: ID!) { liftSilence(userId: $id) { silence { reason } } }`;
const UNDO = `mutation ($id: ID!) { undoModeration(batchId: $id) { id } }`;
const OWN = `{ viewer { status silence { until reason message } } site { viewerCanPublish } }`;
const SEND = `mutation ($id: ID!) { sendMessage(input: {userId: $id, body: "Why me?"}) { id } }`;
const DAY_MS = 86_400_000;

let forum: Forum;
let admin: Person;
let moderator: Person;
beforeAll(async () => {
  forum = await Forum.open();
  admin = await forum.admin();
  moderator = await forum.moderator();
});
afterAll(() => forum.close());

const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();
const silence = async (by: Person, whom: Person, input: object = {}): Promise<string> =>
  (await by.graphql(SILENCE, { input: { userId: whom.id, until: inDays(3), reason: "Flooding", ...input } }))
    .silenceUser.id;
const write = async (person: Person) => publish(person, { categoryId: await forum.categoryId() });
/** The stored end of a silence comes to lie in the past, as when the clock has gone on. */
const expire = (person: Person) =>
  forum.write((ctx) =>
    run(ctx, "UPDATE users SET silencedUntil = ? WHERE id = ?", ["2026-01-01 00:00:00.000", person.id]),
  );

test("a silenced member sees why and until when, reads, likes and follows, and publishes nothing", async () => {
  const loud = await forum.member();
  const other = await forum.member();
  const thread = await write(other);
  const until = inDays(3);
  await silence(moderator, loud, { until });

  const { viewer, site } = await loud.graphql(OWN);
  expect(viewer).toMatchObject({ status: "NORMAL", silence: { until, reason: "Flooding" } });
  expect(viewer.silence.message).toContain("Reason: Flooding");
  expect(site.viewerCanPublish).toBe(false);
  expect(await see(loud, thread.id)).toMatchObject({ viewerCanReply: false, viewerCanLike: true });
  await expect(write(loud)).rejects.toMatchObject({
    code: "SILENCED",
    legacyCode: -4002,
  });
  await expect(reply(loud, thread.id)).rejects.toMatchObject({ code: "SILENCED" });
  await loud.graphql(`mutation ($id: ID!) { setThreadLiked(threadId: $id, liked: true) { id } }`, thread);
  await loud.graphql(`mutation ($id: ID!) { followUser(userId: $id) { id } }`, { id: other.id });
  await loud.graphql(`mutation { updateProfile(input: {signature: "Quiet now"}) { id } }`);
});

test("a silence ends at its time without a job, and members hear of it with the reason", async () => {
  const loud = await forum.member();
  await silence(admin, loud, { until: inDays(1), reason: "Please calm down" });
  await forum.delivered();
  const texts = (await loud.graphql(`{ notifications(first: 5) { nodes { kind text } } }`)).notifications
    .nodes;
  expect(texts).toContainEqual({
    kind: "user.silenced",
    text: "You were silenced: you can read, but not publish anything. Reason: Please calm down",
  });
  await expire(loud);
  expect((await loud.graphql(OWN)).viewer.silence).toBeNull();
  await write(loud);
});

test("a silence for good lasts until staff ends it", async () => {
  const loud = await forum.member();
  await silence(moderator, loud, { until: null });
  expect((await loud.graphql(OWN)).viewer.silence).toMatchObject({ until: null });
  await expect(write(loud)).rejects.toMatchObject({ code: "SILENCED" });
  expect((await moderator.graphql(LIFT, { id: loud.id })).liftSilence.silence).toBeNull();
  await write(loud);
  await moderator.graphql(LIFT, { id: loud.id });
});

test("undoing a silence gives back the one before, unless somebody has decided since", async () => {
  const loud = await forum.member();
  await silence(moderator, loud, { until: inDays(1), reason: "First" });
  const second = await silence(moderator, loud, { until: null, reason: "Second" });
  await moderator.graphql(UNDO, { id: second });
  expect((await loud.graphql(OWN)).viewer.silence).toMatchObject({ reason: "First" });

  const third = await silence(moderator, loud, { reason: "Third" });
  await admin.graphql(LIFT, { id: loud.id });
  await expect(moderator.graphql(UNDO, { id: third })).rejects.toMatchObject({ code: "CONFLICT" });
});

test("a silenced member writes private messages to staff only", async () => {
  const loud = await forum.member();
  const friend = await forum.member();
  await loud.graphql(SEND, { id: friend.id });
  await silence(moderator, loud);
  await expect(loud.graphql(SEND, { id: friend.id })).rejects.toMatchObject({ code: "SILENCED" });
  await loud.graphql(SEND, { id: moderator.id });
  await loud.graphql(SEND, { id: admin.id });
  const refusal = `query ($id: ID!) { dialog(userId: $id) { refusal } }`;
  expect((await loud.graphql(refusal, { id: friend.id })).dialog.refusal).toBe("SILENCED");
  expect((await loud.graphql(refusal, { id: moderator.id })).dialog.refusal).toBeNull();
});

test("old clients and programs with tokens are refused as well", async () => {
  const loud = await forum.member();
  const program = await Program.of(forum, loud, { mayWrite: true });
  await silence(moderator, loud);
  const answer = await loud.rest("POST", "/api/v3/thread.create", {
    title: "Old",
    content: { text: "Old" },
    categoryId: await forum.categoryId(),
  });
  expect(answer).toMatchObject({ Code: -4002 });
  expect(answer.Message).toContain("silenced");
  const document = `mutation ($input: PublishThreadInput!) { publishThread(input: $input) { id } }`;
  const input = { categoryId: await forum.categoryId(), title: "Bot", body: "Bot" };
  expect(await program.ask(document, { input })).toMatchObject({ code: "SILENCED" });
});

test("a scheduled thread of a silenced member waits as a draft with the reason", async () => {
  const loud = await forum.member();
  const thread = { categoryId: await forum.categoryId(), title: "Later", body: "Later" };
  const { id } = (
    await loud.graphql(`mutation ($input: ScheduleThreadInput!) { scheduleThread(input: $input) { id } }`, {
      input: { thread, publishAt: inDays(1) },
    })
  ).scheduleThread;
  await silence(moderator, loud);
  await forum.write((ctx) =>
    run(ctx, "UPDATE drafts SET publishAt = ? WHERE id = ?", ["2026-01-01 00:00:00.000", Number(id)]),
  );
  await runJob(forum);
  const [draft] = await forum.rows<{ problemJson: string }>("SELECT problemJson FROM drafts WHERE id = ?", [
    Number(id),
  ]);
  expect(JSON.parse(draft!.problemJson)).toMatchObject({ code: "SILENCED" });
});

describe("who decides", () => {
  test.each([
    ["members silence nobody", () => forum.member(), () => forum.member(), "FORBIDDEN"],
    ["moderators do not silence each other", () => forum.moderator(), () => forum.moderator(), "FORBIDDEN"],
    ["moderators do not silence administrators", () => forum.moderator(), () => forum.admin(), "FORBIDDEN"],
  ])("%s", async (_story, by, whom, code) => {
    await expect(silence(await by(), await whom())).rejects.toMatchObject({ code });
  });

  test("nobody silences themselves, or ends their own silence", async () => {
    await expect(silence(moderator, moderator)).rejects.toMatchObject({ code: "INVALID_PARAMETER" });
    const colleague = await forum.moderator();
    await silence(admin, colleague);
    await expect(colleague.graphql(LIFT, { id: colleague.id })).rejects.toMatchObject({
      code: "INVALID_PARAMETER",
    });
  });

  test.each([
    ["an empty reason", { reason: " " }, "reason"],
    ["a reason of 101 characters", { reason: "x".repeat(101) }, "reason"],
    ["an end in the past", { until: "2026-01-01T00:00:00.000Z" }, "until"],
  ])("%s is refused", async (_story, input, field) => {
    const refusal = { code: "INVALID_PARAMETER", extensions: { field } };
    await expect(silence(moderator, await forum.member(), input)).rejects.toMatchObject(refusal);
  });

  test("other members do not learn of it, and staff does", async () => {
    const loud = await forum.member();
    await silence(moderator, loud);
    const query = `query ($id: ID!) { user(id: $id) { silence { reason } } }`;
    expect((await (await forum.member()).graphql(query, { id: loud.id })).user.silence).toBeNull();
    expect((await moderator.graphql(query, { id: loud.id })).user.silence).toEqual({ reason: "Flooding" });
  });
});

/** Commands that put words of a member before others; private messages decide by the peer. */
const PUBLISHING = [
  "answerQuestion",
  "createRoom",
  "editPoll",
  "editPost",
  "editThread",
  "inviteToRoom",
  "publishScheduledThread",
  "publishThread",
  "renameRoom",
  "replyToThread",
  "scheduleThread",
  "sendRoomMessage",
  "setVideoPoster",
];

test("the commands that publish are these", () => {
  const publishing = [...declaredVerbs().values()].flatMap(({ declaration: { name, publishes } }) =>
    publishes ? [name] : [],
  );
  expect(publishing.sort()).toEqual(PUBLISHING);
});

describe("a silenced member is refused", () => {
  let cast: Awaited<ReturnType<typeof inviteEverybody>>;
  let scene: Awaited<ReturnType<typeof setScene>>;
  beforeAll(async () => {
    cast = await inviteEverybody(forum);
    scene = await setScene(forum, cast);
    await silence(admin, cast.people.author);
  });

  test.each(PUBLISHING)("%s", async (name) => {
    const { document, variables } = MUTATIONS[name]!;
    const answer = cast.people.author.graphql(document, variables?.(scene, "author"));
    await expect(answer).rejects.toMatchObject({ code: "SILENCED" });
  });
});
