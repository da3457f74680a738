import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { chooseCategory, editor, visit } from "../journeys/steps.ts";
import { Browser, DESKTOP, expectNoViolations, PHONE } from "../support/browser.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { publish } from "../threads/content.ts";
import { clip, plain, sound } from "./material.ts";

/** Video and audio in threads, as people put them there and play them. */

let forum: Forum;
let browser: Browser;
beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  browser = await Browser.open(forum);
});
afterEach(() => browser?.closePages());
afterAll(async () => {
  await browser?.close();
  await forum?.close();
});

/** Four seconds of silence. */
const SONG = { name: "歌.wav", mimeType: "audio/wav", buffer: sound(32_000) };

const duration = (page: Page): Promise<number> =>
  page.locator("audio").evaluate((audio) => (audio as HTMLAudioElement).duration);

test.each([
  ["a desk", DESKTOP],
  ["a phone", PHONE],
])("a member publishes a song and plays it, on %s", async (_device, size) => {
  const person = await forum.member("thread.insertAudio");
  const page = await browser.openPage({ ...size, person });
  await visit(page, "/thread/post");
  await chooseCategory(page);
  await page.getByRole("textbox", { name: "标题" }).fill("听听这首歌");
  await (await editor(page)).fill("昨晚录的。");
  await page.locator('input[type="file"]:not([accept])').setInputFiles(SONG);
  await page.getByRole("button", { name: "移除 歌.wav" }).waitFor();
  await page.getByRole("progressbar").waitFor({ state: "detached" });
  await page.locator("form").getByRole("button", { name: "发布", exact: true }).click();
  await page.waitForURL(/\/thread\/\d+$/);

  await page.locator('audio[aria-label="歌.wav"]').waitFor();
  await expect.poll(() => duration(page)).toBe(4);
  const played = page.evaluate(
    () =>
      new Promise((resolve) => {
        const audio = document.querySelector("audio")!;
        audio.muted = true;
        audio.addEventListener("timeupdate", () => audio.currentTime > 0 && resolve(true));
        void audio.play();
      }),
  );
  expect(await played).toBe(true);
  await expectNoViolations(page);
  await browser.expectNoComplaints();
});

test("a video that the browser does not know says so and can be downloaded", async () => {
  const author = await forum.member("thread.insertVideo");
  const { id } = await author.upload("老录像.mp4", clip(), "video");
  const thread = await publish(author, { categoryId: await forum.categoryId(), attachmentIds: [id] });
  const page = await browser.openPage({ ...PHONE, person: await forum.member() });

  await visit(page, `/thread/${thread.id as string}`);

  await page.getByText("这个浏览器无法播放此格式").waitFor();
  const link = page.getByRole("link", { name: "老录像.mp4" });
  expect(await link.getAttribute("download")).toBe("老录像.mp4");
});

test("who may not add video is told so before a byte is sent", async () => {
  const page = await browser.openPage({ ...DESKTOP, person: await forum.member() });
  await visit(page, "/thread/post");

  const video = { name: "a.mp4", mimeType: "video/mp4", buffer: clip() };
  await page.locator('input[type="file"]:not([accept])').setInputFiles(video);

  await page.getByText("不能上传这种文件：a.mp4").waitFor();
});

/** Records two seconds of a drawing, as the camera of a browser would. */
async function recording(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 320, height: 180 });
    const pen = canvas.getContext("2d")!;
    const recorder = new MediaRecorder(canvas.captureStream(20), { mimeType: "video/webm" });
    const parts: Blob[] = [];
    recorder.ondataavailable = ({ data }) => parts.push(data);
    const stopped = new Promise((resolve) => (recorder.onstop = resolve));
    recorder.start();
    for (let frame = 0; frame < 40; frame++) {
      pen.fillStyle = `hsl(${200 + frame} 60% 50%)`;
      pen.fillRect(0, 0, 320, 180);
      pen.fillStyle = "#fff";
      pen.fillRect(frame * 6, 60, 60, 60);
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    recorder.stop();
    await stopped;
    const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  });
  return Buffer.from(base64, "base64");
}

