import { readFileSync } from "node:fs";
import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { editor, ready, register, signIn, visit } from "../journeys/steps.ts";
import { Browser, DESKTOP, expectNoViolations, PHONE } from "../support/browser.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { publish } from "../threads/content.ts";

/** Asking in a poll, voting, and reading what came of it, as people do it. */

let forum: Forum;
let browser: Browser;
let author: Person;
beforeAll(async () => {
  forum = await Forum.open({ listen: true, env: { PAGE_CACHE: "1" } });
  author = await forum.member("thread.insertVote");
  browser = await Browser.open(forum);
});
afterEach(() => browser?.closePages());
afterAll(async () => {
  await browser?.close();
  await forum?.close();
});

const SIZES = [
  ["a desk", DESKTOP],
  ["a phone", PHONE],
] as const;
/** Three drinks, as most polls here ask for. */
const DRINKS = ["绿茶", "咖啡", "白水"] as const;

/** Publishes a thread with a poll of drinks. @returns its id */
async function ask(poll: object = {}, thread: object = {}): Promise<string> {
  const input = { categoryId: await forum.categoryId(), title: "喝什么", body: "选一个吧", ...thread };
  return (await publish(author, { ...input, poll: { options: DRINKS, ...poll } })).id as string;
}

/** Votes for options by their place in the poll, from 0. */
async function vote(voter: Person, threadId: string, ...places: number[]): Promise<void> {
  const { thread } = await voter.graphql(`query ($id: ID!) { thread(id: $id) { poll { options { id } } } }`, {
    id: threadId,
  });
  const optionIds = places.map((place) => thread.poll.options[place].id as string);
  const document = `mutation ($input: VoteInPollInput!) { voteInPoll(input: $input) { id } }`;
  await voter.graphql(document, { input: { threadId, optionIds } });
}

/** The card of a poll. */
const card = (page: Page, name = "投票"): Locator => page.getByRole("region", { name, exact: true });

/** The texts of a card's options, in their order. */
const optionsOf = (poll: Locator): Promise<string[]> => poll.locator("li bdi").allTextContents();

/** Words of the meters of a card, by option. */
async function figuresOf(poll: Locator): Promise<Record<string, string>> {
  const meters = await poll.getByRole("meter").all();
  const pairs = meters.map(async (meter) => [
    await meter.getAttribute("aria-label"),
    await meter.getAttribute("aria-valuetext"),
  ]);
  return Object.fromEntries(await Promise.all(pairs)) as Record<string, string>;
}

/** Gathers the shifts of the layout that nobody caused. @returns a function that gives them */
async function watchShifts(page: Page): Promise<() => Promise<number[]>> {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
      })[])
        if (!entry.hadRecentInput) shifts.push(entry.value);
    }).observe({ type: "layout-shift", buffered: true });
  });
  return () => page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
}

test.each(SIZES)(
  "an author publishes a poll, and the draft keeps it meanwhile, on %s",
  async (device, size) => {
    const title = device === "a desk" ? "春游去哪里" : "聚餐吃什么";
    const page = await browser.openPage({ ...size, person: author });
    await visit(page, `/thread/post?category=${await forum.categoryId()}`);
    await page.getByRole("textbox", { name: "标题" }).fill(title);
    await (await editor(page)).fill("大家选一选");
    await page.getByText("发起投票", { exact: true }).click();
    const option = (number: number) => page.getByRole("textbox", { name: `选项 ${number}`, exact: true });

    // Nothing goes out before there are two options.
    await page.getByRole("button", { name: "发布", exact: true }).click();
    await page.getByText("请先补全投票：至少 2 个不同的选项").waitFor();

    await option(1).fill("湖边");
    await option(2).fill(" 湖边");
    await page.getByText("和另一个选项相同").waitFor();
    await option(2).fill("山上");
    await option(2).press("Enter");
    await page.keyboard.type("老城");
    await page.keyboard.press("Enter");
    await page.keyboard.type("哪也不去");
    await page.getByRole("button", { name: "删除选项 4" }).click();
    await page.getByRole("button", { name: "上移选项 3" }).press("Enter");
    await page.getByText("选项 3 移到第 2 位").waitFor();
    // The focus has gone with it.
    await page.keyboard.press("Enter");
    expect(await option(1).inputValue()).toBe("老城");
    await page.getByLabel("投票方式").selectOption("多选");
    const saved = page.waitForResponse((answer) =>
      Boolean(answer.request().postData()?.includes('"resultsVisible":"AFTER_VOTE"')),
    );
    await page.getByLabel("何时公布结果").selectOption("投票后可见");
    await saved;
    await page.reload();
    await editor(page);
    expect(await option(1).inputValue()).toBe("老城");
    expect(await option(3).inputValue()).toBe("山上");
    await expectNoViolations(page, "form");

    await page.getByRole("button", { name: "发布", exact: true }).click();
    await page.waitForURL(/\/thread\/\d+$/);
    const poll = card(page);
    await poll.getByRole("button", { name: "投票", exact: true }).waitFor();
    expect(await optionsOf(poll)).toEqual(["老城", "湖边", "山上"]);
    expect(await poll.getByRole("checkbox").count()).toBe(3);
    await poll.getByText("投票后可以看到结果").waitFor();
    await expectNoViolations(page, "thread");
  },
);

