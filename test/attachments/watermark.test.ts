import { Buffer } from "node:buffer";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  WATERMARK_FROM_PX,
  watermarkCorner,
  watermarkSize,
} from "../../server/features/attachments/pictures/watermarkPlace.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { animation, fetchFile } from "./material.ts";

/** The site's mark on what members upload: a red square on white pictures. */
let forum: Forum;
let admin: Person;
let ada: Person;
beforeAll(async () => {
  forum = await Forum.open();
  [admin, ada] = [await forum.admin(), await forum.member()];
  const boundary = "----luntan-mark";
  const part = (name: string, more = "") =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${more}\r\n`;
  const body = Buffer.concat([
    Buffer.from(`${part("type")}\r\nwatermark_image\r\n`),
    Buffer.from(`${part("logo", '; filename="mark.png"')}content-type: image/png\r\n\r\n`),
    await filled("#e00000", 40, 20),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  const answer = await admin.request("POST", "/api/settings/logo.v2", body, {
    "content-type": `multipart/form-data; boundary=${boundary}`,
  });
  expect(answer.json()).toMatchObject({ Code: 0 });
});
afterAll(() => forum.close());
beforeEach(() => set({ watermark: "1", position: "9", horizontal_spacing: "10", vertical_spacing: "6" }));

function filled(background: string, width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();
}
const set = (values: Record<string, string>) =>
  admin.graphql(`mutation ($e: [SettingInput!]!) { saveSettings(entries: $e) { id } }`, {
    e: Object.entries(values).map(([key, value]) => ({ tag: "watermark", key, value })),
  });
/** The box of all red pixels of a stored picture; null if there are none. */
async function markIn(url: string): Promise<object | null> {
  const { bytes } = await fetchFile(forum, ada, url);
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const box = { left: Infinity, top: Infinity, right: -1, bottom: -1 };
  for (let at = 0; at < data.length; at += info.channels) {
    if (data[at]! < 180 || data[at + 1]! > 90) continue;
    const [x, y] = [(at / info.channels) % info.width, Math.floor(at / info.channels / info.width)];
    box.left = Math.min(box.left, x);
    box.top = Math.min(box.top, y);
    box.right = Math.max(box.right, x + 1);
    box.bottom = Math.max(box.bottom, y + 1);
  }
  return box.right < 0 ? null : box;
}
const uploaded = async (width = 400, height = 300) =>
  (await ada.upload("white.png", await filled("#ffffff", width, height))).url;

test.each([
  ["1", { left: 10, top: 6, right: 50, bottom: 26 }],
  ["5", { left: 180, top: 140, right: 220, bottom: 160 }],
  ["9", { left: 350, top: 274, right: 390, bottom: 294 }],
])("a picture has the mark at place %s, as far from the edges as was set", async (position, box) => {
  await set({ position });
  expect(await markIn(await uploaded())).toEqual(box);
});

test("the rendition for lists has it too", async () => {
  const { thumbUrl } = await ada.upload("white.png", await filled("#ffffff", 400, 300));
  expect(await markIn(thumbUrl!)).not.toBeNull();
});

test("switched off, pictures stay as they are", async () => {
  await set({ watermark: "0" });
  expect(await markIn(await uploaded())).toBeNull();
});

test("small pictures and faces stay clean, and an animation keeps moving", async () => {
  expect(await markIn(await uploaded(WATERMARK_FROM_PX - 1, 400))).toBeNull();
  const face = await ada.upload("me.png", await filled("#ffffff", 400, 400), "avatar");
  expect(await markIn(face.url)).toBeNull();
  const { url } = await ada.upload("dance.gif", await animation());
  expect((await sharp((await fetchFile(forum, ada, url)).bytes).metadata()).pages).toBe(3);
});

test("a mark that is larger than the picture takes a third of it at most, and distances end at the edge", () => {
  const picture = { width: 300, height: 150 };
  const size = watermarkSize(picture, { width: 1000, height: 500 });
  expect(size).toEqual({ width: 100, height: 50 });
  expect(watermarkCorner(picture, size, 1, 9999, 9999)).toEqual({ left: 200, top: 100 });
  expect(watermarkCorner(picture, size, 9, 9999, 9999)).toEqual({ left: 0, top: 0 });
});
