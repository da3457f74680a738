import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Forum } from "../support/forum.ts";
import { OldClient } from "../support/oldClient.ts";
import type { Person } from "../support/person.ts";

/** Pictures of the site that are sent as an old client sends them (legacy-facts 2.4, 2.5). */

let forum: Forum;
let keeper: Person;
let admin: OldClient;
beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  keeper = await forum.admin();
  admin = await OldClient.of(forum, keeper);
});
afterAll(() => forum.close());

type Format = "png" | "jpeg" | "gif" | "webp";
const drawn = (width = 40, height = 20) =>
  sharp({ create: { width, height, channels: 4, background: { r: 51, g: 102, b: 153, alpha: 1 } } });
const picture = (format: Format = "png"): Promise<Buffer> => drawn().toFormat(format).toBuffer();
const upload = (type: string, bytes: Buffer, name = "logo.png") =>
  admin.call("POST", "/api/settings/logo.v2", { form: { type, logo: { name, bytes } } });
const stored = (): Promise<unknown[]> => forum.rows("SELECT * FROM settings ORDER BY tag, `key`");
const valueOf = async (key: string): Promise<string> =>
  (await admin.get("/api/settings.v2", { key, tag: "default" })).Data[0]?.value ?? "";
const statusOf = async (path: string): Promise<number> => (await forum.visitor().get(path)).status;

