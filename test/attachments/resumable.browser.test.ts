import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { chooseCategory, editor, visit } from "../journeys/steps.ts";
import { Browser, DESKTOP, expectNoViolations, PHONE } from "../support/browser.ts";
import { Forum } from "../support/forum.ts";
import { filesOf, sound } from "./material.ts";

/** Large files, and lines that break in the middle of them. */

let forum: Forum;
let browser: Browser;
const folder = mkdtempSync(join(tmpdir(), "luntan-recording-"));
/** Three pieces of sound; a file on the disk keeps its time, by which it is known again. */
const RECORDING = join(folder, "排练录音.wav");
const PIECE_BYTES = 8_388_608;
const RECORDING_BYTES = 20_000_044;
beforeAll(async () => {
  writeFileSync(RECORDING, sound(RECORDING_BYTES - 44));
  forum = await Forum.open({ listen: true });
  browser = await Browser.open(forum);
});
afterEach(() => browser?.closePages());
afterAll(async () => {
  await browser?.close();
  await forum?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A line that breaks after the first piece, and lets all pass again when it is mended. */
class Line {
  readonly asked: string[] = [];
  private pieces = 0;
  private isMended = false;

  static async of(page: Page): Promise<Line> {
    const line = new Line();
    await page.route("**/uploads/resumable**", async (route) => {
      const method = route.request().method();
      if (method === "PATCH") line.pieces++;
      if (line.pieces > 1 && !line.isMended) return route.abort("connectionreset");
      line.asked.push(method);
      await route.continue();
    });
    return line;
  }

  mend(): void {
    this.isMended = true;
  }
}

async function beginThread(page: Page): Promise<void> {
  await visit(page, "/thread/post");
  await chooseCategory(page);
  await page.getByRole("textbox", { name: "标题" }).fill("排练录音");
  await (await editor(page)).fill("整场都录下来了。");
}

const choose = (page: Page): Promise<void> =>
  page.locator('input[type="file"]:not([accept])').setInputFiles(RECORDING);

async function publish(page: Page): Promise<void> {
  await page.getByRole("button", { name: "移除 排练录音.wav" }).waitFor();
  await page.getByRole("progressbar").waitFor({ state: "detached" });
  await page.locator("form").getByRole("button", { name: "发布", exact: true }).click();
  await page.waitForURL(/\/thread\/\d+$/);
  await page.locator('audio[aria-label="排练录音.wav"]').waitFor();
}

const sizes = (): Promise<{ fileSize: number }[]> => forum.rows("SELECT fileSize FROM attachments");

test.each([
  ["a desk", DESKTOP],
  ["a phone", PHONE],
])("a recording waits while the line is broken and goes on by itself, on %s", async (_device, size) => {
  const person = await forum.member("thread.insertAudio");
  const page = await browser.openPage({ ...size, person });
  const line = await Line.of(page);
  await beginThread(page);

  await choose(page);
  await page.getByRole("status").getByText("连接已断开，恢复后自动续传").waitFor();
  await expectNoViolations(page);
  line.mend();
  await publish(page);

  // Begun once, three pieces, asked how much has arrived, and finished.
  expect(line.asked).toEqual(["POST", "PATCH", "HEAD", "PATCH", "PATCH", "POST"]);
  expect((await sizes()).at(-1)).toEqual({ fileSize: RECORDING_BYTES });
});

test("after a reload the same recording goes on where it was", async () => {
  const person = await forum.member("thread.insertAudio");
  const page = await browser.openPage({ ...DESKTOP, person });
  page.on("dialog", (dialog) => void dialog.accept());
  const line = await Line.of(page);
  await beginThread(page);
  await choose(page);
  await page.getByText("连接已断开，恢复后自动续传").waitFor();

  await page.reload();
  line.asked.length = 0;
  line.mend();
  const offset = page
    .waitForResponse((response) => response.request().method() === "HEAD")
    .then((response) => response.headers()["upload-offset"]);
  await beginThread(page);
  await choose(page);
  await publish(page);

  expect(await offset).toBe(String(PIECE_BYTES));
  expect(line.asked).toEqual(["HEAD", "PATCH", "PATCH", "POST"]);
});

test("a recording that is removed on its way leaves nothing at the forum", async () => {
  const before = filesOf(forum);
  const page = await browser.openPage({ ...PHONE, person: await forum.member("thread.insertAudio") });
  const line = await Line.of(page);
  await beginThread(page);
  await choose(page);
  await page.getByText("连接已断开，恢复后自动续传").waitFor();
  line.mend();

  await page.getByRole("button", { name: "移除 排练录音.wav" }).click();

  await expect.poll(() => filesOf(forum)).toEqual(before);
  expect(await page.getByText("排练录音.wav").count()).toBe(0);
});
