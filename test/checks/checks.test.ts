import sharp from "sharp";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { circuitOf } from "../../server/features/checks/circuit.ts";
import { MINUTE_MS, pass, set, stopClock } from "../notifications/delivery/post.ts";
import { decide, isSeen } from "../spam/rules.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { publish, reply } from "../threads/content.ts";
import { inQueue, makeChecks, makeChecksIn, ruleChecks, SERVICES } from "./rules.ts";
import { ADVERT, DOUBTFUL, Vendor } from "./vendor.ts";

/** An outside service looks at what members write; moderators decide about what it finds. */
const EDIT = `mutation ($input: EditThreadInput!) { editThread(input: $input) { id } }`;
const EDIT_POST = `mutation ($input: EditPostInput!) { editPost(input: $input) { id } }`;
const BAD = `便宜 ${ADVERT} abc`;

let forum: Forum;
let vendor: Vendor;
let admin: Person;
let moderator: Person;
let ada: Person;
let ben: Person;
let categoryId: string;
beforeAll(async () => {
  forum = await Forum.open();
  vendor = await Vendor.open();
  [admin, moderator] = [await forum.admin(), await forum.moderator()];
  ada = await forum.member("thread.editOwnThread", "thread.insertImage");
  ben = await forum.member();
  categoryId = await forum.categoryId();
  await ruleChecks(admin, SERVICES.own(vendor));
});
afterAll(async () => {
  await forum?.close();
  await vendor?.close();
});
beforeEach(() => vendor.reset());
afterEach(async () => {
  vi.useRealTimers();
  circuitOf(forum.app.services).succeeded();
  await forum.write((ctx) => ctx.db.query("DELETE FROM content_checks"));
  await set(forum, { "checks.check_failure": "open", "checks.check_pictures": "0" });
});

const closed = () => ruleChecks(admin, { "checks.check_failure": "closed" });
const write = async (body: string, input: object = {}): Promise<string> =>
  (await publish(ada, { categoryId, body, ...input })).id;

describe.each(["tencent", "aliyun", "own"] as const)("with the service %s", (name) => {
  beforeAll(() => ruleChecks(admin, SERVICES[name](vendor)));
  afterAll(() => ruleChecks(admin, SERVICES.own(vendor)));

  test("an advert goes to the moderators with the reasons, and a clean text stays", async () => {
    const [bad, doubtful, clean] = [await write(BAD), await write(DOUBTFUL), await write("Good tea")];
    expect(await isSeen(ben, bad)).toBe(true);
    await makeChecks(forum);

    expect([await isSeen(ben, bad), await isSeen(ben, doubtful), await isSeen(ben, clean)]).toEqual([
      false,
      false,
      true,
    ]);
    const service = name.toUpperCase();
    const finding = { label: "ADVERT", words: [ADVERT], isPicture: false };
    expect(await inQueue(moderator, `t${bad}`)).toMatchObject({
      heldBecause: "CHECK",
      contentCheck: { state: "DONE", service, verdict: "BLOCK", findings: [finding] },
    });
    expect((await inQueue(moderator, `t${doubtful}`)).contentCheck).toMatchObject({ verdict: "REVIEW" });
    expect(await inQueue(moderator, `t${clean}`)).toBeUndefined();
  });

  test("long texts are sent in slices that share their borders, and one bad slice is enough", async () => {
    const max = name === "aliyun" ? 600 : 10_000;
    const long = `${"茶".repeat(2 * max)}${BAD}`;
    const id = await write(long);
    await makeChecks(forum);
    expect(vendor.calls).toHaveLength(3);
    for (const { text } of vendor.calls) expect([...text].length).toBeLessThanOrEqual(max);
    const [first, second] = vendor.calls.map(({ text }) => [...text]);
    expect(first!.slice(-20)).toEqual(second!.slice(0, 20));
    expect(await isSeen(ben, id)).toBe(false);
  });

  test("neither keys nor texts of members are in the log, whatever fails", async () => {
    await write(`${BAD} my-private-words`);
    vendor.failures = 1;
    await makeChecks(forum);
    const log = forum.logLines.join("\n");
    for (const secret of ["vendor-secret-key", "my-private-words", ADVERT]) expect(log).not.toContain(secret);
  });

  test("the owner tries it with a sample", async () => {
    const TRY = `mutation { tryContentCheck(text: "${BAD}") { service verdict problem findings { label words } } }`;
    expect((await admin.graphql(TRY)).tryContentCheck).toEqual({
      service: name.toUpperCase(),
      verdict: "BLOCK",
      problem: "",
      findings: [{ label: "ADVERT", words: [ADVERT] }],
    });
    vendor.failures = 1;
    const { problem, verdict } = (await admin.graphql(TRY)).tryContentCheck;
    expect([Boolean(problem), verdict]).toEqual([true, null]);
    expect(problem).not.toContain("127.0.0.1");
  });

  test("a wrong key is a failure with the service's code, and nothing of the call", async () => {
    const key = {
      tencent: "qcloud.qcloud_secret_key",
      aliyun: "checks.check_aliyun_key_secret",
      own: "checks.check_own_secret",
    };
    await set(forum, { [key[name]]: "another-key" });
    await write(BAD);
    await makeChecks(forum);
    const [row] = await forum.rows("SELECT problem FROM content_checks");
    expect(row!.problem).toBe(
      { tencent: "AuthFailure.SignatureFailure", aliyun: "SignatureDoesNotMatch", own: "HTTP_401" }[name],
    );
    await ruleChecks(admin, SERVICES[name](vendor));
  });
});

