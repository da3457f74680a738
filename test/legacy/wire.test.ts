import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Forum } from "../support/forum.ts";
import { OldClient } from "../support/oldClient.ts";
import { sendRaw } from "../support/rawRequest.ts";

/** Requests of old clients on the wire (legacy-facts 1), byte by byte. */

let forum: Forum;
let admin: OldClient;
beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  admin = await OldClient.of(forum, await forum.admin());
});
afterAll(() => forum.close());

/** Sends exactly these bytes as the administrator, or as `authorization` says. */
const send = (method: string, path: string, body = "", headers: Readonly<Record<string, string>> = {}) =>
  sendRaw(forum.url, method, path, body, { authorization: `Bearer ${admin.token}`, ...headers });

const JSON_TYPE = { "content-type": "application/json" };
const FORM_TYPE = { "content-type": "application/x-www-form-urlencoded; charset=utf-8" };
const nameNow = async (): Promise<string> =>
  (await admin.get("/api/settings.v2 ", { key: "site_name", tag: "default" })).Data[0].value;
let named = 0;
const newName = (): string => `茶馆${++named}`;

describe("the envelope", () => {
  test("has its five fields over HTTP 200, with the cost of the call in a header", async () => {
    const { status, headers, envelope } = await send("GET", "/api/siteinfo.v2");

    expect(status).toBe(200);
    expect(headers).toMatchObject({
      "content-type": "application/json; charset=utf-8",
      "dzq-costtime": expect.stringMatching(/^\d+(\.\d)?ms$/),
    });
    expect(Object.keys(envelope())).toEqual(["Code", "Message", "Data", "RequestId", "RequestTime"]);
    expect(envelope().RequestId).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    expect(envelope().RequestTime).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  });

  test.each([
    ["a body that is no JSON", "{broken", JSON_TYPE, "请求格式错误"],
    ["a body that is too large", `{"data":"${"x".repeat(4_000_001)}"}`, JSON_TYPE, "请求内容过大"],
  ])("%s is told in it, too", async (_what, body, type, message) => {
    const { status, envelope } = await send("POST", "/api/settings.v2", body, type);

    expect(status).toBe(200);
    expect(envelope()).toMatchObject({ Code: -4001, Message: message, Data: [] });
  });

  test("a request from another site that counts on cookies is told in it, and changes nothing", async () => {
    const before = await nameNow();
    const body = JSON.stringify([{ key: "site_name", value: "Elsewhere", tag: "default" }]);

    const answer = await send("POST", "/api/settings.v2", body, {
      ...JSON_TYPE,
      authorization: "",
      cookie: `access_token=${admin.token}`,
      origin: "https://elsewhere.example",
    });

    expect([answer.status, answer.envelope().Code]).toEqual([200, -4002]);
    expect(await nameNow()).toBe(before);
  });

  test("OPTIONS is answered with nothing but what may be sent, and without cookies to everybody", async () => {
    const { status, headers, text } = await send("OPTIONS", "/api/settings.v2%20", "", {
      origin: "https://elsewhere.example",
    });

    expect([status, text]).toEqual([200, ""]);
    expect(headers["access-control-allow-credentials"]).toBeUndefined();
    expect(headers).toMatchObject({
      "access-control-allow-origin": "*",
      "access-control-allow-methods": expect.stringContaining("POST"),
      "access-control-allow-headers": expect.stringContaining("Authorization"),
    });
  });
});

