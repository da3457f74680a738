import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { run } from "../../server/core/sql.ts";
import { publishDueThreads } from "../../server/features/threads/scheduling/publishing.service.ts";
import { threadJobs } from "../../server/features/threads/thread.jobs.ts";
import { Clock } from "../../server/jobs/clock.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { createCategory, publish, type Seen } from "./content.ts";
import {
  come,
  draftsOf,
  inHours,
  letTimeCome,
  newsOf,
  publishNow,
  reschedule,
  runJob,
  save,
  schedule,
} from "./scheduling.ts";

/** Threads that wait among the drafts of their author and are published at their time. */

const RIGHTS = [
  "thread.insertVote",
  "thread.insertPay",
  "thread.insertPosition",
  "thread.allowAnonymous",
  "thread.insertImage",
  "thread.insertAttachment",
];
const POSITION = { longitude: 116.4, latitude: 39.9, address: "1 West Street", location: "“Tea” house" };
const MONEY = { amountCents: 100, payPassword: "135790" };
const WATCH = `mutation ($id: ID!) { setWatchLevel(target: MEMBER, targetId: $id, level: WATCHING) { level } }`;

let forum: Forum;
let admin: Person;
let categoryId: string;
beforeAll(async () => {
  forum = await Forum.open();
  admin = await forum.admin();
  categoryId = await forum.categoryId();
});
afterAll(() => forum.close());
afterEach(() => forum.write((ctx) => run(ctx, "UPDATE drafts SET publishAt = NULL", [])));

const writer = () => forum.member(...RIGHTS);
const threadsOf = async (person: Person): Promise<Seen[]> => {
  const document = `query ($id: ID!) { user(id: $id) { threads(first: 20) { nodes {
    id title body isAnonymous createdAt priceCents freePercent category { id }
    position { longitude latitude address location } attachments { id } poll { title endsAt options { text } } } } } }`;
  return (await person.graphql(document, { id: person.id })).user.threads.nodes;
};
/** A thread to schedule, and in how many hours. */
interface Case {
  readonly at?: number;
  readonly [field: string]: unknown;
}
const titlesOf = async (person: Person): Promise<string[]> =>
  (await threadsOf(person)).map(({ title }: { title: string }) => title);
const refusal = (code: string, field?: string) => ({
  code,
  ...(field && { extensions: expect.objectContaining({ field }) as unknown }),
});
const upload = async (person: Person): Promise<string> =>
  (await person.upload("notes.txt", Buffer.from("Notes"), "file")).id;

