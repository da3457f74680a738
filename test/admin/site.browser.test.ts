import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { Browser } from "../support/browser.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { publish } from "../threads/content.ts";
import { expectCleanInBothThemes, expectDifference, open } from "./desk.ts";

/** Categories, what new members are asked, stop words, and the log of it all. */
let forum: Forum;
let browser: Browser;
let admin: Person;

beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  browser = await Browser.open(forum);
  admin = await forum.admin();
});
afterEach(() => browser?.closePages());
afterAll(async () => {
  await browser?.close();
  await forum?.close();
});

test("a category is named, its description is seen before it is saved, and both are taken back", async () => {
  const page = await browser.openPage({ person: admin, locale: "en" });
  await open(page, "/admin/categories");
  await page.getByRole("button", { name: "New category" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Tea room");
  await expectDifference(page, "Tea room");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Edit Tea room" }).click();
  await page.getByRole("textbox", { name: "Description" }).fill("Leaves and water");
  await expectDifference(page, "Leaves and water");
  await expectCleanInBothThemes(page);
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Leaves and water").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => page.getByText("Leaves and water").count()).toBe(0);
  await browser.expectNoComplaints();
});

test("a category that holds a thread is kept, and the way to the thread is offered", async () => {
  const { createCategory } = await admin.graphql(
    `mutation { createCategory(input: { name: "Tea archive" }) { id } }`,
  );
  const page = await browser.openPage({ person: admin, locale: "en" });
  await open(page, "/admin/categories");
  // Written after the page was read, which therefore knows of no thread.
  await publish(admin, { categoryId: createCategory.id, title: "Old leaves" });
  await page.getByRole("button", { name: "Delete Tea archive" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Show them" }).click();
  await page.getByText("Old leaves").first().waitFor();
  expect(await forum.rows("SELECT c.id FROM categories c WHERE c.name = 'Tea archive'")).toHaveLength(1);
  await browser.expectNoComplaints();
});

test("a question for new members is added, changed, and taken back", async () => {
  const page = await browser.openPage({ person: admin, locale: "en" });
  await open(page, "/admin/sign-in-fields");
  const names = async () =>
    (await forum.rows<{ name: string }>("SELECT f.name FROM sign_in_fields f WHERE f.status <> 0")).map(
      ({ name }) => name,
    );
  await page.getByRole("button", { name: "Add a field" }).click();
  await page.getByRole("textbox", { name: "Name" }).last().fill("Favourite tea");
  await page.getByRole("button", { name: "Show changes" }).click();
  await expect
    .poll(() => page.getByRole("region", { name: "Changes" }).locator("ins").innerText())
    .toContain("Favourite tea");
  await page.getByRole("button", { name: "Save" }).click();
  await expect.poll(names).toEqual(["Favourite tea"]);
  await expectCleanInBothThemes(page);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(names).toEqual([]);
  await browser.expectNoComplaints();
});

test("a stop word that refuses is made to ask for review, and refuses again", async () => {
  await admin.graphql(`mutation { importStopWords(lines: ["casino={BANNED}"]) { created } }`);
  const page = await browser.openPage({ person: admin, locale: "en" });
  await open(page, "/admin/stop-words");
  const inContent = page.getByRole("combobox", { name: "“casino” in Content" });
  const stored = async () => {
    const { stopWords } = await admin.graphql(`{ stopWords(query: "casino") { nodes { ugc } } }`);
    return stopWords.nodes[0].ugc as string;
  };
  await inContent.selectOption("REVIEW");
  await page.getByRole("button", { name: "Show changes" }).click();
  await expect
    .poll(() => page.getByRole("region", { name: "Changes" }).locator("ins").innerText())
    .toContain("Review");
  expect(await stored()).toBe("BAN");
  await page.getByRole("button", { name: "Save" }).click();
  await expect.poll(stored).toBe("REVIEW");
  await expectCleanInBothThemes(page);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(stored).toBe("BAN");
  await browser.expectNoComplaints();
});

test("an import that overwrote a word is undone from its notice, and a deletion from the list of what was done", async () => {
  await admin.graphql(`mutation { importStopWords(lines: ["roulette={BANNED}"]) { created } }`);
  const page = await browser.openPage({ person: admin, locale: "en" });
  await open(page, "/admin/stop-words?query=roulette");
  const stored = async () =>
    (await admin.graphql(`{ stopWords(query: "roulette") { nodes { find ugc } } }`)).stopWords.nodes;
  const before = await stored();

  await page.getByRole("button", { name: "Add or import" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "One per line" }).fill("roulette={MOD}\nroulettes");
  await dialog.getByRole("switch", { name: "Replace what exists" }).click();
  await dialog.getByRole("button", { name: "Add or import" }).click();
  await page.getByText("1 new, 1 updated, 0 unchanged").waitFor();
  expect(await stored()).not.toEqual(before);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect.poll(stored).toEqual(before);

  await page.getByRole("checkbox", { name: "Select “roulette”" }).check();
  await page.getByRole("button", { name: "Delete them" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect.poll(stored).toEqual([]);
  await page.getByText("Latest imports and deletions").click();
  await page.getByRole("button", { name: "Undo: Deletion · 1 words" }).waitFor();
  await expectCleanInBothThemes(page);
  await page.getByRole("button", { name: "Undo: Deletion · 1 words" }).click();
  await expect.poll(stored).toEqual(before);
  await page.getByRole("checkbox", { name: "Select “roulette”" }).waitFor();
  await browser.expectNoComplaints();
});

test("the log tells what was done, is found by what it was done to, and says that it is whole", async () => {
  await admin.graphql(`mutation { saveSettings(entries: [{ key: "site_title", value: "Logged" }]) { id } }`);
  const page = await browser.openPage({ person: admin, locale: "en" });
  await open(page, "/admin/log?action=saveSettings");
  await page
    .getByText(/changed the setting .*site_title/)
    .first()
    .waitFor();
  await expectCleanInBothThemes(page);
  await page.getByRole("button", { name: "Verify the log" }).click();
  await page.getByRole("status").filter({ hasText: /\d/ }).first().waitFor();
  await browser.expectNoComplaints();
});
