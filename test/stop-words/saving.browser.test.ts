import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { visit } from "../journeys/steps.ts";
import { Browser, PHONE } from "../support/browser.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";

/** Administrators who change stop words over a line that is cut, or together with somebody else. */
let forum: Forum;
let browser: Browser;
let admin: Person;
let other: Person;
/** The next changes never reach the server. */
let isCut: boolean;
beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  [admin, other] = [await forum.admin(), await forum.admin()];
  browser = await Browser.open(forum);
});
beforeEach(async () => {
  isCut = false;
  const lines = ["casino={BANNED}", "poker={BANNED}", "tea=leaf"];
  await admin.graphql(
    `mutation ($l: [String!]!) { importStopWords(lines: $l, overwrite: true) { created } }`,
    { l: lines },
  );
});
afterEach(() => browser.expectNoComplaints());
afterAll(async () => {
  await browser?.close();
  await forum?.close();
});

async function open(options = {}): Promise<Page> {
  const page = await browser.openPage({ person: admin, ...options, expectedErrors: [/ERR_FAILED/] });
  await page.route("**/graphql", (route) => {
    const { operationName } = route.request().postDataJSON() as { operationName: string };
    return isCut && operationName === "ChangeStopWords" ? route.abort() : route.continue();
  });
  await visit(page, "/admin/stop-words");
  return page;
}
const actions = async (): Promise<Record<string, string>> =>
  Object.fromEntries(
    (await admin.graphql(`{ stopWords(first: 9) { nodes { find ugc } } }`)).stopWords.nodes.map(
      ({ find, ugc }: { find: string; ugc: string }) => [find, ugc],
    ),
  );
/** Somebody else changes what happens where a word is found in content. */
const changeElsewhere = async (find: string, ugc: string): Promise<void> => {
  const { nodes } = (await other.graphql(`{ stopWords(first: 9) { nodes { id find ugc } } }`)).stopWords;
  const word = nodes.find((each: { find: string }) => each.find === find);
  const change = { id: word.id, before: { ugc: word.ugc }, after: { ugc } };
  await other.graphql(`mutation ($c: [StopWordChange!]!) { changeStopWords(changes: $c) { batchId } }`, {
    c: [change],
  });
};
const choose = (page: Page, word: string, action: string) =>
  page.getByLabel(`“${word}”在内容中`).selectOption({ label: action });
const bar = (page: Page) => page.getByRole("region", { name: "改动" });
const isRetryOffered = (page: Page) =>
  page.getByRole("alert").getByRole("button", { name: "重试" }).waitFor();

test("a cut line keeps the bar with all its changes, and trying again saves them together", async () => {
  const page = await open();
  await choose(page, "casino", "审核");
  await choose(page, "poker", "不处理");
  isCut = true;
  await bar(page).getByRole("button", { name: "保存" }).click();
  await page.getByRole("alert").getByText("网络连接失败").waitFor();
  await bar(page).getByText("2 处未保存的改动").waitFor();
  expect(await actions()).toEqual({ casino: "BAN", poker: "BAN", tea: "REPLACE" });

  isCut = false;
  await page.getByRole("alert").getByRole("button", { name: "重试" }).click();
  await bar(page).getByText("已保存").waitFor();
  expect(await actions()).toEqual({ casino: "REVIEW", poker: "IGNORE", tea: "REPLACE" });
  await bar(page).getByRole("button", { name: "撤销" }).click();
  await expect.poll(actions).toEqual({ casino: "BAN", poker: "BAN", tea: "REPLACE" });
});

test("a change that meets somebody else's is told, the list is read anew, and nothing is lost", async () => {
  const page = await open();
  await choose(page, "casino", "审核");
  await choose(page, "poker", "不处理");
  await changeElsewhere("poker", "REPLACE");
  await bar(page).getByRole("button", { name: "保存" }).click();

  await page.getByRole("alert").getByText("“poker”已被其他管理员修改，本次没有保存任何改动").waitFor();
  expect(await page.getByRole("alert").getByRole("button", { name: "重试" }).count()).toBe(0);
  expect(await actions()).toEqual({ casino: "BAN", poker: "REPLACE", tea: "REPLACE" });
  await bar(page).getByRole("button", { name: "查看改动" }).click();
  const row = bar(page).getByRole("listitem").filter({ hasText: "poker" });
  await row.getByText("替换").waitFor();
  await row.getByText("不处理").waitFor();

  await bar(page).getByRole("button", { name: "保存" }).click();
  await bar(page).getByText("已保存").waitFor();
  expect(await actions()).toEqual({ casino: "REVIEW", poker: "IGNORE", tea: "REPLACE" });
});

test("the dialog of a word keeps what was chosen over a cut line and a conflict, on a phone", async () => {
  const page = await open(PHONE);
  await page.getByRole("button", { name: "编辑“casino”" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("内容").selectOption({ label: "审核" });
  isCut = true;
  await dialog.getByRole("button", { name: "保存" }).click();
  await isRetryOffered(page);
  expect(await dialog.getByLabel("内容").inputValue()).toBe("REVIEW");

  isCut = false;
  await changeElsewhere("casino", "IGNORE");
  await dialog.getByRole("button", { name: "保存" }).click();
  await page.getByRole("alert").getByText("“casino”已被其他管理员修改").waitFor();
  const difference = dialog.getByRole("list", { name: "将要修改" });
  await difference.getByText("不处理").waitFor();
  await difference.getByText("审核").waitFor();
  expect((await actions())["casino"]).toBe("IGNORE");

  await dialog.getByRole("button", { name: "保存" }).click();
  await dialog.waitFor({ state: "detached" });
  expect((await actions())["casino"]).toBe("REVIEW");
});
