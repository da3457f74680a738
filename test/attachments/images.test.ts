import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cleanFileName, contentFits, pictureKindOf } from "../../server/features/attachments/fileKinds.ts";
import {
  makeAvatar,
  makeBackground,
  makePicture,
  makePictureWithThumb,
} from "../../server/features/attachments/pictures/images.ts";
import {
  isStoredPath,
  keep,
  locationOf,
  newStem,
  receive,
  removeStored,
  store,
} from "../../server/features/attachments/storage.ts";

let folder: string;
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), "luntan-files-"))));
afterAll(() => rmSync(folder, { recursive: true }));

function plain(
  width: number,
  height: number,
  format: "jpeg" | "png" | "webp" | "gif" = "png",
): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: "#3a7" } })
    .toFormat(format)
    .toBuffer();
}

/** A PNG whose header promises any size, with next to no data behind it. */
function bomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const framed = Buffer.alloc(body.length + 8);
    framed.writeUInt32BE(data.length, 0);
    framed.set(body, 4);
    framed.writeUInt32BE(crc(body), body.length + 4);
    return framed;
  };
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const rows = deflateSync(Buffer.alloc(100_000));
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", rows),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function crc(bytes: Buffer): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return (sum ^ 0xffffffff) >>> 0;
}

async function animation(frames: number, format: "gif" | "webp"): Promise<Buffer> {
  const raw = Buffer.alloc(20 * 20 * 3 * frames);
  for (let byte = 0; byte < raw.length; byte++) raw[byte] = Math.floor(byte / 1200) * 37;
  const input = { width: 20, height: 20 * frames, channels: 3 as const, pageHeight: 20 };
  return sharp(raw, { raw: input }).toFormat(format).toBuffer();
}

test("the place where a photo was taken goes, and it is turned the way it was held", async () => {
  const photo = await sharp({ create: { width: 300, height: 200, channels: 3, background: "red" } })
    .jpeg()
    .withExif({ IFD0: { Copyright: "secret" }, IFD3: { GPSLatitude: "51/1 30/1 0/1" } })
    .withMetadata({ orientation: 6 })
    .toBuffer();

  const picture = await makePicture(photo, "jpg");

  expect(picture).toMatchObject({ extension: "jpg", width: 200, height: 300 });
  expect(picture.bytes.includes("secret")).toBe(false);
  expect((await sharp(picture.bytes).metadata()).exif).toBeUndefined();
});

test.each(["jpg", "png", "webp", "gif"] as const)("a %s stays one, with a small rendition", async (kind) => {
  const source = await plain(800, 400, kind === "jpg" ? "jpeg" : kind);

  const picture = await makePictureWithThumb(source, kind);

  expect(await pictureKindOf(picture.bytes)).toBe(kind);
  expect(picture).toMatchObject({ width: 800, height: 400 });
  expect(await sharp(picture.thumb).metadata()).toMatchObject({ format: "webp", width: 500, height: 250 });
});

test("large pictures shrink to the limit, and long screenshots stay readable", async () => {
  expect(await makePicture(await plain(4000, 2000), "png")).toMatchObject({ width: 2560, height: 1280 });
  expect(await makePicture(await plain(1080, 9000), "png")).toMatchObject({ width: 1080, height: 9000 });
  expect(await makePicture(await plain(10, 20), "png")).toMatchObject({ width: 10, height: 20 });
});

test.each(["gif", "webp"] as const)("an animated %s keeps moving", async (kind) => {
  const picture = await makePicture(await animation(5, kind), kind);

  expect(await sharp(picture.bytes, { animated: true }).metadata()).toMatchObject({
    pages: 5,
    width: 20,
    pageHeight: 20,
  });
  expect(picture).toMatchObject({ width: 20, height: 20 });
});