describe("a scheduled thread", () => {
  test("waits among the drafts and is published at its time, with all that belongs to it", async () => {
    const ada = await writer();
    const [file, publishAt, endsAt] = [await upload(ada), inHours(2), inHours(48)];
    const poll = { title: "Which?", options: ["Green", "Black"], endsAt };
    const draft = await schedule(
      ada,
      {
        categoryId,
        title: "Tea",
        body: "Hot",
        attachmentIds: [file],
        position: POSITION,
        poll,
        isAnonymous: true,
      },
      publishAt,
    );
    expect(draft).toMatchObject({
      publishAt,
      problem: null,
      position: POSITION,
      attachments: [{ id: file }],
    });
    expect(draft.gifts.poll).toEqual(poll);
    expect(await draftsOf(ada)).toEqual([draft]);
    await runJob(forum);
    expect(await threadsOf(ada)).toEqual([]);

    const before = Date.now();
    await come(forum, draft.id);
    const [thread] = await threadsOf(ada);
    expect(thread).toMatchObject({
      title: "Tea",
      body: "Hot",
      isAnonymous: true,
      position: POSITION,
      attachments: [{ id: file }],
      poll: { title: "Which?", endsAt, options: [{ text: "Green" }, { text: "Black" }] },
      category: { id: categoryId },
    });
    expect(Date.parse(thread.createdAt)).toBeGreaterThanOrEqual(before);
    expect(await draftsOf(ada)).toEqual([]);
    expect(await newsOf(forum, ada)).toEqual([
      {
        kind: "schedule.published",
        text: "Your scheduled thread “Tea” was published.",
        draftId: null,
        thread: { id: thread.id },
      },
    ]);
  });

  test("keeps its price", async () => {
    const ada = await writer();
    const { id } = await schedule(ada, {
      categoryId,
      body: "Secret ".repeat(30),
      priceCents: 500,
      freePercent: 20,
    });
    await come(forum, id);
    expect(await threadsOf(ada)).toMatchObject([{ priceCents: 500, freePercent: 20 }]);
  });

  test("is published as it was edited last, and keeps its time and place meanwhile", async () => {
    const ada = await writer();
    const publishAt = inHours(5);
    const first = await save(ada, { title: "Notes", body: "So far" });
    const draft = await schedule(ada, { categoryId, draftId: first.id, position: POSITION }, publishAt);
    expect(draft).toMatchObject({ id: first.id, version: first.version + 1, title: "Hello", publishAt });

    const edited = { id: draft.id, categoryId, title: "Edited", body: "Better", version: draft.version };
    expect(await save(ada, edited)).toMatchObject({ title: "Edited", publishAt, position: POSITION });
    await come(forum, draft.id);
    expect(await threadsOf(ada)).toMatchObject([{ title: "Edited", body: "Better", position: POSITION }]);
  });

  test("gets another time, becomes a plain draft, is scheduled again, published at once or deleted", async () => {
    const ada = await writer();
    const { id } = await schedule(ada, { categoryId, title: "Now" });
    const later = inHours(300);
    expect(await reschedule(ada, id, later)).toMatchObject({ id, publishAt: later });
    expect(await reschedule(ada, id, null)).toMatchObject({ id, publishAt: null, problem: null });
    await runJob(forum);
    expect(await titlesOf(ada)).toEqual([]);
    await expect(reschedule(ada, id, later)).rejects.toMatchObject(refusal("INVALID_PARAMETER"));
    await expect(publishNow(ada, id)).rejects.toMatchObject(refusal("INVALID_PARAMETER"));

    await schedule(ada, { categoryId, title: "Now", draftId: id });
    expect(await publishNow(ada, id)).toMatchObject({ title: "Now" });
    await expect(publishNow(ada, id)).rejects.toMatchObject(refusal("NOT_FOUND"));
    const gone = await schedule(ada, { categoryId, title: "Gone" });
    await ada.graphql(`mutation ($id: ID!) { deleteDraft(id: $id) }`, { id: gone.id });
    await come(forum, gone.id);
    expect(await titlesOf(ada)).toEqual(["Now"]);
    expect(await newsOf(forum, ada)).toEqual([]);
  });

  test("that has to be approved waits for it, and is not announced as published", async () => {
    const lines = ["lottery={MOD}"];
    await admin.graphql(`mutation ($l: [String!]!) { importStopWords(lines: $l) { created } }`, { l: lines });
    const ada = await writer();
    const { id } = await schedule(ada, { categoryId, title: "A lottery" });
    await come(forum, id);
    const pending = `{ threads(filter: { pending: true }) { nodes { title } } }`;
    expect((await admin.graphql(pending)).threads.nodes).toEqual([{ title: "A lottery" }]);
    expect(await draftsOf(ada)).toEqual([]);
    expect(await newsOf(forum, ada)).toEqual([]);
  });

  test("is published by publishing its draft from the form, which ends the draft", async () => {
    const ada = await writer();
    const { id } = await schedule(ada, { categoryId, title: "Early" });
    await publish(ada, { categoryId, title: "From the form", draftId: id });
    await come(forum, id);
    expect(await titlesOf(ada)).toEqual(["From the form"]);
    await expect(schedule(ada, { categoryId, draftId: id })).rejects.toMatchObject(refusal("DRAFT_GONE"));
  });

  test("tells those it mentions and those who watch its author when it is published, and not before", async () => {
    const [ada, bo, cy] = [await writer(), await forum.member(), await forum.member()];
    await bo.graphql(WATCH, { id: ada.id });
    const heard = async (person: Person): Promise<string[]> => {
      await forum.delivered();
      const { nodes } = (await person.graphql(`{ notifications { nodes { kind } } }`)).notifications;
      return nodes
        .map(({ kind }: { kind: string }) => kind)
        .filter((kind: string) => kind.startsWith("post."));
    };
    const { id } = await schedule(ada, { categoryId, body: `Come along, @${cy.nickname}` });
    expect([await heard(bo), await heard(cy)]).toEqual([[], []]);
    await come(forum, id);
    expect([await heard(bo), await heard(cy)]).toEqual([["post.published"], ["post.reminded"]]);
  });
});

