import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import sharp, { type Metadata } from "sharp";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { run } from "../../server/core/sql.ts";
import { removeUnusedUploads } from "../../server/features/attachments/cleanup.service.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { fetchFile, filesOf, plain } from "./material.ts";

const PUBLISH = `mutation ($input: PublishThreadInput!) { publishThread(input: $input) { id } }`;
const DELETE = `mutation ($id: ID!) { deleteThread(threadId: $id) { id } }`;
const WEBP = { accept: "image/avif,image/webp,image/*,*/*;q=0.8" };
const DAY_MS = 86_400_000;

let forum: Forum;
let ada: Person;
let placed = 0;
beforeAll(async () => void (forum = await Forum.open()));
beforeEach(async () => void (ada = await forum.member()));
afterAll(() => forum.close());

interface Placed {
  readonly extension?: "jpg" | "png" | "gif" | "webp" | "pdf";
  readonly kind?: "image" | "file" | "avatar";
  readonly daysOld?: number;
}

/** An upload of known bytes; nothing uses it yet. */
async function place(bytes: Buffer, { extension = "jpg", kind = "image", daysOld = 0 }: Placed = {}) {
  const folder = kind === "avatar" ? "people/12/34" : "12/34";
  const path = `${folder}/${String(++placed).padStart(32, "0")}.${extension}`;
  const location = join(forum.app.services.filesDir, path);
  mkdirSync(dirname(location), { recursive: true });
  writeFileSync(location, bytes);
  const mimeType = { jpg: "image/jpeg", pdf: "application/pdf" }[extension as string] ?? `image/${extension}`;
  const id = await forum.write(async (ctx) => {
    const at = new Date(ctx.now.getTime() - daysOld * DAY_MS);
    const { insertId } = await run(
      ctx,
      `INSERT INTO attachments (userId, kind, path, thumbPath, fileName, fileSize, mimeType, width, height, threadId,
         postId, sort, createdAt) VALUES (?, ?, ?, NULL, 'a', ?, ?, NULL, NULL, NULL, NULL, 0, ?)`,
      [ada.id, kind, path, bytes.length, mimeType, at],
    );
    return insertId;
  });
  return { id: String(id), url: `/files/${path}` };
}

async function shown(bytes: Buffer, options: Placed = {}): Promise<{ url: string; threadId: string }> {
  const { id, url } = await place(bytes, options);
  const input = { categoryId: await forum.categoryId(), title: "Look", body: "Here", attachmentIds: [id] };
  const { publishThread } = (await ada.graphql(PUBLISH, { input })) as { publishThread: { id: string } };
  return { url, threadId: publishThread.id };
}

function drawn(): string[] {
  return filesOf(forum).filter((path) => path.startsWith(".renditions/"));
}

async function pictureAt(url: string, headers: Record<string, string> = WEBP): Promise<Metadata> {
  const { status, bytes } = await fetchFile(forum, null, url, headers);
  expect(status).toBe(200);
  return sharp(bytes, { pages: -1 }).metadata();
}

/** A GIF whose frames differ, each shown for as long as its number says. */
async function motion(frames: number): Promise<Buffer> {
  const pictures = await Promise.all(
    Array.from({ length: frames }, (_, index) =>
      sharp({ create: { width: 60, height: 40, channels: 3, background: { r: index * 9, g: 80, b: 200 } } })
        .png()
        .toBuffer(),
    ),
  );
  const delay = pictures.map((_, index) => (index + 1) * 10);
  return sharp(pictures, { join: { animated: true } })
    .gif({ delay })
    .toBuffer();
}

