import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { Thread } from "../../server/features/threads/thread.entity.ts";
import { Browser } from "../support/browser.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { publish } from "../threads/content.ts";
import { expectCleanInBothThemes, expectDifference, open } from "./desk.ts";

/** Threads by the dozen, and what they are about: seen before it is done, and taken back as one. */
let forum: Forum;
let browser: Browser;
let admin: Person;
let ids: string[];

beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  browser = await Browser.open(forum);
  const author = await forum.member();
  admin = await forum.admin();
  const categoryId = await forum.categoryId();
  ids = [];
  for (const [title, body] of [
    ["Green tea", "About #tea#"],
    ["Black tea", "About #chai#"],
  ] as const) {
    const { id } = await publish(author, { categoryId, title, body });
    ids.push(id);
  }
});
afterEach(() => browser?.closePages());
afterAll(async () => {
  await browser?.close();
  await forum?.close();
});

const pinned = async (): Promise<number[]> =>
  (
    await forum.rows<{ isSticky: number }>(
      `SELECT t.isSticky FROM threads t WHERE t.id IN (${ids.join()}) ORDER BY t.id`,
    )
  ).map(({ isSticky }) => Number(isSticky));

test("two threads are pinned with one batch, which is undone from the toast, done again, and undone from the list", async () => {
  const page = await browser.openPage({ person: admin, locale: "en" });
  await open(page, "/admin/content");
  const pin = async () => {
    await page.getByRole("checkbox", { name: "Select “Green tea”" }).check();
    await page.getByRole("checkbox", { name: "Select “Black tea”" }).check();
    await page.getByRole("button", { name: "Pin", exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("combobox", { name: "Reason" }).selectOption("In my own words…");
    await dialog.getByRole("textbox", { name: "The reason in your words" }).fill("The tea week");
    await expectDifference(page, "Pinned", "Pinned");
    await dialog.getByRole("button", { name: "Pin", exact: true }).click();
    await page.getByText("2 threads changed").waitFor();
    expect(await pinned()).toEqual([1, 1]);
  };
  await pin();
  await page.getByRole("button", { name: "Undo all" }).click();
  await expect.poll(pinned).toEqual([0, 0]);

  await pin();
  await page.getByText("Latest batches").click();
  await page.getByText("The tea week").first().waitFor();
  await expectCleanInBothThemes(page);
  await page.getByRole("button", { name: "Undo: Pin · 2 threads" }).click();
  await expect.poll(pinned).toEqual([0, 0]);
  await browser.expectNoComplaints();
});

test("threads of a day are found with the keyboard alone, and the calendar can be read in both themes", async () => {
  await forum.write((ctx) =>
    ctx.db.update(Thread, { id: Number(ids[0]) }, { createdAt: new Date("2020-03-05T08:00:00Z") }),
  );
  const page = await browser.openPage({ person: admin, locale: "en" });
  await open(page, "/admin/content");
  await page.getByRole("textbox", { name: "Published before" }).focus();
  await page.keyboard.type("2020-03-6");
  await page.getByRole("button", { name: "Next month" }).waitFor();
  await expectCleanInBothThemes(page);
  await page.keyboard.press("Enter");
  await expect.poll(() => new URL(page.url()).search).toBe("?before=2020-03-06");
  // The list before stays until the next one has come.
  await page.getByRole("link", { name: "Black tea" }).waitFor({ state: "detached" });
  await page.getByRole("link", { name: "Green tea" }).waitFor();
  await browser.expectNoComplaints();
});

test("what is recommended stands first among all topics and beside the list of threads", async () => {
  const [tea] = await forum.rows<{ id: number }>("SELECT x.id FROM topics x WHERE x.name = 'tea'");
  const recommend = (on: boolean) =>
    admin.graphql(
      `mutation ($id: ID!, $on: Boolean!) { setTopicRecommended(topicId: $id, recommended: $on) { id } }`,
      { id: String(tea!.id), on },
    );
  const names = async (path: string): Promise<string[]> => {
    const { text } = await forum.visitor().get(path, { "accept-language": "en" });
    const body = text
      .replace(/<!--.*?-->|<script[^]*?<\/script>/g, "")
      .replace(/<article[^]*?<\/article>/g, "")
      .replace(/<\/?bdi[^>]*>/g, "");
    return [...body.matchAll(/#(tea|chai)#?<\/(?:strong|span)>(?:<em[^>]*>(\w+)<\/em>)?/g)].map(
      ([, name, mark]) => [name, mark].filter(Boolean).join(" "),
    );
  };
  expect([await names("/topic"), await names("/")]).toEqual([
    ["chai", "tea"],
    ["chai", "tea"],
  ]);
  await recommend(true);
  expect([await names("/topic"), await names("/")]).toEqual([
    ["tea Recommended", "chai"],
    ["tea", "chai"],
  ]);
  expect(await names("/topic?sort=newest")).toEqual(["chai", "tea"]);
  await recommend(false);
  expect(await names("/topic")).toEqual(["chai", "tea"]);
});

test("a topic is recommended, merged and taken away, and each is taken back", async () => {
  const page = await browser.openPage({ person: admin, locale: "en" });
  await open(page, "/admin/topics");
  await page.getByRole("button", { name: "Recommend #tea#", exact: true }).click();
  await page.getByRole("button", { name: "No longer recommend #tea#" }).waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("button", { name: "Recommend #tea#", exact: true }).waitFor();

  await page.getByRole("button", { name: "Merge #chai#" }).click();
  await page.getByRole("dialog").getByRole("combobox", { name: "Into" }).fill("tea");
  await expectDifference(page, "Part of #tea#", "up to 2");
  await page.getByRole("dialog").getByRole("button", { name: "Merge" }).click();
  await expect.poll(() => page.getByRole("button", { name: "Merge #chai#" }).count()).toBe(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("button", { name: "Merge #chai#" }).waitFor();
  await expectCleanInBothThemes(page);

  await page.getByRole("button", { name: "Delete #chai#" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect.poll(() => page.getByRole("button", { name: "Delete #chai#" }).count()).toBe(0);
  await page.getByRole("link", { name: "Deleted" }).click();
  await page.getByRole("button", { name: "Restore #chai#" }).click();
  await page.getByText("No topic fits").waitFor();
  await browser.expectNoComplaints();
});