describe("a thread is refused at its time", () => {
  /** Schedules a thread, lets something happen, and lets its time come. */
  async function refused(happen: (person: Person, id: string) => Promise<unknown>, thread: object = {}) {
    const ada = await writer();
    const { id } = await schedule(ada, { categoryId, title: "Tea", ...thread });
    await happen(ada, id);
    await come(forum, id);
    return { ada, id };
  }
  /** Proves that nothing was published, and that draft and notification say why. */
  async function proveRefused(ada: Person, id: string, code: string, reason: string): Promise<void> {
    expect(await titlesOf(ada)).toEqual([]);
    const [draft] = await draftsOf(ada);
    expect(draft).toMatchObject({ id, publishAt: null, problem: { code } });
    expect(draft.problem.message).toContain(reason);
    const news = await newsOf(forum, ada);
    expect(news).toMatchObject([{ kind: "schedule.refused", draftId: id, thread: null }]);
    expect(news[0].text).toMatch(
      /^Your scheduled thread “.*” was not published; it is a draft again\. Reason: /,
    );
    expect(news[0].text).toContain(reason);
  }
  const setStatus = (person: Person, status: number) =>
    forum.write((ctx) => run(ctx, "UPDATE users SET status = ? WHERE id = ?", [status, person.id]));

  test("of a member who is banned by then", async () => {
    const { ada, id } = await refused((person) => setStatus(person, 1));
    await setStatus(ada, 0);
    await proveRefused(ada, id, "ACCOUNT_BANNED", "banned");
  });

  test("of a member whose group lost the right", async () => {
    const groupId = await forum.group(["viewThreads", "thread.viewPosts", "user.view"]);
    const { ada, id } = await refused((person) =>
      forum.write((ctx) => run(ctx, "UPDATE users SET groupId = ? WHERE id = ?", [groupId, person.id])),
    );
    await proveRefused(ada, id, "FORBIDDEN", "createThread");
  });

  test("in a category that is gone", async () => {
    const gone = await createCategory(admin, "Short-lived");
    const happen = () => admin.graphql(`mutation ($id: ID!) { deleteCategory(id: $id) }`, { id: gone });
    const { ada, id } = await refused(happen, { categoryId: gone });
    await proveRefused(ada, id, "NOT_FOUND", "The category does not exist any more");
  });

  test("for a word that is not allowed by then, and tells each reader in their language", async () => {
    const { ada, id } = await refused(
      () => admin.graphql(`mutation { importStopWords(lines: ["casino={BANNED}"]) { created } }`),
      { body: "The casino opens" },
    );
    await proveRefused(ada, id, "STOP_WORD", "");
    const [{ message }] = (await draftsOf(ada)).map(({ problem }: Seen) => problem);
    const inChinese = await ada.post(
      "/graphql",
      { query: `{ draft(id: ${id}) { problem { message } } }` },
      { "accept-language": "zh-CN" },
    );
    expect(inChinese.json()).not.toMatchObject({ data: { draft: { problem: { message } } } });
  });

  test("without a file that is gone", async () => {
    const ada = await writer();
    const file = await upload(ada);
    const { id } = await schedule(ada, { categoryId, attachmentIds: [file] });
    await forum.write((ctx) => run(ctx, "DELETE FROM attachments WHERE id = ?", [file]));
    await come(forum, id);
    await proveRefused(ada, id, "NOT_FOUND", "A file of the thread does not exist any more.");
  });

  test("with money that was typed in afterwards, and is fine again without", async () => {
    const bounty = { amount: "10", days: 7, rest: "SHARE" };
    const { ada, id } = await refused((person, draftId) =>
      save(person, { id: draftId, categoryId, title: "Tea", body: "Hot", gifts: { bounty } }),
    );
    await proveRefused(ada, id, "INVALID_PARAMETER", "cannot be scheduled");

    // A save keeps the time and clears the refusal.
    const saved = await save(ada, { id, categoryId, title: "Tea", body: "Hot", gifts: {} });
    expect(saved).toMatchObject({ publishAt: null, problem: null });
  });

  test("gets another time from what refused it, and is published then", async () => {
    const { ada, id } = await refused((person) => setStatus(person, 1));
    await setStatus(ada, 0);
    const publishAt = inHours(3);
    expect(await reschedule(ada, id, publishAt)).toMatchObject({ publishAt, problem: null });
    await come(forum, id);
    expect(await titlesOf(ada)).toEqual(["Tea"]);
  });

  test("and stops no other, not even one that fails for no reason of its own", async () => {
    const [ada, bo] = [await writer(), await writer()];
    const [first, second] = [await schedule(ada, { categoryId }), await schedule(bo, { categoryId })];
    const breakIt = (json: string) =>
      forum.write((ctx) => run(ctx, "UPDATE drafts SET pollJson = ? WHERE id = ?", [json, first.id]));
    await breakIt("{broken");
    await come(forum, first.id, second.id);
    expect([await titlesOf(ada), await titlesOf(bo)]).toEqual([[], ["Hello"]]);
    expect(await newsOf(forum, ada)).toEqual([]);

    // It has stayed due: the next run publishes it.
    await breakIt("");
    await runJob(forum);
    expect(await titlesOf(ada)).toEqual(["Hello"]);
  });
});