test("each level has its size; nothing is enlarged, and level 100 is a square of 500 pixels", async () => {
  const { url } = await shown(await plain(2_400, 1_200).jpeg().toBuffer());

  const sizes: Record<string, string> = {};
  for (const level of [0, 1, 2, 3, 4, 5, 6, 7, 100]) {
    const { width, height } = await pictureAt(`${url}?q=${level}`);
    sizes[level] = `${width}×${height}`;
  }

  expect(sizes).toEqual({
    0: "2400×1200",
    1: "2048×1024",
    2: "1600×800",
    3: "1280×640",
    4: "960×480",
    5: "640×320",
    6: "192×96",
    7: "96×48",
    100: "500×500",
  });
  const small = await shown(await plain(80, 60).png().toBuffer(), { extension: "png" });
  expect((await pictureAt(`${small.url}?q=3`)).width).toBe(80);
  const thumbnail = await pictureAt(`${small.url}?q=100`);
  expect([thumbnail.width, thumbnail.height]).toEqual([60, 60]);
});

test("wider screens get more careful pictures", async () => {
  const noise = await sharp({
    create: {
      width: 300,
      height: 300,
      channels: 3,
      background: "#888",
      noise: { type: "gaussian", mean: 128, sigma: 40 },
    },
  })
    .jpeg({ quality: 95 })
    .toBuffer();
  const { url } = await shown(noise);
  const sizeOf = async (s: string) => (await fetchFile(forum, null, `${url}?q=3&s=${s}`, WEBP)).bytes.length;

  const [low, medium, high] = [await sizeOf("low"), await sizeOf("medium"), await sizeOf("high")];

  expect(low).toBeLessThan(medium!);
  expect(medium).toBeLessThan(high!);
  expect((await fetchFile(forum, null, `${url}?q=3`, WEBP)).bytes.length).toBe(medium);
});

test("whoever accepts WebP gets it, everybody else the kind of the original, and caches keep both apart", async () => {
  const { url } = await shown(await plain(40, 30).png().toBuffer(), { extension: "png" });

  for (const [accept, type] of [
    [WEBP.accept, "image/webp"],
    ["image/png,image/*;q=0.8,*/*;q=0.5", "image/png"],
    ["image/webp;q=0, */*", "image/png"],
  ]) {
    const { headers, bytes } = await fetchFile(forum, null, `${url}?q=5`, { accept: accept! });
    expect(headers).toMatchObject({
      "content-type": type,
      vary: "Accept",
      "cache-control": "public, max-age=3600",
      "x-content-type-options": "nosniff",
      "content-security-policy": "sandbox; default-src 'none'",
    });
    expect(`image/${(await sharp(bytes).metadata()).format}`).toBe(type);
    const again = { accept: accept!, "if-none-match": String(headers["etag"]) };
    expect((await fetchFile(forum, null, `${url}?q=5`, again)).status).toBe(304);
  }
});

test.each([
  ["low", 5],
  ["medium", 5],
  ["high", 10],
])("an animation for %s quality keeps %i frames, and lasts as long as before", async (s, frames) => {
  const { url } = await shown(await motion(24), { extension: "gif" });

  for (const accept of [WEBP.accept, "image/gif"]) {
    const { pages, delay } = await pictureAt(`${url}?q=3&s=${s}`, { accept });
    expect(pages).toBe(frames);
    expect(delay!.reduce((sum, ms) => sum + ms, 0)).toBe(3_000);
  }
});

test("the original of an animation keeps all its frames, small renditions stand still", async () => {
  const { url } = await shown(await motion(12), { extension: "gif" });

  expect((await pictureAt(url)).pages).toBe(12);
  expect((await pictureAt(`${url}?q=100`)).pages ?? 1).toBe(1);
});

test("a rendition is drawn once, however many ask for it at once", async () => {
  const { url } = await shown(await plain(1_500, 1_000).jpeg().toBuffer());
  const before = drawn();

  const answers = await Promise.all(
    Array.from({ length: 30 }, () => fetchFile(forum, null, `${url}?q=4`, WEBP)),
  );

  expect(new Set(answers.map(({ status, bytes }) => `${status} ${bytes.length}`)).size).toBe(1);
  expect(drawn()).toHaveLength(before.length + 1);
  expect(readdirSync(join(forum.app.services.filesDir, ".arriving"))).toEqual([]);
});

test("equal pictures share what is drawn from them", async () => {
  const bytes = await plain(123, 77).jpeg().toBuffer();
  const [first, second] = [await shown(bytes), await shown(bytes)];
  await pictureAt(`${first.url}?q=5`);
  const before = drawn();

  await pictureAt(`${second.url}?q=5`);

  expect(drawn()).toEqual(before);
});