test("who may not start polls is offered none", async () => {
  const page = await browser.openPage({ person: await forum.member() });
  await visit(page, `/thread/post?category=${await forum.categoryId()}`);
  await editor(page);
  expect(await page.getByText("发起投票", { exact: true }).count()).toBe(0);
});

test.each(SIZES)("a member votes, changes the vote and takes it back, on %s", async (_device, size) => {
  const id = await ask();
  const [reader, other] = [await forum.member(), await forum.member()];
  await vote(other, id, 0);
  const page = await browser.openPage({ ...size, person: reader });
  await visit(page, "/");
  await page.locator(`#t${id}`).getByText("投票", { exact: true }).waitFor();
  const shifts = await watchShifts(page);
  await visit(page, `/thread/${id}`);
  const poll = card(page);
  const send = poll.getByRole("button", { name: "投票", exact: true });
  await send.waitFor();
  expect(await shifts()).toEqual([]);
  expect(await send.isDisabled()).toBe(true);
  await poll.getByText("咖啡").click();
  await expectNoViolations(page, "ballot");
  await send.click();
  await poll.getByRole("button", { name: "改票" }).waitFor();
  expect(await figuresOf(poll)).toEqual({ 绿茶: "1 票，50%", 咖啡: "1 票，50%", 白水: "0 票，0%" });
  await poll.getByText("2 人参与").waitFor();
  await poll.getByRole("img", { name: "我投的" }).waitFor();
  await expectNoViolations(page, "results");

  await poll.getByRole("button", { name: /谁投了「绿茶」/ }).click();
  const sheet = page.getByRole("dialog");
  await sheet.getByRole("link", { name: other.nickname }).waitFor();
  await expectNoViolations(page, "voters");
  await page.keyboard.press("Escape");
  await sheet.waitFor({ state: "detached" });

  await poll.getByRole("button", { name: "改票" }).click();
  await poll.getByRole("radio", { name: "绿茶" }).check();
  await poll.getByRole("button", { name: "提交修改" }).click();
  await poll.getByRole("button", { name: "改票" }).waitFor();
  expect(await figuresOf(poll)).toEqual({ 绿茶: "2 票，100%", 咖啡: "0 票，0%", 白水: "0 票，0%" });

  await poll.getByRole("button", { name: "改票" }).click();
  await poll.getByRole("button", { name: "撤回投票" }).click();
  await send.waitFor();
  await poll.getByText("1 人参与").waitFor();
  expect(await poll.locator("input:checked").count()).toBe(0);
});

test("a vote that the server refuses leaves the choice where it is and says why", async () => {
  const id = await ask();
  const page = await browser.openPage({ person: await forum.member() });
  // The card reads the poll once, and then not before the vote was refused.
  let reads = 0;
  let letRead!: () => void;
  const refused = new Promise<void>((done) => (letRead = done));
  await page.route("**/graphql", async (route) => {
    const { operationName } = route.request().postDataJSON() as { operationName: string };
    if (operationName === "PollCard" && ++reads > 1) await refused;
    await route.continue();
  });
  await visit(page, `/thread/${id}`);
  const poll = card(page);
  await poll.getByRole("radio", { name: "白水" }).check();
  await author.graphql(`mutation ($id: ID!) { closePoll(threadId: $id) { id } }`, { id });
  await poll.getByRole("button", { name: "投票", exact: true }).click();
  await page.getByText("投票已结束，不能再投票").waitFor();
  expect(await poll.getByRole("radio", { name: "白水" }).isChecked()).toBe(true);
  letRead();
  // What the poll has become is read again.
  await poll.getByText("已结束", { exact: true }).waitFor();
  expect(await poll.getByRole("radio").count()).toBe(0);
});

