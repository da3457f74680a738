import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { run } from "../../server/core/sql.ts";
import { invalidateGroups } from "../../server/features/groups/group.service.ts";
import { visit } from "../journeys/steps.ts";
import { longThread } from "../reading/longThread.ts";
import { Browser, DESKTOP, expectNoViolations, PHONE } from "../support/browser.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { act, createCategory, publish, reply } from "./content.ts";

/** Readers see between the replies what was done to a thread. */
let forum: Forum;
let browser: Browser;
let author: Person;
let moderator: Person;
beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  [author, moderator] = [await forum.member(), await forum.moderator()];
  browser = await Browser.open(forum);
});
afterEach(() => browser?.closePages());
afterAll(async () => {
  await browser?.close();
  await forum?.close();
});

const LOCK = `mutation ($id: ID!, $locked: Boolean!, $reason: String) {
  setThreadLocked(threadId: $id, locked: $locked, reason: $reason) { id } }`;
const MOVE = `mutation ($id: ID!, $to: ID!) { editThread(input: {threadId: $id, categoryId: $to}) { id } }`;
const HOUR_MS = 3_600_000;

/** Lets the newest events of a thread have happened half an hour after one of its hourly replies. */
const setBehind = (id: string, number: number, kinds: readonly string[]): Promise<unknown> =>
  forum.write(async (ctx) => {
    const sql = `SELECT p.createdAt FROM posts p WHERE p.threadId = ${id} AND p.number = ${number}`;
    const [{ createdAt }] = await ctx.db.query(sql);
    const time = new Date(typeof createdAt === "string" ? `${createdAt}Z` : createdAt);
    for (const kind of kinds)
      await run(ctx, "UPDATE thread_events SET createdAt = ? WHERE threadId = ? AND kind = ?", [
        new Date(time.getTime() + HOUR_MS / 2),
        id,
        kind,
      ]);
  });
/** Lists the stream: replies by their numbers, events by their sentences without the time. */
const stream = (page: Page): Promise<string[]> =>
  page.locator("[data-page] > [id], [data-page] > ul > li").evaluateAll((all) =>
    all.map((each) => {
      if (each.id) return each.id;
      const copy = each.cloneNode(true) as HTMLElement;
      copy.querySelector("time")?.remove();
      return copy.innerText.trim();
    }),
  );
const isWide = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > innerWidth);

test("a reader at a desk sees a move and a lock where they happened, in both orders, and staff their own at once", async () => {
  const id = await longThread(forum, author, 30);
  const there = await createCategory(await forum.admin(), "技术问答");
  await moderator.graphql(MOVE, { id, to: there });
  await moderator.graphql(LOCK, { id, locked: true, reason: "问题已经解决" });
  await setBehind(id, 12, ["MOVED", "LOCKED"]);
  await act(moderator, "setThreadEssence", { threadId: id, essence: true });
  await setBehind(id, 20, ["FEATURED"]);
  const name: string = (await moderator.graphql("{ viewer { nickname } }")).viewer.nickname;

  const page = await browser.openPage({ ...DESKTOP, person: moderator });
  await visit(page, `/thread/${id}`);
  const lines = [
    expect.stringMatching(new RegExp(`^${name} 将帖子从「.+」移到「技术问答」$`)),
    `${name} 锁定了帖子：问题已经解决`,
  ];
  expect((await stream(page)).slice(11, 15)).toEqual(["p12", ...lines, "p13"]);
  expect(await page.getByRole("list", { name: "帖子动态" }).first().getByRole("listitem").count()).toBe(2);
  await expectNoViolations(page);

  await visit(page, `/thread/${id}?sort=newest`);
  const newest = await stream(page);
  expect(newest.slice(18, 22)).toEqual(["p13", lines[1], lines[0], "p12"]);
  expect(newest[10]).toBe(`${name} 将帖子设为精华`);

  // What happened between two pages is not at the edge of one.
  await visit(page, `/thread/${id}?page=2`);
  expect((await stream(page))[0]).toBe("p21");
  await page
    .getByRole("article", { name: "A long discussion" })
    .getByRole("button", { name: /管理|更多/ })
    .click();
  await page.getByRole("menuitem", { name: "解除锁定" }).click();
  await page.getByText(`${name} 重新开放了帖子`).waitFor();
  expect((await stream(page)).slice(-2)).toEqual(["p30", `${name} 重新开放了帖子`]);
});

test("a reader with a phone reads English sentences that fit, also in a thread without replies", async () => {
  const id = (await publish(author, { categoryId: await forum.categoryId(), title: "A thread" })).id;
  const reason = `See ${"averyveryverylongword".repeat(6)}`;
  await moderator.graphql(LOCK, { id, locked: true, reason });
  await moderator.graphql(LOCK, { id, locked: false });
  await forum.write(async (ctx) => {
    const facts = JSON.stringify({ afterDays: 7 });
    const sql =
      "UPDATE thread_events SET kind = ?, actorId = NULL, dataJson = ? WHERE threadId = ? AND kind = ?";
    await run(ctx, sql, ["LOCKED_BY_ITSELF", facts, id, "OPENED"]);
  });
  const page = await browser.openPage({ ...PHONE, locale: "en" });
  await visit(page, `/thread/${id}`);
  const lines = [
    expect.stringMatching(new RegExp(`^Locked by .+ because: ${reason}$`)),
    "Locked automatically because nobody replied for 7 days",
  ];
  expect(await stream(page)).toEqual(lines);
  expect(await isWide(page)).toBe(false);
  await expectNoViolations(page);

  await reply(author, id);
  await visit(page, `/thread/${id}`);
  expect(await stream(page)).toEqual([...lines, "p1"]);
});

test("a reader who may not see the old category learns of the move, not of its name", async () => {
  const closed = await createCategory(await forum.admin(), "内部讨论");
  const here = await forum.categoryId();
  const reader = await forum.limitedMember("viewThreads", "thread.viewPosts");
  await forum.write(async (ctx) => {
    const [{ groupId }] = await ctx.db.query(`SELECT u.groupId FROM users u WHERE u.id = ${reader.id}`);
    for (const key of ["viewThreads", "thread.viewPosts"])
      await run(ctx, "INSERT INTO group_permissions (groupId, permission) VALUES (?, ?)", [
        groupId,
        `category${here}.${key}`,
      ]);
  });
  invalidateGroups(forum.app.context());
  const id = (await publish(await forum.admin(), { categoryId: closed, title: "搬家" })).id;
  await moderator.graphql(MOVE, { id, to: here });
  const page = await browser.openPage({ ...DESKTOP, person: reader });
  await visit(page, `/thread/${id}`);
  expect(await stream(page)).toEqual([expect.stringMatching(/^.+ 将帖子移到了这里$/)]);
  expect(await page.content()).not.toContain("内部讨论");
});