test("members' pictures are cropped to their place", async () => {
  expect(await makeAvatar(await plain(900, 300))).toMatchObject({
    width: 256,
    height: 256,
    extension: "webp",
  });
  expect(await makeBackground(await plain(900, 900))).toMatchObject({ width: 1500, height: 500 });
});

test.each([
  ["half a picture", async () => (await plain(400, 400)).subarray(0, 200), "broken"],
  [
    "text behind a picture's first bytes",
    async () => Buffer.concat([Buffer.from("GIF89a"), Buffer.from("<script>".repeat(50))]),
    "broken",
  ],
  ["64,250 by 64,250 pixels", async () => bomb(64_250, 64_250), "tooManyPixels"],
  ["8,000 by 8,000 pixels", async () => bomb(8_000, 8_000), "tooManyPixels"],
  ["301 frames", () => animation(301, "gif"), "tooManyFrames"],
])("%s: refused", async (_what, make, reason) => {
  await expect(makePicture(await make(), "png")).rejects.toMatchObject({ reason });
});

test("what follows a picture does not survive", async () => {
  const polyglot = Buffer.concat([
    await plain(50, 50, "jpeg"),
    Buffer.from("<?php system('id'); ?><script>alert(1)</script>"),
  ]);

  const { bytes } = await makePicture(polyglot, "jpg");

  expect(bytes.includes("<?php")).toBe(false);
  expect(bytes.includes("<script>")).toBe(false);
});

test("an animated PNG is a PNG: its first frame is stored", async () => {
  const animated = Buffer.from(
    [
      "iVBORw0KGgoAAAANSUhEUgAAADwAAAAoCAIAAAAt2Q6oAAAACGFjVEwAAAADAAAAAM7tusAAAAAaZmNUTAAAAAAAAAA8AAAAKAAA",
      "AAAAAAAAAAEABQAArXmDPQAAAE1JREFUeJztzgEJADAQxLDzb/onox0UIiC77Tv8oLQYPygtxg9Ki/GD0mL8oLQYPygtxg9Ki/GD",
      "0mL8oLQYPygtxg9Ki/GD0mL8oLTYAx8qVyiCi6NXAAAAGmZjVEwAAAABAAAAPAAAACgAAAAAAAAAAAABAAUAADYKaekAAABRZmRB",
      "VAAAAAJ4nO3OAQkAMBDEsPNv+iejHRQiINvtP/ygtBg/KC3GD0qL8YPSYvygtBg/KC3GD0qL8YPSYvygtBg/KC3GD0qL8YPSYvyg",
      "tNcDx/RXKE/lKM4AAAAaZmNUTAAAAAMAAAA8AAAAKAAAAAAAAAAAAAEABQAA25y6AAAAAFFmZEFUAAAABHic7c4BCQAwEMSw82/6",
      "J6MdFCIg2+5D/KC0GD8oLcYPSovxg9Ji/KC0GD8oLcYPSovxg9Ji/KC0GD8oLcYPSovxg9Ji/KC01gNwzVcoEQvuugAAAABJRU5E",
      "rkJggg==",
    ].join(""),
    "base64",
  );
  expect(animated.includes("acTL")).toBe(true);
  expect(await pictureKindOf(animated)).toBe("png");
  const { bytes } = await makePicture(animated, "png");
  expect(await sharp(bytes).metadata()).toMatchObject({ format: "png" });
  expect(bytes.includes("acTL")).toBe(false);
});

test.each([
  ["an SVG", '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', "other"],
  ["a page", "<!doctype html><script>alert(1)</script>", "other"],
  ["a photo of an iPhone", "\0\0\0\x18ftypheic\0\0\0\0mif1heic", "heic"],
  ["nothing", "", "other"],
])("%s is no picture: %j is %s", async (_what, content, verdict) => {
  expect(await pictureKindOf(Buffer.from(content, "latin1"))).toBe(verdict);
});

