import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Mapping } from "../../server/transfer/mapping/mappingFile.ts";
import { expectCleanInBothThemes, open } from "../admin/desk.ts";
import { ready } from "../journeys/steps.ts";
import { zipOf } from "../plugins/packing.ts";
import { Browser, PHONE } from "../support/browser.ts";
import type { ServerProcess } from "../support/serverProcess.ts";
import { CATS, community, PETS, ROOT } from "./mapping/community.ts";
import { BEFORE, communityFiles, filesIn, newForum, OWNER } from "./page/owner.ts";

/** A forum that closes itself answers in this way. */
const CLOSING = [/503/, /ERR_/, /Failed to load/, /Failed to fetch/];

/** An owner without a shell moves a community in, at a desk and by phone. */
let server: ServerProcess;
let browser: Browser;
let archive: string;

beforeAll(async () => {
  server = await newForum();
  browser = await Browser.open(server);
  archive = join(server.folder, "community.zip");
  writeFileSync(archive, zipOf(await communityFiles()));
});
afterEach(() => browser?.closePages());
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

async function signIn(page: Page, { username, password }: { username: string; password: string }) {
  await ready(page);
  await page.getByLabel(/用户名|Username/).fill(username);
  await page.getByLabel(/^(密码|Password)$/).fill(password);
  await page
    .locator("form")
    .getByRole("button", { name: /登录|Sign in/ })
    .click();
  await page.waitForURL((url) => url.pathname === "/admin/import");
  await ready(page);
}

test("on a phone, a source that cannot be reached is told in a sentence, and the password is not shown", async () => {
  const page = await browser.openPage({ ...PHONE, locale: "en-GB" });
  await page.goto("/admin/import");
  await signIn(page, OWNER);
  await page.getByRole("button", { name: "Start dry run" }).click();
  await page.getByText("Enter an address that starts with mysql://").waitFor();
  // A finger leaves the button looking as if a mouse were above it.
  await page.mouse.move(0, 0);
  await expectCleanInBothThemes(page);
  await page.getByLabel("Database connection").fill("mysql://root:Sesame-open-9@127.0.0.1:9/old");
  await page.getByRole("button", { name: "Start dry run" }).click();
  await page
    .getByText("The database old cannot be read (ECONNREFUSED): nothing answers at this address.")
    .waitFor();
  await page.mouse.move(0, 0);
  expect(await page.content()).not.toContain("Sesame");
  await expectCleanInBothThemes(page);
});

test("an owner uploads an archive, tries it, reads what comes, and the forum opens with the community", async () => {
  mkdirSync(join(server.folder, "import/site/old-files"), { recursive: true });
  const page = await browser.openPage({
    width: 1440,
    expectedErrors: CLOSING,
  });
  await page.goto("/admin/import");
  await signIn(page, OWNER);
  await page.getByRole("combobox", { name: "附件文件夹（可选）" }).selectOption("old-files");
  await page.getByRole("combobox", { name: "原论坛程序" }).selectOption("NEUTRAL");
  await page.getByRole("button", { name: "开始试运行" }).click();
  await page.getByText("请先上传文件").waitFor();
  await page.locator("input[type=file]").setInputFiles(archive);
  await page.getByText(/已上传：community\.zip/).waitFor();
  await expectCleanInBothThemes(page);
  await page.getByRole("button", { name: "开始试运行" }).click();
  await page.getByRole("heading", { name: "试运行通过" }).waitFor();
  await page.getByText(`${BEFORE.username}——用原来的密码登录`).waitFor();
  await expectCleanInBothThemes(page);

  const phone = await browser.openPage({ ...PHONE, colorScheme: "dark" });
  await phone.goto("/admin/import");
  await signIn(phone, OWNER);
  await phone.getByRole("heading", { name: "试运行通过" }).waitFor();
  await expectCleanInBothThemes(phone);
  await phone.close();

  await page.getByRole("button", { name: "开始迁入" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "开始迁入" }).click();
  // The page of the closed forum comes, and makes room for the forum by itself.
  await page.waitForURL((url) => url.pathname === "/user/username-login");
  await signIn(page, BEFORE);
  await page.getByRole("heading", { name: "社区已迁入" }).waitFor();
  await expectCleanInBothThemes(page);
  await open(page, "/");
  await page.getByText("搬家的猫").waitFor();
});

/** Account of the administrator of a community with many groups and categories. */
const ROOT_LOGIN = { username: "root", password: "mV3-copper-lamp" } as const;

