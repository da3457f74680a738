import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { run } from "../../server/core/sql.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { SNIPPETS } from "./snippets.ts";

/** The statistics script of the site: whose it is, where it reports to, and which hosts the owner may name. */
let forum: Forum;
let admin: Person;
beforeAll(async () => {
  forum = await Forum.open({ env: { PUBLIC_URL: "http://forum.example.com" } });
  admin = await forum.admin();
});
afterAll(() => forum.close());

const SAVE = `mutation ($entries: [SettingInput!]!) { saveSettings(entries: $entries) { id changes { key before after } } }`;
const EXAMINE = `query ($script: String!, $hosts: String) {
  statisticsScript(script: $script, hosts: $hosts) { services proposal hosts { origin isAllowed } }
}`;
const HOSTS = "site_stat_hosts";
const save = async (...entries: { key: string; value: string }[]) =>
  (await admin.graphql(SAVE, { entries })).saveSettings;
const stored = async (key: string) =>
  (
    await admin.graphql(`query ($q: String) { settings(query: $q) { key value warning } }`, { q: key })
  ).settings.find((each: { key: string }) => each.key === key) as { value: string; warning: string | null };
afterEach(() =>
  forum
    .write((ctx) => run(ctx, "DELETE FROM settings WHERE `key` LIKE 'site!_stat%' ESCAPE '!'", []))
    .then(() => save({ key: "site_stat", value: "" }, { key: HOSTS, value: "" })),
);

test.each(SNIPPETS)("the snippet of %s is understood", async (_, service, script, hosts) => {
  const { statisticsScript: before } = await admin.graphql(EXAMINE, { script });
  expect(before.services).toEqual(service === null ? [] : [expect.stringContaining(service)]);
  expect(before.hosts).toEqual(hosts.map((origin) => ({ origin, isAllowed: false })));

  await save({ key: "site_stat", value: script }, { key: HOSTS, value: before.proposal });

  const { statisticsScript: after } = await admin.graphql(EXAMINE, { script });
  expect(after.hosts).toEqual(hosts.map((origin) => ({ origin, isAllowed: true })));
  expect((await stored("site_stat")).warning).toBeNull();
});

test("a saved script whose hosts are not named says so, in both languages, until they are", async () => {
  await save({ key: "site_stat", value: SNIPPETS[0]![2] });

  expect((await stored("site_stat")).warning).toMatch(/browsers block it: https:\/\/hm\.baidu\.com$/);
  admin.with({ locale: "zh-CN" });
  expect((await stored("site_stat")).warning).toContain("浏览器会拦截");
  admin.with({ locale: "en" });
  await save({ key: HOSTS, value: "hm.baidu.com" });
  expect((await stored("site_stat")).warning).toBeNull();
});

test.each([
  ["hm.baidu.com", "https://hm.baidu.com"],
  ["HTTPS://HM.Baidu.com:443/", "https://hm.baidu.com"],
  ["https://stats.example.org:8443", "https://stats.example.org:8443"],
  [
    "*.google-analytics.com\nhttps://统计.example.org",
    "https://*.google-analytics.com https://xn--lo0a64x.example.org",
  ],
  ["a.example.org, a.example.org; b.example.org", "https://a.example.org https://b.example.org"],
  ["", ""],
])("%j is stored as %j, with history and undo", async (written, expected) => {
  await save({ key: HOSTS, value: "https://before.example.org" });
  const saved = await save({ key: HOSTS, value: written });
  expect(saved.changes).toEqual([{ key: HOSTS, before: "https://before.example.org", after: expected }]);

  await admin.graphql(`mutation ($id: ID!) { undoSettings(saveId: $id) { id } }`, { id: saved.id });
  expect((await stored(HOSTS)).value).toBe("https://before.example.org");
});

test.each([
  ...[
    "*",
    "https:",
    "https://*",
    "*.com",
    "*.com.cn",
    "*.co.uk",
    "*.*.example.org",
    "stats.*.org",
    "st*ts.example.org",
  ],
  ...[
    "http://stats.example.org",
    "data:",
    "blob:",
    "wss://stats.example.org",
    "javascript:alert(1)",
    "'self'",
    "none",
  ],
  "'unsafe-inline'",
  "stats.example.org/path",
  "https://user@stats.example.org",
  "https://a.org@b.org",
  "192.168.1.1",
  "https://0x7f.1:99999",
  "[::1]",
  "a.example.org;script-src *;",
  "stats.example.org:0",
  ...[
    "stats..example.org",
    "-a.example.org",
    "localhost",
    "127.0.0.1:3000",
    "http://localhost:8080",
    "2130706433",
  ],
  "forum.example.com",
  "https://forum.example.com/",
  "*.example.com",
  "FORUM.example.com:443",
  `${"a".repeat(64)}.example.org`,
  Array.from({ length: 21 }, (_, index) => `s${index}.example.org`).join(" "),
])("%j is no host that pages may report to, by either door", async (value) => {
  await expect(save({ key: HOSTS, value })).rejects.toMatchObject({
    code: "INVALID_PARAMETER",
    extensions: { field: HOSTS },
  });
  expect((await admin.rest("POST", "/api/settings.v2", { data: [{ key: HOSTS, value }] })).Code).toBe(-4001);
  expect((await stored(HOSTS)).value).toBe("");
});

async function policy(path = "/"): Promise<{ directives: Record<string, string>; etag: string }> {
  const { headers } = await forum.visitor().get(path);
  const directives = String(headers["content-security-policy"])
    .replace(/'sha256-[\w+/=]+'( 'sha256-[\w+/=]+')*/g, "H")
    .split("; ")
    .map((each) => [each.slice(0, each.indexOf(" ")), each.slice(each.indexOf(" ") + 1)]);
  return {
    directives: Object.fromEntries(directives) as Record<string, string>,
    etag: String(headers["etag"]),
  };
}

test("pages let the script send pictures, fetches and beacons to its hosts, and change nothing else of their policy", async () => {
  const closed = await policy();
  await save({ key: HOSTS, value: "hm.baidu.com *.google-analytics.com" });
  expect((await policy()).directives).toEqual(closed.directives);

  await save({ key: "site_stat", value: "window.counted = 1" });
  const open = await policy();

  const hosts = "https://hm.baidu.com https://*.google-analytics.com";
  expect(open.directives).toEqual({
    ...closed.directives,
    "img-src": `'self' data: blob: ${hosts}`,
    "connect-src": `'self' ${hosts}`,
  });
  expect(open.directives["script-src"]).toBe("H 'strict-dynamic'");
});

test("a page that a browser keeps is asked for anew once the hosts are others", async () => {
  await save({ key: "site_stat", value: "window.counted = 1" }, { key: HOSTS, value: "a.example.org" });
  const { etag } = await policy("/forum");
  const again = () => forum.visitor().get("/forum", { "if-none-match": etag });
  expect((await again()).status).toBe(304);

  await save({ key: HOSTS, value: "b.example.org" });

  const { status, headers } = await again();
  expect([status, String(headers["content-security-policy"]).includes("https://b.example.org")]).toEqual([
    200,
    true,
  ]);
});