describe("parameters", () => {
  const list = (name: string): string => JSON.stringify([{ key: "site_name", value: name, tag: "default" }]);

  test.each([
    ["JSON under data", (name: string) => `{"data":${list(name)}}`, JSON_TYPE],
    ["a bare JSON list", list, JSON_TYPE],
    [
      "JSON:API",
      (name: string) => `{"data":[{"attributes":{"key":"site_name","value":"${name}","tag":"default"}}]}`,
      JSON_TYPE,
    ],
    ["JSON by another name", list, { "content-type": "application/vnd.api+json" }],
    [
      "a form",
      (name: string) =>
        `data[0][key]=site_name&data[0][value]=${encodeURIComponent(name)}&data[0][tag]=default`,
      FORM_TYPE,
    ],
    [
      "a form with escaped brackets",
      (name: string) =>
        `data%5B0%5D%5Bkey%5D=site_name&data%5B0%5D%5Bvalue%5D=${encodeURIComponent(name)}&data%5B0%5D%5Btag%5D=`,
      FORM_TYPE,
    ],
    [
      "a form in parts",
      (name: string) =>
        ["key", "value", "tag"]
          .map((key) => {
            const value = key === "key" ? "site_name" : key === "tag" ? "default" : name;
            return `--b\r\ncontent-disposition: form-data; name="data[0][${key}]"\r\n\r\n${value}\r\n`;
          })
          .join("") + "--b--\r\n",
      { "content-type": "multipart/form-data; boundary=b" },
    ],
  ])("arrive as %s", async (_how, body, type) => {
    const name = newName();

    expect((await send("POST", "/api/settings.v2%20?dzqPf=pc", body(name), type)).envelope()).toMatchObject({
      Code: 0,
      Data: [],
    });
    expect(await nameNow()).toBe(name);
  });

  test("arrive in the query of a POST, with indices", async () => {
    const name = newName();
    const query = `data[0][key]=site_name&data[0][value]=${encodeURIComponent(name)}&data[0][tag]=default`;

    expect((await send("POST", `/api/settings.v2?${query}`)).envelope().Code).toBe(0);
    expect(await nameNow()).toBe(name);
  });

  test("arrive in the body of a GET or DELETE, which wins over the query", async () => {
    const asked = JSON.stringify({ key: "site_name", tag: "default" });

    const inBody = await send("GET", "/api/settings.v2", asked, JSON_TYPE);
    const inBoth = await send("GET", "/api/settings.v2?key=site_title&tag=default", asked, JSON_TYPE);
    const empty = await send("GET", "/api/settings.v2?key=site_name&tag=default", "{}", JSON_TYPE);

    for (const answer of [inBody, inBoth, empty]) {
      expect(answer.envelope().Data).toMatchObject([{ key: "site_name" }]);
    }
    await admin.post("/api/stop-words/batch.v2", { data: { type: "stop-words", words: ["wireword"] } });
    const found = await send(
      "GET",
      "/api/stop-words.v2",
      JSON.stringify({ filter: { keyword: "wireword" } }),
      JSON_TYPE,
    );
    const [{ id }] = found.envelope().Data.pageData;
    await send("DELETE", "/api/stop-words.v2", JSON.stringify({ id: String(id) }), JSON_TYPE);
    expect(await forum.rows("SELECT id FROM stop_words WHERE id = ?", [id])).toEqual([]);
  });

  test("lists with more than twenty indices, unencoded, are lists", async () => {
    const ids = Array.from({ length: 30 }, (_, index) => `words[${index}]=many${index}`).join("&");

    const { Data } = (
      await send("POST", "/api/stop-words/batch.v2", `type=stop-words&${ids}`, FORM_TYPE)
    ).envelope();

    expect(Data).toEqual({ type: "stop-words", created: 30, updated: 0, unique: 0 });
  });

  test("that nobody knows are ignored, and empty numbers are left out", async () => {
    const { Code, Data } = (
      await send("GET", "/api/stop-words.v2?page=&perPage=&filter=&unknown[deep][er]=1&dzqSid=a-1&dzqPf=h5")
    ).envelope();

    expect([Code, Data.currentPage, Data.perPage]).toEqual([0, 1, 20]);
  });

  test("cannot reach what all objects have", async () => {
    const { Code } = (
      await send(
        "POST",
        "/api/groups.create.v2",
        `{"__proto__":{"name":"x"},"constructor":{"name":"x"}}`,
        JSON_TYPE,
      )
    ).envelope();

    expect(Code).toBe(-4001);
  });
});

describe("addresses", () => {
  test.each([
    ["/api/settings.v2%20?key=site_name&tag=default", "a blank behind"],
    ["/api/settings.v2?key=site_name&tag=default", "none"],
    ["//api/settings.v2?key=site_name&tag=default", "two slashes"],
    ["//api//settings.v2%20?key=site_name&tag=default&dzqSid=abcdefgh-1&dzqPf=pc", "all at once"],
  ])("%s is found with %s", async (path) => {
    expect((await send("GET", path)).envelope().Data).toMatchObject([{ key: "site_name" }]);
  });

  test("groups.create and settings are also posted with the blank", async () => {
    const name = newName();

    expect((await admin.post("/api/groups.create.v2 ", { name })).Data).toMatchObject({ name });
    expect(
      (await admin.post("/api/settings.v2 ", [{ key: "site_name", value: name, tag: "default" }])).Code,
    ).toBe(0);
    expect(await nameNow()).toBe(name);
  });

  test("the third version is known by both of its spellings", async () => {
    for (const path of ["/api/v3/forum", "/apiv3/forum", "//apiv3/forum%20"])
      expect((await send("GET", path)).envelope().Data.setSite).toBeDefined();
  });

  test.each([
    ["GET", "/api/permission.v2"],
    ["PUT", "/api/settings.v2"],
    ["POST", "/api/statistic/finance.v2"],
    ["GET", "/api/"],
    ["GET", "/api/settings.v2/"],
  ])("%s %s is no call: -6001", async (method, path) => {
    expect((await send(method, path)).envelope()).toMatchObject({ Code: -6001, Data: [] });
  });
});