describe("an owner who wants fewer groups and categories", () => {
  let other: ServerProcess;
  let visitors: Browser;
  let packed: string;

  beforeAll(async () => {
    other = await newForum();
    visitors = await Browser.open(other);
    const folder = await community(join(other.folder, "old"), [[ROOT, ROOT_LOGIN.password]]);
    packed = join(other.folder, "community.zip");
    writeFileSync(packed, zipOf(filesIn(folder)));
  });
  afterEach(() => visitors?.closePages());
  afterAll(async () => {
    await visitors?.close();
    await other?.close();
  });

  /** Chooses what becomes of a row. */
  const decide = (page: Page, name: string, choice: string) =>
    page.getByRole("combobox", { name }).selectOption({ label: choice });

  test("decides on a phone, is told what cannot be, takes the decisions as a file and gives them back", async () => {
    const page = await visitors.openPage({ ...PHONE, locale: "en-GB", expectedErrors: [/400/] });
    await page.goto("/admin/import");
    await signIn(page, OWNER);
    await page.getByRole("combobox", { name: "Old forum software" }).selectOption("NEUTRAL");
    await page.locator("input[type=file]").setInputFiles(packed);
    await page.getByText(/Uploaded: community\.zip/).waitFor();
    await page.getByRole("button", { name: "Start dry run" }).click();
    await page.getByRole("heading", { name: "The dry run succeeded" }).waitFor();

    await decide(page, "Lounge after the import", "Merge into…");
    await page.getByRole("button", { name: "Save" }).click();
    await page
      .getByRole("alert")
      .filter({ hasText: "Choose the category to merge it into" })
      .first()
      .waitFor();
    await decide(page, "Category that takes in Lounge", "Staff");
    await decide(page, "Staff after the import", "Merge into…");
    await decide(page, "Category that takes in Staff", "Pets");
    expect(await page.getByRole("button", { name: "Start import" }).isDisabled()).toBe(true);
    await page.getByRole("button", { name: "Save" }).click();
    await page
      .getByRole("row", { name: /^Lounge/ })
      .getByText("category 4 (Staff) is merged into another one itself.")
      .waitFor();
    await page.mouse.move(0, 0);
    await expectCleanInBothThemes(page);
    await decide(page, "Lounge after the import", "Keep");
    await decide(page, "Staff after the import", "Administrators only");

    await page.getByLabel("Permissions of Silver: 2").click();
    const silver = page.getByRole("list", { name: "Permissions of Silver" });
    await silver.getByRole("switch", { name: "pin threads" }).check();
    await page.mouse.move(0, 0);
    await expectCleanInBothThemes(page);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByLabel("Permissions of Silver: 3").waitFor();
    await page.reload();
    await ready(page);
    await page.getByLabel("Permissions of Silver: 3").waitFor();
    expect(await page.getByRole("combobox", { name: "Staff after the import" }).inputValue()).toBe("admins");

    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Download mapping.json" }).click(),
    ]);
    const mapping = JSON.parse(readFileSync(await download.path(), "utf8")) as Mapping;
    const location = join(other.folder, "mine.json");
    const cats = mapping.categories.find(({ id }) => id === CATS)!;
    cats.to = CATS;
    writeFileSync(location, JSON.stringify(mapping));
    await page.getByLabel("Upload mapping.json").and(page.locator("input")).setInputFiles(location);
    await page.getByText("mine.json: categories.1.to: a category is not merged into itself").waitFor();
    cats.to = PETS;
    writeFileSync(location, JSON.stringify(mapping));
    await page.getByLabel("Upload mapping.json").and(page.locator("input")).setInputFiles(location);
    await page.getByRole("combobox", { name: "Category that takes in Cats" }).waitFor();
    await page.mouse.move(0, 0);
    await expectCleanInBothThemes(page);
  });

  test("joins two categories, sends a group to another, starts, and sees it on the forum", async () => {
    const page = await visitors.openPage({ width: 1440, expectedErrors: CLOSING });
    await page.goto("/admin/import");
    await signIn(page, OWNER);
    await decide(page, "Staff：迁入后", "并入……");
    await decide(page, "Staff：并入的板块", "Lounge");
    await decide(page, "Keepers：迁入后", "成员移到“Members”");
    await page.getByRole("button", { name: "查看改动" }).click();
    const changes = page.getByRole("list", { name: "改动" }).locator("ins");
    expect(await changes.allInnerTexts()).toEqual([
      expect.stringContaining("成员移到“Members”"),
      expect.stringContaining("并入“Lounge”"),
    ]);
    await expectCleanInBothThemes(page);
    await page.getByRole("button", { name: "保存" }).click();
    await page.getByText("已保存").waitFor();
    await page.getByRole("button", { name: "开始迁入" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "开始迁入" }).click();
    await page.waitForURL((url) => url.pathname === "/user/username-login");
    await signIn(page, ROOT_LOGIN);
    await page.getByRole("heading", { name: "社区已迁入" }).waitFor();
    await open(page, "/category/3");
    await page.getByText("Thread 5").waitFor();
    await open(page, "/admin/members");
    await page.getByRole("row", { name: /bo/ }).getByText("Members").waitFor();
    await open(page, "/admin/groups");
    await page.getByText("Silver").first().waitFor();
    expect(await page.getByText("Keepers").count()).toBe(0);
  });
});
