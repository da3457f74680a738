import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Forum } from "../support/forum.ts";
import { OldClient } from "../support/oldClient.ts";

let forum: Forum;
let admin: OldClient;
beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  admin = await OldClient.of(forum, await forum.admin());
});
afterAll(() => forum.close());

const read = async (key: string, tag = "default") =>
  (await admin.get("/api/settings.v2 ", { key, tag })).Data;

test("every call for administrators is refused to visitors and members before its parameters are looked at", async () => {
  const people = [await OldClient.of(forum), await OldClient.of(forum, await forum.member())];
  const calls = Object.entries(forum.app.rest.routes).filter(([, { who }]) => who === "admin");

  for (const [name] of calls) {
    const [method, path] = name.split(" ") as [string, string];
    for (const person of people) {
      const answer = await person.call(method, path, { query: { id: "nonsense" } });
      expect([name, answer.Code, answer.Data]).toEqual([name, -4002, []]);
    }
    const stale = await OldClient.with(forum, `luntan_${"x".repeat(43)}`).call(method, path, {});
    expect([name, stale.Code]).toEqual([name, -4011]);
  }
  expect(calls.length).toBeGreaterThan(15);
});

describe("settings.v2", () => {
  test("saves under data, as a bare list, and one alone; the last of several counts", async () => {
    const saved = await admin.post("/api/settings.v2 ", {
      data: [
        { key: "site_name", value: "First", tag: "default" },
        { key: "site_name", value: "茶馆", tag: "default" },
        { key: "site_expire", value: 30 },
      ],
    });
    await admin.post("/api/settings.v2", [{ key: "site_title", value: "Bare" }]);
    await admin.post("/api/settings.v2", { key: "site_record", value: "One" });

    expect(saved).toMatchObject({ Code: 0, Message: "接口调用成功", Data: [] });
    expect(await read("site_name")).toEqual([{ key: "site_name", value: "茶馆", tag: "default" }]);
    expect(await read("site_expire")).toMatchObject([{ value: "30" }]);
    expect([await read("site_title"), await read("site_record")]).toMatchObject([
      [{ value: "Bare" }],
      [{ value: "One" }],
    ]);
  });

  test("lists and flags of any type are stored as text", async () => {
    const manage = [{ key: 1, desc: "PC", value: false }];
    await admin.post("/api/settings.v2", {
      data: [
        { key: "site_manage", value: manage },
        { key: "support_img_ext", value: "PNG,Jpg" },
        { key: "register_close", value: true },
      ],
    });

    expect(JSON.parse((await read("site_manage"))[0].value)).toEqual(manage);
    expect(await read("support_img_ext")).toMatchObject([{ value: "png,jpg" }]);
    expect(await read("register_close")).toMatchObject([{ value: "1" }]);
  });

  test.each([
    ["no list", {}, -4001],
    ["no key", { data: [{ value: 1 }] }, -4001],
    ["a key that is no text", { data: [{ key: {}, value: 1 }] }, -4001],
    ["an unknown key", { data: [{ key: "nothing", value: 1 }] }, -4001],
    ["a mode that does not exist", { data: [{ key: "site_mode", value: "free" }] }, -4001],
    ["shares that are not ten together", { data: [{ key: "site_author_scale", value: 4 }] }, -4001],
  ])("%s: refused, and nothing is stored", async (_what, body, code) => {
    const before = await forum.rows("SELECT * FROM settings ORDER BY tag, `key`");

    expect(await admin.post("/api/settings.v2", body)).toMatchObject({ Code: code });
    expect(await forum.rows("SELECT * FROM settings ORDER BY tag, `key`")).toEqual(before);
  });

  test("what is wrong with a value is told in Data", async () => {
    const answer = await admin.post("/api/settings.v2", { data: [{ key: "site_author_scale", value: 4 }] });

    expect(answer).toMatchObject({ Code: -4001, Message: "参数错误", Data: "scale_sum_not_10" });
  });

  test("a missing key or tag matches nothing", async () => {
    expect((await admin.get("/api/settings.v2")).Data).toEqual([]);
    expect((await admin.get("/api/settings.v2", { key: "site_name" })).Data).toEqual([]);
    expect(await read("token_hash", "setup")).toEqual([]);
  });
});

describe("settings/logo.v2 and settings/delete.logo.v2", () => {
  const picture = (format: "png" | "jpeg" = "png") =>
    sharp({ create: { width: 40, height: 20, channels: 3, background: "#336699" } })
      .toFormat(format)
      .toBuffer();
  const upload = async (type: string, bytes: Buffer, name = "logo.png") =>
    admin.call("POST", "/api/settings/logo.v2", { form: { type, logo: { name, bytes } } });

  test("an uploaded logo is what the site shows, until it is taken away", async () => {
    const answer = await upload("logo", await picture());
    expect(answer).toMatchObject({ Code: 0, Data: { key: "logo", tag: "default" } });
    const { site } = await forum.visitor().graphql(`{ site { logo } }`);
    expect(answer.Data.value).toContain(`${forum.url}${site.logo}?`);
    const shown = await forum.visitor().get(site.logo);
    expect([shown.status, shown.headers["content-type"]]).toEqual([200, "image/png"]);

    expect(await admin.post("/api/settings/delete.logo.v2", { type: "logo" })).toMatchObject({
      Code: 0,
      Data: { key: "logo", value: "", tag: "default" },
    });
    expect((await forum.visitor().graphql(`{ site { logo } }`)).site.logo).toBeNull();
    expect((await forum.visitor().get(site.logo)).status).toBe(404);
  });

  test("what follows the picture in its file is not kept", async () => {
    const hidden = Buffer.from("<script>canary</script>");
    await upload("header_logo", Buffer.concat([await picture(), hidden]), "x.svg");

    const [{ value }] = await read("header_logo");
    const shown = await forum.visitor().get(value);
    expect(shown.status).toBe(200);
    expect(shown.text).not.toContain("canary");
  });

  test("a watermark is a PNG under its own tag", async () => {
    expect(await upload("watermark_image", await picture("jpeg"))).toMatchObject({ Code: -4001 });
    await upload("watermark_image", await picture());

    expect((await read("watermark_image", "watermark"))[0].value).toMatch(/^\/files\/site\/.+\.png$/);
  });

  test.each([
    ["a drawing", "logo", Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>`)],
    ["a page", "logo", Buffer.from("<html></html>")],
    ["half a picture", "logo", Buffer.from("89504e470d0a1a0a0000", "hex")],
    ["too much", "logo", Buffer.alloc(5_120 * 1_024 + 1, 1)],
    ["an unknown type", "../../secret", Buffer.from("x")],
  ])("%s is refused", async (_what, type, bytes) => {
    const before = await read("logo");

    expect(await upload(type, bytes)).toMatchObject({ Code: -4001, Data: [] });
    expect(await read("logo")).toEqual(before);
  });

  test("no file is told as the predecessor does; deleting with a path means the logo", async () => {
    expect(await admin.post("/api/settings/logo.v2", { type: "logo" })).toMatchObject({
      Code: -4001,
      Message: "file_not_found",
    });
    expect(await admin.post("/api/settings/delete.logo.v2", { type: "../../luntan.db" })).toMatchObject({
      Code: 0,
      Data: { key: "logo", value: "" },
    });
    expect((await forum.visitor().get("/healthz")).status).toBe(200);
  });
});