describe("a text that waits for its answer", () => {
  test("appears with its events once it has passed, and not before", async () => {
    await closed();
    const id = await write("@ben good tea");
    expect(await isSeen(ben, id)).toBe(false);
    expect(await inQueue(moderator, `t${id}`)).toMatchObject({
      heldBecause: "CHECKING",
      contentCheck: { state: "WAITING", verdict: null },
    });
    await makeChecks(forum);
    expect(await isSeen(ben, id)).toBe(true);
    expect(await inQueue(moderator, `t${id}`)).toBeUndefined();
    const [row] = await forum.rows("SELECT COUNT(*) AS n FROM held_news");
    expect(Number(row!.n)).toBe(0);
  });

  test("counts like any other reply once it appears, and stays with the moderators if it is an advert", async () => {
    const threadId = await write("Tea");
    await makeChecks(forum);
    await closed();
    const good = await reply(ben, threadId, { body: "Fine" });
    const bad = await reply(ben, threadId, { body: BAD });
    const count = async () =>
      (await ada.graphql(`query ($id: ID!) { thread(id: $id) { postCount } }`, { id: threadId })).thread
        .postCount;
    expect([good.approval, await count()]).toEqual(["PENDING", 0]);
    await makeChecks(forum);
    expect(await count()).toBe(1);
    expect(await inQueue(moderator, `p${bad.id}`)).toMatchObject({ heldBecause: "CHECK" });
    await decide(moderator, `p${bad.id}`, "APPROVE");
    expect(await count()).toBe(2);
  });

  test("does not appear by itself when stop words hold it as well, nor after an edit that has some", async () => {
    await closed();
    await admin.graphql(`mutation { importStopWords(lines: ["kettle={MOD}"]) { created } }`);
    const both = await write("my kettle");
    const edited = await write("my pot");
    await ada.graphql(EDIT, { input: { threadId: edited, body: "my kettle now" } });
    await makeChecks(forum);
    for (const id of [both, edited]) {
      expect(await isSeen(ben, id)).toBe(false);
      expect(await inQueue(moderator, `t${id}`)).toMatchObject({
        heldBecause: null,
        contentCheck: { verdict: "PASS" },
      });
    }
  });
});

