import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { visit } from "../journeys/steps.ts";
import { Browser, DESKTOP, expectNoViolations, PHONE } from "../support/browser.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { createCategory, publish } from "../threads/content.ts";

/** Categories as readers see them: a face and a colour of their own, in both layouts and both themes. */
let forum: Forum;
let browser: Browser;
let admin: Person;
let tea: string;
let green: string;

beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  admin = await forum.admin();
  const create = `mutation ($input: CategoryInput!) { createCategory(input: $input) { id } }`;
  const make = async (input: object): Promise<string> =>
    (await admin.graphql(create, { input })).createCategory.id;
  // Far from what can be read on white and on black.
  tea = await make({ name: "Tea", icon: "🍵", color: "#ffe14d", description: "Leaves and water." });
  green = await make({ name: "Green tea", parentId: tea });
  const coffee = await make({ name: "Coffee", color: "#0b1030" });
  await make({ name: "Espresso", parentId: coffee });
  for (let index = 0; index < 6; index++) await createCategory(admin, `Corner ${index}`);
  await publish(await forum.member(), { categoryId: green, title: "Sencha" });
  browser = await Browser.open(forum);
});
afterEach(() => browser?.closePages());
afterAll(async () => {
  await browser?.close();
  await forum?.close();
});

test("the tree shows faces and folds what lies below until one goes there; the skip link leads behind it", async () => {
  const page = await browser.openPage({ ...DESKTOP });
  await visit(page, "/");
  const tree = page.getByRole("navigation", { name: "板块" }).first();
  await expect.poll(() => tree.getByRole("link", { name: /Tea/ }).innerText()).toContain("🍵");
  expect(await tree.getByRole("link", { name: /Green tea|Espresso/ }).count()).toBe(0);

  await tree.getByRole("link", { name: /Tea/ }).click();
  await page.getByRole("heading", { level: 1, name: "Tea" }).waitFor();
  expect(await tree.getByRole("link", { name: "Green tea 1" }).count()).toBe(1);
  expect(await tree.getByRole("link", { name: "Espresso" }).count()).toBe(0);
  await page.getByText("Leaves and water.").waitFor();
  await page
    .getByRole("navigation", { name: "下级板块" })
    .getByRole("link", { name: /Green tea/ })
    .waitFor();
  const write = page.getByRole("link", { name: "发布到这里" });
  expect(await write.getAttribute("href")).toBe(`/thread/post?category=${tea}`);

  await page.keyboard.press("Control+Home");
  await page.getByRole("link", { name: "跳到正文" }).focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement!.closest("nav")?.ariaLabel)).not.toBe("板块");
  await browser.expectNoComplaints();
});

test("on a phone the present category is in sight among the chips", async () => {
  const { categories } = await forum.visitor().graphql("{ categories { id name } }");
  const last = categories.at(-1);
  const page = await browser.openPage({ ...PHONE });
  await visit(page, `/category/${last.id}`);
  const chip = page.getByRole("navigation", { name: "板块" }).locator("[aria-current]:visible");
  await expect
    .poll(async () => {
      const box = await chip.boundingBox();
      return box !== null && box.x >= 0 && box.x + box.width <= PHONE.width;
    })
    .toBe(true);
  await browser.expectNoComplaints();
});

test.each([
  ["light", DESKTOP],
  ["dark", DESKTOP],
  ["light", PHONE],
  ["dark", PHONE],
] as const)("pale and dark colours are read in the %s theme", async (colorScheme, size) => {
  const page = await browser.openPage({ ...size, colorScheme });
  for (const path of ["/", `/category/${tea}`, "/categories"]) {
    await visit(page, path);
    await expectNoViolations(page, `${path} ${colorScheme}`);
  }
  // Marks are told from their ground.
  await visit(page, "/categories");
  await page.getByRole("heading", { level: 1, name: "全部板块" }).waitFor();
  await browser.expectNoComplaints();
});

test("an administrator gives a category a colour, and readers see it", async () => {
  const page = await browser.openPage({ ...DESKTOP, person: admin });
  await visit(page, "/admin/categories");
  await page.getByRole("button", { name: "编辑 Corner 0" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("颜色", { exact: true }).fill("#9c36b5");
  await dialog.getByRole("button", { name: "保存" }).click();
  await dialog.waitFor({ state: "detached" });
  const { categories } = await forum.visitor().graphql("{ categories { name displayColor } }");
  expect(categories).toContainEqual({ name: "Corner 0", displayColor: "#9c36b5" });
  await browser.expectNoComplaints();
});
