import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Forum } from "../support/forum.ts";
import type { Uploaded } from "../support/person.ts";
import { animation, bomb, CANARY, fetchFile, filesOf, photo, plain } from "./material.ts";

let forum: Forum;
beforeAll(async () => void (forum = await Forum.open()));
afterAll(() => forum.close());

const UPDATE = `
  mutation ($input: UpdateProfileInput!) { updateProfile(input: $input) { avatarUrl backgroundUrl signature } }`;

test("a photo arrives upright, and without the place where it was taken", async () => {
  const ada = await forum.member();

  const uploaded = await ada.upload("IMG_0001.jpg", await photo());

  const expected: Partial<Uploaded> = { fileName: "IMG_0001.jpg", isImage: true, width: 300, height: 400 };
  expect(uploaded).toMatchObject(expected);
  expect(uploaded.url).toMatch(/^\/files\/[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{32}\.jpg$/);
  for (const url of [uploaded.url, uploaded.thumbUrl!]) {
    const { bytes } = await fetchFile(forum, ada, url);
    expect(bytes.includes(CANARY)).toBe(false);
    const { exif, orientation } = await sharp(bytes).metadata();
    expect({ exif, orientation }).toEqual({ exif: undefined, orientation: undefined });
  }
});

test("a large picture is made smaller, and has a rendition for lists", async () => {
  const ada = await forum.member();

  const uploaded = await ada.upload("wide.png", await plain(3_000, 1_500).png().toBuffer());

  expect([uploaded.width, uploaded.height]).toEqual([2_560, 1_280]);
  const thumb = await sharp((await fetchFile(forum, ada, uploaded.thumbUrl!)).bytes).metadata();
  expect([thumb.format, thumb.width, thumb.height]).toEqual(["webp", 500, 250]);
});

test.each(["png", "webp", "gif", "jpeg"] as const)("a picture stays %s", async (format) => {
  const ada = await forum.member();

  const { url } = await ada.upload(`small.${format}`, await plain(60, 40).toFormat(format).toBuffer());

  const stored = await sharp((await fetchFile(forum, ada, url)).bytes).metadata();
  expect([stored.format, stored.width, stored.height]).toEqual([format, 60, 40]);
});

test("an animation stays one", async () => {
  const ada = await forum.member();

  const { url } = await ada.upload("dance.gif", await animation());

  const stored = await sharp((await fetchFile(forum, ada, url)).bytes).metadata();
  expect([stored.format, stored.pages]).toEqual(["gif", 3]);
});

test("what is hidden behind a picture stays outside", async () => {
  const ada = await forum.member();
  const page = "<html><script>alert(1)</script></html>";
  const polyglot = Buffer.concat([await plain(50, 50).jpeg().toBuffer(), Buffer.from(page)]);

  const { url } = await ada.upload("polyglot.jpg", polyglot);

  const { bytes, headers } = await fetchFile(forum, ada, url);
  expect(bytes.includes("<script>")).toBe(false);
  expect(headers["content-type"]).toBe("image/jpeg");
});

const HEIC = Buffer.concat([
  Buffer.from([0, 0, 0, 24]),
  Buffer.from("ftypheic\0\0\0\0mif1heic"),
  Buffer.alloc(64),
]);
const SVG = `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`;

test.each<[what: string, name: string, bytes: () => Buffer | Promise<Buffer>, says: RegExp]>([
  ["a text that is called a picture", "a.png", () => Buffer.from("just words, and quite a few of them"), /./],
  ["an SVG", "a.svg", () => Buffer.from(SVG), /./],
  ["an SVG that is called PNG", "a.png", () => Buffer.from(`<?xml version="1.0"?>\n${SVG}`), /./],
  [
    "an HTML page that begins like a GIF",
    "a.gif",
    () => Buffer.from("GIF89a/*<script>*/=alert(1)</script>"),
    /./,
  ],
  ["a photo that only iPhones can read", "a.jpg", () => HEIC, /HEIC/],
  ["half a photo", "a.jpg", async () => (await plain(900, 900).jpeg().toBuffer()).subarray(0, 2_000), /./],
  ["a picture that unpacks to 900 megapixels", "a.png", () => bomb(), /./],
  ["nothing", "a.png", () => Buffer.alloc(0), /./],
])("%s is refused and leaves nothing behind", async (_what, name, bytes, says) => {
  const before = filesOf(forum);
  const ada = await forum.member();

  const refusal = { code: "INVALID_PARAMETER", status: 400, message: expect.stringMatching(says) as string };
  await expect(ada.upload(name, await bytes())).rejects.toMatchObject(refusal);

  expect(filesOf(forum)).toEqual(before);
  expect(await forum.rows("SELECT a.id FROM attachments a WHERE a.userId = ?", [ada.id])).toEqual([]);
});

test("a member chooses a face and a background, which everybody sees", async () => {
  const ada = await forum.member();
  const avatar = await ada.upload("me.png", await plain(900, 600).png().toBuffer(), "avatar");
  const background = await ada.upload("sea.jpg", await plain(800, 800).jpeg().toBuffer(), "background");

  const input = { avatarId: avatar.id, backgroundId: background.id };
  const { updateProfile } = await ada.graphql(UPDATE, { input });

  expect(updateProfile).toMatchObject({ avatarUrl: avatar.url, backgroundUrl: background.url });
  expect([avatar.width, avatar.height, background.width, background.height]).toEqual([256, 256, 1_500, 500]);
  for (const url of [avatar.url, background.url]) {
    const { status, headers } = await fetchFile(forum, null, url);
    expect([status, headers["content-type"]]).toEqual([200, "image/webp"]);
    expect(headers["cache-control"]).toBe("public, max-age=3600");
  }
});

test("a face is an own upload of that kind", async () => {
  const [ada, bob] = [await forum.member(), await forum.member()];
  const picture = await plain(300, 300).png().toBuffer();
  const hers = await ada.upload("me.png", picture, "avatar");
  const image = await bob.upload("cat.png", picture);

  for (const avatarId of [hers.id, image.id, "999999"]) {
    const asking = bob.graphql(UPDATE, { input: { avatarId, signature: "changed" } });
    await expect(asking).rejects.toMatchObject({
      code: expect.stringMatching(/NOT_FOUND|INVALID_PARAMETER/) as string,
    });
  }
  const query = `query ($id: ID!) { user(id: $id) { avatarUrl signature } }`;
  expect(await bob.graphql(query, { id: bob.id })).toEqual({ user: { avatarUrl: null, signature: "" } });
});