test("an edit is checked again, and a late answer about the old text changes nothing", async () => {
  const id = await write("Good tea");
  await makeChecks(forum);
  await ada.graphql(EDIT, { input: { threadId: id, body: BAD } });
  vendor.hangs = true;
  const late = makeChecks(forum);
  await expect.poll(() => vendor.hanging.length).toBe(1);
  vendor.hangs = false;
  await ada.graphql(EDIT, { input: { threadId: id, body: "Good again" } });
  vendor.hanging[0]!();
  await late;
  await makeChecks(forum);
  expect(await isSeen(ben, id)).toBe(true);
  const { id: postId } = await reply(ada, id, { body: "Fine" });
  await ada.graphql(EDIT_POST, { input: { postId, body: BAD } }).catch(() => undefined);
  await makeChecks(forum);
  expect(vendor.textsWith("Good again")).toHaveLength(1);
});

test("an unchanged text that has passed is not sent again", async () => {
  const id = await write("Same tea");
  await makeChecks(forum);
  await ada.graphql(EDIT, { input: { threadId: id, title: "Hello", body: "Same tea" } });
  await makeChecks(forum);
  expect(vendor.textsWith("Same tea")).toHaveLength(1);
});

describe("a service that does not answer", () => {
  test("hides nothing that is shown, and is asked three times with growing pauses", async () => {
    stopClock();
    vendor.failures = 3;
    const id = await write(BAD);
    await makeChecks(forum);
    await makeChecks(forum);
    expect(vendor.failures).toBe(2);
    pass(11_000);
    await makeChecks(forum);
    pass(11_000);
    await makeChecks(forum);
    expect(vendor.failures).toBe(1);
    pass(MINUTE_MS);
    await makeChecks(forum);
    pass(60 * MINUTE_MS);
    await makeChecks(forum);
    expect([vendor.failures, vendor.calls.length]).toEqual([0, 0]);
    expect(await isSeen(ben, id)).toBe(true);
    const [row] = await forum.rows("SELECT state, problem FROM content_checks");
    expect(row).toEqual({ state: "FAILED", problem: "HTTP_500" });
  });

  test("leaves what waits to the moderators", async () => {
    stopClock();
    await closed();
    vendor.failures = 3;
    const id = await write("Good tea");
    for (const pauseMs of [0, MINUTE_MS, 2 * MINUTE_MS]) {
      pass(pauseMs);
      await makeChecks(forum);
    }
    expect(await isSeen(ben, id)).toBe(false);
    expect(await inQueue(moderator, `t${id}`)).toMatchObject({
      heldBecause: "UNCHECKED",
      contentCheck: { state: "FAILED" },
    });
    await decide(moderator, `t${id}`, "APPROVE");
    expect(await isSeen(ben, id)).toBe(true);
  });

  test("that works again lets the text appear", async () => {
    stopClock();
    await closed();
    vendor.failures = 1;
    const id = await write("Patient tea");
    await makeChecks(forum);
    expect(await isSeen(ben, id)).toBe(false);
    pass(11_000);
    await makeChecks(forum);
    expect(await isSeen(ben, id)).toBe(true);
  });

  test("is left in peace for a minute after five failures in a row", async () => {
    stopClock();
    vendor.failures = 100;
    for (let each = 0; each < 6; each += 1) await write(`Tea ${each}`);
    await makeChecks(forum);
    const failed = 100 - vendor.failures;
    expect(failed).toBeGreaterThanOrEqual(5);
    pass(30_000);
    await makeChecks(forum);
    expect(100 - vendor.failures).toBe(failed);
    expect(circuitOf(forum.app.services).isOpen(new Date())).toBe(true);
    vendor.failures = 0;
    pass(31_000);
    await makeChecks(forum);
    expect(vendor.calls.length).toBeGreaterThan(0);
  });

  test("slows nobody down: members write while it hangs", async () => {
    vendor.hangs = true;
    await write("One");
    const checking = makeChecks(forum);
    await expect.poll(() => vendor.hanging.length).toBe(1);
    const id = await write("Two");
    expect(await isSeen(ben, id)).toBe(true);
    vendor.hangs = false;
    vendor.hanging[0]!();
    await checking;
  });
});