test("who may not see a picture sees none of its renditions, drawn or not", async () => {
  const { url, threadId } = await shown(await plain(300, 200).jpeg().toBuffer());
  await pictureAt(`${url}?q=6`);
  const unattached = await place(await plain(30, 20).jpeg().toBuffer());
  const moderator = await forum.moderator();
  await moderator.graphql(DELETE, { id: threadId });

  for (const address of [`${url}?q=6`, `${url}?q=5`, `${unattached.url}?q=6`]) {
    const { status, headers } = await fetchFile(forum, null, address, WEBP);
    expect([status, headers["cache-control"]]).toEqual([404, "no-store"]);
  }
  const seen = await fetchFile(forum, moderator, `${url}?q=6`, WEBP);
  expect([seen.status, seen.headers["cache-control"]]).toEqual([200, "private, no-cache"]);
  expect((await fetchFile(forum, ada, `${unattached.url}?q=6`, WEBP)).status).toBe(200);
});

test.each([
  "q=8",
  "q=-1",
  "q=06",
  "q=6.0",
  "q=1e0",
  "q=101",
  "q=",
  "q=constructor",
  "q=__proto__",
  "q=6&q=7",
  "q[]=6&q=6&q=1",
  "q=../../luntan.db",
  "q=6&s=huge",
  "q=6&s=low&s=high",
  "q=6&s=../x",
  "s=low",
])("?%s names no rendition, and draws none", async (query) => {
  const { url } = await shown(await plain(40, 30).jpeg().toBuffer());
  const before = drawn();

  expect((await fetchFile(forum, null, `${url}?${query}`, WEBP)).status).toBe(404);
  expect(drawn()).toEqual(before);
});

test("other files have no renditions", async () => {
  const { url } = await shown(Buffer.from("%PDF-1.7"), { extension: "pdf", kind: "file" });

  expect((await fetchFile(forum, ada, `${url}?q=6`, WEBP)).status).toBe(404);
  expect((await fetchFile(forum, ada, url)).status).toBe(200);
});

test("what cannot be drawn is sent as it is, and kept by nobody", async () => {
  const { url } = await shown(Buffer.from("no picture at all"));

  const { status, bytes, headers } = await fetchFile(forum, null, `${url}?q=6`, WEBP);

  expect([status, bytes.toString(), headers["cache-control"]]).toEqual([
    200,
    "no picture at all",
    "no-store",
  ]);
});

test("a face is drawn for everybody", async () => {
  const { url } = await place(await plain(256, 256).webp().toBuffer(), { kind: "avatar", extension: "webp" });

  const { width, height } = await pictureAt(`${url}?q=6`);

  expect([width, height]).toEqual([192, 192]);
});

test("HEAD tells what GET would send", async () => {
  const { url } = await shown(await plain(400, 300).jpeg().toBuffer());

  for (const address of [url, `${url}?q=6`]) {
    const get = await forum.app.inject({ url: address, headers: WEBP });
    const head = await forum.app.inject({ method: "HEAD", url: address, headers: WEBP });
    expect([head.statusCode, head.rawPayload.length]).toEqual([200, 0]);
    for (const name of ["content-type", "content-length", "etag", "cache-control"]) {
      expect(head.headers[name]).toBe(get.headers[name]);
    }
  }
  const missing = await forum.app.inject({ method: "HEAD", url: `/files/12/34/${"f".repeat(32)}.jpg` });
  expect(missing.statusCode).toBe(404);
});

test("renditions go with the original", async () => {
  const { url } = await place(await plain(222, 111).jpeg().toBuffer(), { daysOld: 2 });
  const before = drawn();
  await fetchFile(forum, ada, `${url}?q=6`, WEBP);
  expect(drawn()).toHaveLength(before.length + 1);

  await removeUnusedUploads(forum.app.context());

  expect(drawn()).toEqual(before);
  expect((await fetchFile(forum, ada, `${url}?q=6`, WEBP)).status).toBe(404);
});