describe("the job", () => {
  test("publishes at the start what was due while no process ran", async () => {
    const ada = await writer();
    const { id } = await schedule(ada, { categoryId });
    await letTimeCome(forum, id);
    const clock = new Clock(threadJobs, () => forum.app.context(), forum.app.context().services.log);
    clock.start();
    await expect.poll(() => titlesOf(ada)).toEqual(["Hello"]);
    await clock.stop();
  });

  test("and the member publish one thread, however often both do so at once", async () => {
    const ada = await writer();
    const file = await upload(ada);
    const { id } = await schedule(ada, { categoryId, attachmentIds: [file] });
    await letTimeCome(forum, id);
    await Promise.allSettled([
      ...Array.from({ length: 25 }, () => publishDueThreads(forum.app.context())),
      publishNow(ada, id),
      publish(ada, { categoryId, title: "Hello", draftId: id, attachmentIds: [file] }),
      ...Array.from({ length: 25 }, () => publishDueThreads(forum.app.context())),
    ]);
    expect(await titlesOf(ada)).toEqual(["Hello"]);
    expect(await draftsOf(ada)).toEqual([]);
    expect((await newsOf(forum, ada)).filter(({ kind }) => kind === "schedule.refused")).toEqual([]);
  });

  test("finds what is due with one statement, however many wait", async () => {
    const ada = await writer();
    const idle = () => publishDueThreads(forum.app.context());
    const none = await forum.countSettled(idle);
    for (let each = 0; each < 3; each++) await schedule(ada, { categoryId });
    expect([none, await forum.countSettled(idle)]).toEqual([1, 1]);
  });
});