/** An icon of PNGs, as programs make them; `gap` is put before the pictures, `rest` behind. */
function icon(pictures: readonly { edge: number; bytes: Buffer }[], { gap = "", rest = "" } = {}): Buffer {
  const head = Buffer.alloc(6 + 16 * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let from = head.length + gap.length;
  pictures.forEach(({ edge, bytes }, index) => {
    const at = 6 + 16 * index;
    head.writeUInt8(edge % 256, at);
    head.writeUInt8(edge % 256, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(bytes.length, at + 8);
    head.writeUInt32LE(from, at + 12);
    from += bytes.length;
  });
  return Buffer.concat([head, Buffer.from(gap), ...pictures.map(({ bytes }) => bytes), Buffer.from(rest)]);
}

/** A bitmap as icons hold it: 2 × 2 pixels, red above blue, the lower right one transparent by its mask. */
function bitmap(depth: 8 | 24 | 32): Buffer {
  const head = Buffer.alloc(40);
  [40, 2, 4].forEach((value, index) => head.writeUInt32LE(value, index * 4));
  head.writeUInt16LE(1, 12);
  head.writeUInt16LE(depth, 14);
  const [red, blue] = [
    [0, 0, 255],
    [255, 0, 0],
  ];
  const mask = Buffer.from([0b0100_0000, 0, 0, 0, 0, 0, 0, 0]);
  if (depth === 8) {
    head.writeUInt32LE(2, 32);
    const table = Buffer.from([...red!, 0, ...blue!, 0]);
    return Buffer.concat([head, table, Buffer.from([1, 1, 0, 0, 0, 0, 0, 0]), mask]);
  }
  const pixel = (color: number[], alpha: number): number[] => (depth === 32 ? [...color, alpha] : color);
  const pad = depth === 32 ? [] : [0, 0];
  const rows = [
    ...pixel(blue!, 255),
    ...pixel(blue!, 0),
    ...pad,
    ...pixel(red!, 255),
    ...pixel(red!, 255),
    ...pad,
  ];
  return Buffer.concat([head, Buffer.from(rows), mask]);
}

describe("a picture", () => {
  test.each(["png", "jpeg", "gif", "webp"] as const)(
    "of kind %s is taken, whatever its name says",
    async (format) => {
      const { Code, Data } = await upload("background_image", await picture(format), "../../evil.svg");

      expect([Code, Data.key, Data.tag]).toEqual([0, "logo", "default"]);
      expect(Data.value).toMatch(
        new RegExp(`^${forum.url}/files/site/[\\da-f/]+\\.(png|jpg|gif|webp)\\?\\d{10}$`),
      );
      expect(await statusOf(await valueOf("background_image"))).toBe(200);
    },
  );

  test.each([
    ["a drawing", (bytes: Buffer) => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"/>${bytes.length}`)],
    [
      "a drawing that says it is XML",
      () => Buffer.from(`<?xml version="1.0"?><svg><script>1</script></svg>`),
    ],
    ["a page", () => Buffer.from("<!doctype html><script>1</script>")],
    [
      "a picture with a page behind it",
      (bytes: Buffer) => Buffer.concat([bytes, Buffer.from("<script>1</script>")]),
    ],
    [
      "a picture with an archive behind it",
      (bytes: Buffer) => Buffer.concat([bytes, Buffer.from("PK\u0003\u0004")]),
    ],
    ["a picture with one byte behind it", (bytes: Buffer) => Buffer.concat([bytes, Buffer.from([0])])],
    ["half a picture", (bytes: Buffer) => bytes.subarray(0, bytes.length - 9)],
    ["the beginning of one", (bytes: Buffer) => bytes.subarray(0, 20)],
    ["nothing", () => Buffer.alloc(0)],
    ["more than 5 MB", () => Buffer.alloc(5_120 * 1_024 + 1, 1)],
  ])("is not %s, of whatever kind it is: -4001, and nothing is stored", async (_what, spoil) => {
    const before = await stored();

    for (const format of ["png", "jpeg", "gif", "webp"] as const)
      for (const type of ["logo", "favicon"])
        expect(await upload(type, spoil(await picture(format)))).toMatchObject({ Code: -4001, Data: [] });
    expect(await stored()).toEqual(before);
  });

  test("of a watermark is a PNG; an icon is for the tab alone", async () => {
    const ico = icon([{ edge: 20, bytes: await drawn(20, 20).png().toBuffer() }]);
    const before = await stored();

    expect(await upload("watermark_image", await picture("jpeg"))).toMatchObject({ Code: -4001 });
    expect(await upload("logo", ico)).toMatchObject({ Code: -4001 });
    expect(await stored()).toEqual(before);
  });

  test.each([["../../secret"], ["site_name"], ["__proto__"], ["constructor"], [""]])(
    "for %j, which is none of the five, is refused",
    async (type) => {
      const before = await stored();

      expect(await upload(type, await picture())).toMatchObject({ Code: -4001, Data: [] });
      expect(await stored()).toEqual(before);
    },
  );

  test("without a type is the logo; without a file it is told as the predecessor does", async () => {
    const bytes = await picture();
    await admin.call("POST", "/api/settings/logo.v2", { form: { logo: { name: "x.png", bytes } } });

    expect(await valueOf("logo")).toMatch(/^\/files\/site\//);
    expect(await admin.post("/api/settings/logo.v2", { type: "logo" })).toMatchObject({
      Code: -4001,
      Message: "file_not_found",
    });
  });
});

describe("the icon of the tab", () => {
  const pixelsOf = async (path: string): Promise<{ width: number; height: number; data: number[] }> => {
    const answer = await fetch(forum.url + path);
    const raw = await sharp(Buffer.from(await answer.arrayBuffer()))
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { width: raw.info.width, height: raw.info.height, data: [...raw.data] };
  };

  test("is the largest picture of an .ico", async () => {
    const small = await drawn(16, 16).png().toBuffer();
    const large = await drawn(48, 48).png().toBuffer();

    expect(
      await upload(
        "favicon",
        icon([
          { edge: 16, bytes: small },
          { edge: 48, bytes: large },
        ]),
        "favicon.ico",
      ),
    ).toMatchObject({
      Code: 0,
    });
    expect(await pixelsOf(await valueOf("favicon"))).toMatchObject({ width: 48, height: 48 });
  });

  test.each([8, 24, 32] as const)("may be a bitmap of %i bits", async (depth) => {
    expect(await upload("favicon", icon([{ edge: 2, bytes: bitmap(depth) }]))).toMatchObject({ Code: 0 });

    const { data } = await pixelsOf(await valueOf("favicon"));
    expect(data.slice(0, 8)).toEqual([255, 0, 0, 255, 255, 0, 0, 255]);
    expect([...data.slice(8, 12), data[15]]).toEqual([0, 0, 255, 255, 0]);
  });

  test("hides nothing: neither between, before, behind, nor within its pictures", async () => {
    const png = await drawn(16, 16).png().toBuffer();
    const one = { edge: 16, bytes: png };
    const before = await stored();
    const hiding = [
      icon([one], { rest: "<script>1</script>" }),
      icon([one], { gap: "<script>1</script>" }),
      icon([{ edge: 16, bytes: Buffer.concat([png, Buffer.from("<script>1</script>")]) }]),
      icon([{ edge: 2, bytes: Buffer.concat([bitmap(24), Buffer.from("rest")]) }]),
      icon([{ edge: 4, bytes: bitmap(24) }]),
      icon([{ edge: 16, bytes: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"/>`) }]),
      icon([]),
      icon([one]).subarray(0, 60),
      Buffer.from("00000100ffff", "hex"),
      Buffer.concat([Buffer.from("000001000100", "hex"), Buffer.from("alert(1)/*".repeat(9))]),
    ];

    for (const bytes of hiding)
      expect(await upload("favicon", bytes)).toMatchObject({ Code: -4001, Data: [] });
    expect(await stored()).toEqual(before);
  });
});

describe("POST /api/settings/delete.logo.v2", () => {
  test.each([
    ["background_image", "background_image", "default"],
    ["watermark_image", "watermark_image", "watermark"],
    ["header_logo", "header_logo", "default"],
    ["logo", "logo", "default"],
    ["favicon", "favicon", "default"],
  ])(
    "of %j empties %s under %s, and no file is touched that is no picture of the site",
    async (type, key, tag) => {
      await upload(key, await picture());
      const name = await valueOf("site_name");

      expect(await admin.post("/api/settings/delete.logo.v2", { type })).toMatchObject({
        Code: 0,
        Data: { key, value: "", tag },
      });
      expect((await admin.get("/api/settings.v2", { key, tag })).Data).toEqual([{ key, value: "", tag }]);
      expect([await valueOf("site_name"), await statusOf("/healthz")]).toEqual([name, 200]);
    },
  );

  test.each(["../../luntan.db", "..%2f..%2fsecret.key", "/etc/passwd", "site_name", "constructor", ""])(
    "of %j is refused, and the logo stays",
    async (type) => {
      await upload("logo", await picture());
      const before = await stored();

      expect(await admin.post("/api/settings/delete.logo.v2", { type })).toMatchObject({ Code: -4001 });
      expect(await stored()).toEqual(before);
      expect(await statusOf("/healthz")).toBe(200);
    },
  );

  test("without a type is refused, and the logo stays", async () => {
    await upload("logo", await picture());
    const before = await stored();
    expect(await admin.post("/api/settings/delete.logo.v2")).toMatchObject({
      Code: -4001,
      Message: "类型是必填项",
    });
    expect(await stored()).toEqual(before);
  });

  test("of what is no text is refused", async () => {
    expect(await admin.post("/api/settings/delete.logo.v2", { type: { a: 1 } })).toMatchObject({
      Code: -4001,
    });
  });

  test("can be undone, file and all; what can no longer come back is removed", async () => {
    const undo = async (): Promise<void> => {
      const { settingSaves } = await keeper.graphql(`{ settingSaves(first: 1) { nodes { id } } }`);
      await keeper.graphql(`mutation ($id: ID!) { undoSettings(saveId: $id) { id } }`, {
        id: settingSaves.nodes[0].id,
      });
    };
    await upload("logo", await picture());
    const first = await valueOf("logo");
    await admin.post("/api/settings/delete.logo.v2", { type: "logo" });
    expect((await forum.visitor().graphql(`{ site { logo } }`)).site.logo).toBeNull();
    await undo();
    expect([await valueOf("logo"), await statusOf(first)]).toEqual([first, 200]);

    await upload("logo", await picture("jpeg"));
    const second = await valueOf("logo");
    await undo();
    expect([await valueOf("logo"), await statusOf(first), await statusOf(second)]).toEqual([first, 200, 200]);
    await upload("logo", await picture("gif"));
    expect(await statusOf(second)).toBe(404);
    await upload("logo", await picture("webp"));
    expect([await statusOf(first), await statusOf(await valueOf("logo"))]).toEqual([404, 200]);
  });
});