test.each([
  ["pdf", "%PDF-1.7\n", true],
  ["pdf", "<script>", false],
  ["zip", "PK\x03\x04rest", true],
  ["docx", "PK\x03\x04rest", true],
  ["zip", "MZ\x90\0program", false],
  ["doc", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", true],
  ["txt", "你好", true],
  ["txt", "\x7fELF\x02\x01\x01\0\0", false],
  ["txt", "GIF89a\x01\0\x01\0\0\0\0;", false],
  ["md", "# <script>", true],
  ["csv", "BMI,height\n22,180\n", true],
  ["txt", "ID3 is a kind of tag\n", true],
  ["txt", "MZ is the code of Mozambique", true],
  ["md", "GIF89a and GIF87a are formats", true],
  ["txt", "%PDF-1.7 is how a PDF begins", true],
  ["txt", "OggS, fLaC and RIFF\r\n\f\x1b[1mx", true],
  ["txt", "Rar!\x1a\x07\x01", false],
  ["txt", "BM\x36\x04\x01\x02", false],
  ["csv", "\xff\xfeB\0M\0I\0", true],
  ["html", "<p>", false],
  ["svg", "<svg/>", false],
  ["", "anything", false],
])("a .%s holding %j fits: %s", async (extension, content, fits) => {
  expect(await contentFits(Buffer.from(content, "latin1"), extension)).toBe(fits);
});

test.each([
  ["../../etc/passwd", "txt", "passwd.txt"],
  ["C:\\temp\\报告.PDF", "pdf", "报告.pdf"],
  ["a.jpg\0.html", "jpg", "a.jpg.jpg"],
  ["\u202Egpj.exe", "jpg", "gpj.jpg"],
  [".htaccess", "txt", "htaccess.txt"],
  ["", "png", "file.png"],
  ["می\u200Cخواهم.pdf", "pdf", "می\u200Cخواهم.pdf"],
  ["👨\u200D👩\u200D👧.png", "png", "👨\u200D👩\u200D👧.png"],
  ["क्\u200Dष\u200B\u200E.txt", "txt", "क्\u200Dष.txt"],
  ['"; filename="x.html', "zip", "; filename=x.zip"],
  [`${"长".repeat(300)}.zip`, "zip", `${"长".repeat(196)}.zip`],
])("the name %j of a %s is shown as %j", (name, extension, shown) => {
  expect(cleanFileName(name, extension)).toBe(shown);
});

test.each([
  "../x.png",
  "a/../../x.png",
  "/etc/passwd",
  "a//b.png",
  ".arriving/x.png",
  "a/b",
  "a/b.png\0",
  "a\\b.png",
  "a/b.png/c",
])("%j is not the path of a stored file", (path) => {
  expect(isStoredPath(path)).toBe(false);
  expect(() => locationOf(folder, path)).toThrow();
});

test("what arrives is stopped at the limit and leaves nothing", async () => {
  let given = 0;
  const endless = new Readable({
    read() {
      given += 65_536;
      this.push(Buffer.alloc(65_536));
    },
  });

  expect(await receive(folder, endless, 1_000_000)).toBeNull();
  expect(given).toBeLessThan(3_000_000);
  expect(readdirSync(join(folder, ".arriving"))).toEqual([]);
});

test("a file gets a name that nobody guesses, and can be removed", async () => {
  const path = `${newStem()}.txt`;
  const arrived = await receive(folder, Readable.from([Buffer.from("hello")]), 10);
  await keep(folder, arrived!.location, path);
  await store(folder, "people/a.webp", Buffer.from("x"));

  expect(arrived).toMatchObject({ size: 5, head: Buffer.from("hello") });
  expect(path).toMatch(/^([\da-f]{2})\/([\da-f]{2})\/\1\2[\da-f]{28}\.txt$/);
  expect(readdirSync(join(folder, path.slice(0, 5)))).toEqual([path.slice(6)]);
  await removeStored(folder, path);
  await removeStored(folder, path);
  expect(readdirSync(join(folder, path.slice(0, 5)))).toEqual([]);
});