test("options are ranked by keyboard, and the counting is told count by count", async () => {
  const id = await ask({ kind: "RANKED", title: "最想喝的" });
  const voters = [await forum.member(), await forum.member(), await forum.member(), await forum.member()];
  await vote(voters[0]!, id, 0);
  await vote(voters[1]!, id, 0);
  await vote(voters[2]!, id, 1);
  await vote(voters[3]!, id, 2, 1);
  const page = await browser.openPage({ person: await forum.member() });
  await visit(page, `/thread/${id}`);
  const poll = card(page, "最想喝的");
  await poll.getByRole("button", { name: "排入「白水」" }).press("Enter");
  await poll.getByRole("button", { name: "排入「绿茶」" }).press("Enter");
  await poll.getByRole("button", { name: "排入「咖啡」" }).press("Enter");
  await poll.getByText("「咖啡」排在第 3 位，共 3 位").waitFor();
  // The focus has gone with the option.
  await page.keyboard.press("Enter");
  await poll.getByText("「咖啡」排在第 2 位，共 3 位").waitFor();
  await page.keyboard.press("Enter");
  await poll.getByText("「咖啡」排在第 1 位，共 3 位").waitFor();
  await poll.getByRole("button", { name: "不排「绿茶」" }).press("Enter");
  expect(await optionsOf(poll)).toEqual(["咖啡", "白水", "绿茶"]);
  await expectNoViolations(page, "ranking");
  await poll.getByRole("button", { name: "投票", exact: true }).press("Enter");
  await poll.getByRole("img", { name: "我的第 1 选择" }).waitFor();
  expect(await figuresOf(poll)).toEqual({ 绿茶: "2 票，40%", 咖啡: "2 票，40%", 白水: "1 票，20%" });

  await author.graphql(`mutation ($id: ID!) { closePoll(threadId: $id) { id } }`, { id });
  const visitor = await browser.openPage(PHONE);
  await visit(visitor, `/thread/${id}`);
  const result = card(visitor, "最想喝的");
  await result.getByText("计票过程").click();
  const counts = result.locator("details ol > li");
  await counts.first().waitFor();
  expect(await counts.allInnerTexts()).toEqual([
    expect.stringMatching(/第 1 轮\s+绿茶 2 票\s+咖啡 2 票\s+白水 1 票 淘汰/),
    expect.stringMatching(/第 2 轮\s+绿茶 2 票\s+咖啡 3 票/),
  ]);
  await result.getByText("咖啡 胜出").waitFor();
  await expectNoViolations(visitor, "counts");
});

test.each(SIZES)("an author corrects a poll until somebody votes, on %s", async (_, size) => {
  const id = await ask();
  const page = await browser.openPage({ ...size, person: author });
  await visit(page, `/thread/${id}`);
  const poll = card(page);
  const edit = poll.getByRole("button", { name: "修改", exact: true });
  // Without votes there is nothing to keep as a file, and the buttons have one row on a phone.
  await poll.getByRole("button", { name: "立即结束" }).waitFor();
  expect(await poll.getByRole("button", { name: "导出 CSV" }).count()).toBe(0);
  await edit.click();
  const dialog = page.getByRole("dialog", { name: "修改投票" });
  const save = dialog.getByRole("button", { name: "保存" });
  await dialog.getByRole("textbox", { name: "选项 3", exact: true }).fill("咖啡");
  await dialog.getByText("请先补全投票：至少 2 个不同的选项").waitFor();
  expect(await save.isDisabled()).toBe(true);
  await dialog.getByRole("textbox", { name: "选项 3", exact: true }).fill("红茶");
  await expectNoViolations(page, "dialog");
  await save.click();
  await dialog.waitFor({ state: "hidden" });
  expect(await optionsOf(poll)).toEqual(["绿茶", "咖啡", "红茶"]);

  // Somebody votes while the author corrects it once more.
  await edit.click();
  await dialog.getByRole("textbox", { name: "选项 1", exact: true }).fill("花茶");
  await vote(await forum.member(), id, 2);
  await save.click();
  await page.getByText("已有人投票，不能再修改投票").waitFor();
  expect(await dialog.getByRole("textbox", { name: "选项 1", exact: true }).inputValue()).toBe("花茶");
});