test("twenty texts are checked once each by two processes", async () => {
  const threadId = await write("Many");
  for (let each = 10; each < 29; each += 1) await reply(ben, threadId, { body: `Reply number ${each}` });
  await makeChecksIn(forum, 2);
  expect(vendor.calls).toHaveLength(20);
  expect(new Set(vendor.calls.map(({ id }) => id)).size).toBe(20);
});

test("texts of moderators are not sent", async () => {
  const { id } = await publish(moderator, { categoryId, body: BAD });
  await makeChecks(forum);
  expect(vendor.calls).toEqual([]);
  expect(await isSeen(ben, id)).toBe(true);
});

test("what a moderator has let appear is not hidden by a late answer", async () => {
  await closed();
  const id = await write(BAD);
  await decide(moderator, `t${id}`, "APPROVE");
  await makeChecks(forum);
  expect(vendor.calls).toHaveLength(1);
  expect(await isSeen(ben, id)).toBe(true);
});

test("the addresses of links are checked, too", async () => {
  await write("[nice](https://spam.example/x)");
  await makeChecks(forum);
  expect(vendor.calls[0]!.text).toBe("Hello\nnice\nhttps://spam.example/x");
});

describe("pictures", () => {
  const drawn = (background: string): Promise<Buffer> =>
    sharp({ create: { width: 1600, height: 900, channels: 3, background } })
      .png()
      .toBuffer();

  test.each(["tencent", "own"] as const)(
    "that are bad hide their text, and are sent once: %s",
    async (name) => {
      await ruleChecks(admin, { ...SERVICES[name](vendor), "checks.check_pictures": "1" });
      vendor.pictures = "BLOCK";
      const background = name === "own" ? "#a00" : "#0a0";
      const ids: string[] = [];
      for (let each = 0; each < 2; each += 1) {
        const { id: attachmentId } = await ada.upload(`${each}.png`, await drawn(background));
        ids.push(await write("Look", { attachmentIds: [attachmentId] }));
      }
      await makeChecks(forum);
      await ruleChecks(admin, SERVICES.own(vendor));
      const sent = vendor.calls.filter(({ kind }) => kind === "picture");
      expect(sent).toHaveLength(1);
      const { format, width } = await sharp(sent[0]!.bytes).metadata();
      expect([format, width]).toEqual(["jpeg", 1024]);
      for (const id of ids) {
        expect(await isSeen(ben, id)).toBe(false);
        expect((await inQueue(moderator, `t${id}`)).contentCheck.findings).toMatchObject([
          { label: "PORN", isPicture: true },
        ]);
      }
    },
  );

  test("cannot be checked by Alibaba Cloud, and the owner is told why", async () => {
    const saving = ruleChecks(admin, { ...SERVICES.aliyun(vendor), "checks.check_pictures": "1" });
    await expect(saving).rejects.toMatchObject({ code: "INVALID_PARAMETER" });
    await expect(saving).rejects.toThrow(/public addresses|公网图片地址/);
  });
});

test("without a service nothing is stored, called or asked of the database", async () => {
  await set(forum, { "checks.check_service": "none" });
  const sql = await forum.statementsOf(() => write(BAD));
  expect(sql.filter((each) => /content_checks|picture_checks|content_holds/.test(each))).toEqual([]);
  const idle = await forum.statementsOf(() => makeChecks(forum));
  expect(idle).toEqual([]);
  expect(vendor.calls).toEqual([]);
  await ruleChecks(admin, SERVICES.own(vendor));
});