describe("scheduling is refused", () => {
  test.each<[string, Case, string]>([
    ["a time that is over", { at: -1 }, "publishAt"],
    ["a time beyond a year", { at: 24 * 367 }, "publishAt"],
    ["a red packet", { redPacket: { ...MONEY, rule: "FIXED", claimBy: "REPLY", shareCount: 1 } }, "gifts"],
    ["a bounty", { bounty: { ...MONEY, endsAt: inHours(72) } }, "gifts"],
    ["a question", { question: { ...MONEY, userId: "1" } }, "gifts"],
    ["a poll that ends before", { poll: { options: ["A", "B"], endsAt: inHours(23) } }, "endsAt"],
    ["an empty text", { body: " " }, "body"],
  ])("for %s", async (_what, { at = 24, ...thread }: Case, field) => {
    const ada = await writer();
    const call = schedule(ada, { categoryId, ...thread }, inHours(at));
    await expect(call).rejects.toMatchObject({ code: "INVALID_PARAMETER" });
    await call.catch(({ extensions }: { extensions: object }) => expect(extensions).toMatchObject({ field }));
    expect(await draftsOf(ada)).toEqual([]);
  });

  test("for the eleventh, also when many are scheduled at the same moment", async () => {
    const ada = await writer();
    for (let each = 0; each < 8; each++) await schedule(ada, { categoryId });
    const more = await Promise.allSettled(Array.from({ length: 5 }, () => schedule(ada, { categoryId })));
    expect(more.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
    const [first] = await draftsOf(ada);
    await reschedule(ada, first.id, inHours(9));
    await reschedule(ada, first.id, null);
    await schedule(ada, { categoryId, draftId: first.id });
    expect(await draftsOf(ada)).toHaveLength(10);
  });

  test("for the draft of a reply, and without the right to publish", async () => {
    const ada = await writer();
    const { id: threadId } = await publish(ada, { categoryId });
    const { id: draftId } = await save(ada, { threadId, body: "A reply" });
    await expect(schedule(ada, { categoryId, draftId })).rejects.toMatchObject(refusal("INVALID_PARAMETER"));
    const limited = await forum.limitedMember("createThread");
    await expect(schedule(limited, { categoryId })).rejects.toMatchObject(refusal("FORBIDDEN"));
    await expect(schedule(forum.visitor(), { categoryId })).rejects.toMatchObject(refusal("LOGIN_REQUIRED"));
  });

  test("for a new time that is over, or behind the end of the poll", async () => {
    const ada = await writer();
    const poll = { options: ["A", "B"], endsAt: inHours(48) };
    const { id, publishAt } = await schedule(ada, { categoryId, poll });
    for (const hours of [-1, 49])
      await expect(reschedule(ada, id, inHours(hours))).rejects.toMatchObject(refusal("INVALID_PARAMETER"));
    expect(await draftsOf(ada)).toMatchObject([{ id, publishAt }]);
  });
});

test("nobody else sees a scheduled thread or touches it, staff neither", async () => {
  const ada = await writer();
  const { id } = await schedule(ada, { categoryId });
  const moderator = await forum.moderator();
  for (const other of [await forum.member(), moderator, admin]) {
    expect((await other.graphql(`{ draft(id: ${id}) { id } }`)).draft).toBeNull();
    expect(await draftsOf(other)).toEqual([]);
    await expect(reschedule(other, id, null)).rejects.toMatchObject(refusal("NOT_FOUND"));
    await expect(publishNow(other, id)).rejects.toMatchObject(refusal("NOT_FOUND"));
    await expect(schedule(other, { categoryId, draftId: id })).rejects.toMatchObject(refusal("DRAFT_GONE"));
  }
  const visitor = forum.visitor();
  await expect(reschedule(visitor, id, null)).rejects.toMatchObject(refusal("LOGIN_REQUIRED"));
  await expect(publishNow(visitor, id)).rejects.toMatchObject(refusal("LOGIN_REQUIRED"));
  expect(await draftsOf(ada)).toMatchObject([{ id, publishAt: expect.any(String) as unknown }]);
});