test("results stay hidden until the author ends the poll, who keeps the votes as a file", async () => {
  const id = await ask({ resultsVisible: "AFTER_END" });
  const [ada, bo] = [await forum.member(), await forum.member()];
  await vote(ada, id, 1);
  await vote(bo, id, 1);
  const reader = await browser.openPage({ ...PHONE, person: ada });
  await visit(reader, `/thread/${id}`);
  await card(reader).getByText("结束后公布结果").waitFor();
  await card(reader).getByRole("img", { name: "我投的" }).waitFor();
  expect(await card(reader).getByRole("meter").count()).toBe(0);

  const page = await browser.openPage({ person: author });
  await visit(page, `/thread/${id}`);
  const poll = card(page);
  await poll.getByRole("button", { name: "立即结束" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "立即结束" }).click();
  await poll.getByText("胜出", { exact: true }).waitFor();
  expect(await figuresOf(poll)).toEqual({ 绿茶: "0 票，0%", 咖啡: "2 票，100%", 白水: "0 票，0%" });
  const download = page.waitForEvent("download");
  await poll.getByRole("button", { name: "导出 CSV" }).click();
  const csv = readFileSync(await (await download).path(), "utf8");
  expect(csv).toContain('"咖啡","2"');
  expect(csv).toContain(`"${ada.nickname}","咖啡"`);
  await expectNoViolations(page, "ended");

  await visit(reader, `/thread/${id}`);
  await card(reader).getByText("胜出", { exact: true }).waitFor();
});

test("nobody is shown who voted in a secret poll, and its file holds the totals only", async () => {
  const id = await ask({ isSecret: true });
  const voter = await forum.member();
  await vote(voter, id, 2);
  const page = await browser.openPage({ person: author });
  await visit(page, `/thread/${id}`);
  const poll = card(page);
  await poll.getByText("1 人参与").waitFor();
  expect(await poll.getByRole("button", { name: /谁投了/ }).count()).toBe(0);
  const download = page.waitForEvent("download");
  await poll.getByRole("button", { name: "导出 CSV" }).click();
  const csv = readFileSync(await (await download).path(), "utf8");
  expect(csv).toContain('"白水","1"');
  expect(csv).not.toContain(voter.nickname);
});

test("a visitor reads the poll, signs in to vote and comes back to it", async () => {
  const id = await ask();
  await register(await browser.openPage(), "lucy");
  const page = await browser.openPage(PHONE);
  await visit(page, `/thread/${id}`);
  await card(page).getByRole("link", { name: "登录后投票" }).click();
  await page.getByText("登录后就可以投票").waitFor();
  await signIn(page, "lucy");
  await ready(page);
  await card(page).getByRole("radio", { name: "绿茶" }).check();
  await card(page).getByRole("button", { name: "投票", exact: true }).click();
  await card(page).getByRole("button", { name: "改票" }).waitFor();
});

test("without scripts the poll can be read", async () => {
  const id = await ask({ title: "夏天的饮料" });
  const page = await browser.openPage({ javaScriptEnabled: false });
  await page.goto(`/thread/${id}`);
  const poll = card(page, "夏天的饮料");
  expect(await optionsOf(poll)).toEqual([...DRINKS]);
  // In an element that stories look for by its name only.
  expect(await poll.locator("noscript").innerText()).toBe("投票需要启用 JavaScript。");
});

test("a locked thread takes no votes and shows what was voted", async () => {
  const id = await ask();
  const reader = await forum.member();
  await vote(reader, id, 0);
  const admin = await forum.admin();
  await admin.graphql(`mutation ($id: ID!) { setThreadLocked(threadId: $id, locked: true) { id } }`, { id });
  const page = await browser.openPage({ person: reader });
  await visit(page, `/thread/${id}`);
  await card(page).getByText("现在不能投票").waitFor();
  await card(page).getByRole("meter", { name: "绿茶" }).waitFor();
  expect(await card(page).getByRole("button", { name: "改票" }).count()).toBe(0);
});