test("a member publishes a video, whose frame is its poster, and chooses a picture instead", async () => {
  const person = await forum.member("thread.insertVideo", "thread.insertImage");
  const page = await browser.openPage({ ...DESKTOP, person });
  await visit(page, "/thread/post");
  const video = { name: "海.webm", mimeType: "video/webm", buffer: await recording(page) };
  await chooseCategory(page);
  await page.getByRole("textbox", { name: "标题" }).fill("海边的录像");
  await (await editor(page)).fill("今天的海。");
  await page.locator('input[type="file"]:not([accept])').setInputFiles(video);
  const thumbnail = page.locator('ul[aria-label="已添加的文件"] img');
  await thumbnail.waitFor();
  const frame = await thumbnail.getAttribute("src");
  const picture = { name: "封面.png", mimeType: "image/png", buffer: await plain(640, 360).png().toBuffer() };

  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    page.getByRole("button", { name: "为 海.webm 选择封面" }).click(),
  ]);
  await chooser.setFiles(picture);

  await expect.poll(() => thumbnail.getAttribute("src")).not.toBe(frame);
  await expectNoViolations(page);
  const poster = (await thumbnail.getAttribute("src"))!;
  await page.locator("form").getByRole("button", { name: "发布", exact: true }).click();
  await page.waitForURL(/\/thread\/\d+$/);
  await page.locator("video[poster]").waitFor();
  expect(await page.locator("video").getAttribute("poster")).toContain(poster);
  await browser.expectNoComplaints();
});

test("a reader sees the poster of a video in the thread, on a phone in English", async () => {
  const author = await forum.member("thread.insertVideo", "thread.insertImage");
  const page = await browser.openPage({
    ...PHONE,
    person: await forum.member(),
    locale: "en",
    colorScheme: "dark",
  });
  await visit(page, "/");
  const { id } = await author.upload("sea.webm", await recording(page), "video");
  const { id: pictureId } = await author.upload("p.png", await plain(640, 360).png().toBuffer());
  const { setVideoPoster } = await author.graphql(
    `mutation ($id: ID!, $pictureId: ID!) { setVideoPoster(attachmentId: $id, pictureId: $pictureId) { posterUrl } }`,
    { id, pictureId },
  );
  const title = "Waves at night";
  const thread = await publish(author, {
    categoryId: await forum.categoryId(),
    title,
    attachmentIds: [id],
  });

  await visit(page, `/thread/${thread.id as string}`);

  await page.locator(`video[poster^="${setVideoPoster.posterUrl as string}"]`).waitFor();
  await expectNoViolations(page);
});

test("who edits a text of somebody else is not offered to choose the poster of a video in it", async () => {
  const author = await forum.member("thread.insertVideo", "thread.insertImage", "thread.editOwnThread");
  const { id } = await author.upload("sea.mp4", clip(), "video");
  const thread = await publish(author, { categoryId: await forum.categoryId(), attachmentIds: [id] });
  const offersOn = async (person: Person): Promise<number> => {
    const page = await browser.openPage({ ...DESKTOP, person, locale: "en" });
    await visit(page, `/thread/${thread.id as string}/edit`);
    const file = page
      .getByRole("list", { name: "Added files" })
      .getByRole("listitem")
      .filter({ hasText: "sea.mp4" });
    await file.getByRole("button", { name: "Remove sea.mp4" }).waitFor();
    if (person === author) await file.getByRole("button", { name: "Choose a poster for sea.mp4" }).waitFor();
    return file.getByRole("button").count();
  };

  // The moderator may insert and remove it, the author chooses a poster besides.
  expect([await offersOn(author), await offersOn(await forum.admin())]).toEqual([3, 2]);
});
