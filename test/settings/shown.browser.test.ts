import { afterAll, beforeAll, expect, test } from "vitest";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { publish } from "../threads/content.ts";

/**
 * Settings of each kind change what people see: saved by the verb of the administration's page, read from pages as the
 * server sends them. They need the built client, but no browser.
 */
let forum: Forum;
let admin: Person;
let member: Person;
let threadId: string;
beforeAll(async () => {
  forum = await Forum.open();
  admin = await forum.admin();
  member = await forum.member("thread.allowAnonymous");
  threadId = (await publish(await forum.member(), { categoryId: await forum.categoryId() })).id;
});
afterAll(() => forum.close());

const PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) Mobile/15E148 Safari/604.1";
const SAVE = `mutation ($entries: [SettingInput!]!) { saveSettings(entries: $entries) { id } }`;
const UNDO = `mutation ($id: ID!) { undoSettings(saveId: $id) { id } }`;

interface Entry {
  readonly tag?: string;
  readonly key: string;
  readonly value: string;
}
/** Saves, looks, and takes it back; gives what was seen before, meanwhile and afterwards. */
async function seen<T>(entries: readonly Entry[], look: () => Promise<T>): Promise<[T, T, T]> {
  const before = await look();
  const { saveSettings } = await admin.graphql(SAVE, { entries });
  const meanwhile = await look();
  await admin.graphql(UNDO, { id: saveSettings.id });
  return [before, meanwhile, await look()];
}
/** Reads the text of a page without its data, which repeats it. */
async function page(
  path: string,
  who: Person = forum.visitor(),
  agent = "Mozilla/5.0 (X11; Linux)",
): Promise<string> {
  const { text } = await who.get(path, { "user-agent": agent });
  return text.replace(/<script type="application\/json"[^]*?<\/script>/, "");
}
const has = (path: string, what: string | RegExp, who?: Person) => async (): Promise<boolean> => {
  const html = await page(path, who);
  return typeof what === "string" ? html.includes(what) : what.test(html);
};
const COMES_AND_GOES = [false, true, false];
const switches = (off: 1 | 2): string =>
  JSON.stringify([1, 2, 3].map((key) => ({ key, desc: String(key), value: key !== off })));

test.each<[string, Entry[], string, string | RegExp]>([
  ["a text: the name of the site", [{ key: "site_name", value: "Tea house" }], "/", "Tea house</title>"],
  ["a text: the filing record", [{ key: "site_record", value: "ICP 12345" }], "/", "ICP 12345"],
  [
    "a long text: the statistics script",
    [{ key: "site_stat", value: "window.counted=1" }],
    "/",
    "window.counted=1</script>",
  ],
  [
    "a long text and a switch: the message of a closed site",
    [
      { key: "site_close", value: "1" },
      { key: "site_close_msg", value: "Back at noon" },
    ],
    "/close",
    "Back at noon",
  ],
  [
    "a long text and a switch: the privacy policy",
    [
      { tag: "agreement", key: "privacy", value: "1" },
      { tag: "agreement", key: "privacy_content", value: "We keep **nothing**." },
    ],
    "/user/agreement?type=privacy",
    "We keep <strong>nothing</strong>.",
  ],
  [
    "agreements: what new members agree to",
    [
      { tag: "agreement", key: "register", value: "1" },
      { tag: "agreement", key: "register_content", value: "Be kind." },
    ],
    "/user/register",
    "/user/agreement?type=register",
  ],
  [
    "a whole number: the shortest password",
    [{ key: "password_length", value: "11" }],
    "/user/register",
    /At least 11 char|至少 11 个字符/,
  ],
])("%s", async (_, entries, path, what) => {
  expect(await seen(entries, has(path, what))).toEqual(COMES_AND_GOES);
});

test("a choice: the red look is said on every page, and the style sheet knows it", async () => {
  expect(await seen([{ key: "site_skin", value: "2" }], has("/", 'data-skin="2"'))).toEqual(COMES_AND_GOES);
  const sheets = [...(await page("/")).matchAll(/<link rel="stylesheet" href="([^"]+)"/g)];
  const texts = await Promise.all(sheets.map(async ([, href]) => (await forum.visitor().get(href!)).text));
  expect(texts.join("")).toMatch(/\[data-skin="?2"?\]/);
});

test("a switch: without a sitemap robots find none, and are told of none", async () => {
  const look = async () => {
    const { status } = await forum.visitor().get("/sitemap.xml");
    return [status, /^Sitemap:/m.test((await forum.visitor().get("/robots.txt")).text)];
  };
  expect(await seen([{ key: "site_fabu", value: "0" }], look)).toEqual([
    [200, true],
    [404, false],
    [200, true],
  ]);
});

test("what is kept for old clients stands together and says so, and what works does not", async () => {
  const { settings } = await admin.graphql(`{ settings { isKept } }`);
  const kept = settings.filter((each: { isKept: boolean }) => each.isKept);
  const remarks = async (section: string, lang: string, words: RegExp) =>
    ((await page(`/admin/settings?section=${section}&lang=${lang}`, admin)).match(words) ?? []).length;
  expect(await remarks("kept", "zh-CN", /为旧客户端保留，在这里不起作用/g)).toBe(kept.length);
  expect(await remarks("kept", "en", /Kept for old clients; it changes nothing here/g)).toBe(kept.length);
  for (const section of ["site", "register", "function"])
    expect(await remarks(section, "zh-CN", /为旧客户端保留/g)).toBe(0);
});

test("a switch: closed registration takes the way in off the page", async () => {
  const offersForm = has("/user/register", 'name="nickname"');
  expect(await seen([{ key: "register_close", value: "0" }], offersForm)).toEqual([true, false, true]);
});

test("a list: kinds of pictures are those that the picker of the editor offers", async () => {
  const kinds = async () =>
    (await member.graphql(`{ site { upload { imageExtensions } } }`)).site.upload.imageExtensions;
  const [before, meanwhile] = await seen([{ key: "support_img_ext", value: "png,gif" }], kinds);
  expect([before.includes("webp"), meanwhile]).toEqual([true, ["png", "gif"]]);
});

test("a secret: it is kept, shown as asterisks to its owner, and on no page", async () => {
  const value = "sesame-open-1234";
  const shown = async () => {
    const { settings } = await admin.graphql(`{ settings { tag key value } }`);
    const found = settings.find(
      ({ tag, key }: { tag: string; key: string }) => tag === "wxpay" && key === "api_key",
    );
    const everywhere = (await page("/")) + (await forum.visitor().get("/forum")).text;
    return [found.value, everywhere.includes(value)];
  };
  const [, meanwhile] = await seen([{ tag: "wxpay", key: "api_key", value }], shown);
  expect(meanwhile[0]).toMatch(/^\*+$/);
  expect(meanwhile[1]).toBe(false);
});

/** A picture of the site is uploaded as old clients do it. */
async function upload(type: string): Promise<void> {
  const png = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  );
  const boundary = "----luntan-test";
  const part = (name: string, more = "") =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${more}\r\n`;
  const body = Buffer.concat([
    Buffer.from(
      `${part("type")}\r\n${type}\r\n${part("logo", '; filename="logo.png"')}content-type: image/png\r\n\r\n`,
    ),
    png,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  const answer = await admin.request("POST", "/api/settings/logo.v2", body, {
    "content-type": `multipart/form-data; boundary=${boundary}`,
  });
  expect(answer.json()).toMatchObject({ Code: 0 });
}

test.each([
  [
    "the logo stands in the header",
    "logo",
    "/forum",
    /<header[^]*<img[^>]+src="[^"]*\/files\/site\/[^]*<\/header>/,
  ],
  [
    "a logo stands at the head of the home page",
    "header_logo",
    "/",
    /<h1><img[^>]+src="[^"]*\/files\/site\//,
  ],
  [
    "a picture stands behind the head of the home page",
    "background_image",
    "/",
    /<img[^>]+src="[^"]*\/files\/site\/[^>]+fetchPriority="high"/i,
  ],
] as const)("a picture: %s, and is gone when it is removed", async (_, key, path, what) => {
  const shows = has(path, what);
  expect(await shows()).toBe(false);
  await upload(key);
  expect(await shows()).toBe(true);
  await admin.graphql(SAVE, { entries: [{ key, value: "" }] });
  expect(await shows()).toBe(false);
});

test("the head of the home page is that of the home page alone, which is headed once", async () => {
  await upload("background_image");
  const headings = (html: string) => [...html.matchAll(/<h1[ >]/g)].length;
  const home = await page("/");
  const category = await page(`/category/${await forum.categoryId()}`);
  expect([headings(home), headings(category)]).toEqual([1, 1]);
  expect(category).not.toContain("/files/site/");
  await admin.graphql(SAVE, { entries: [{ key: "background_image", value: "" }] });
});

test.each([
  ["the desk", 1, true, false],
  ["phones", 2, false, true],
] as const)(
  "switches for each platform: anonymity and replies switched off for %s",
  async (_, off, desk, phone) => {
    const look = async (): Promise<boolean[]> => {
      const on = async (agent?: string) => {
        const form = await page("/thread/post", member, agent);
        const thread = await page(`/thread/${threadId}`, member, agent);
        return [/匿名发布|anonymously/i.test(form), /<textarea/.test(thread)];
      };
      return [...(await on()), ...(await on(PHONE))];
    };
    const entries = ["site_anonymous", "site_comment"].map((key) => ({ key, value: switches(off) }));
    const [before, meanwhile, after] = await seen(entries, look);
    expect(before).toEqual([true, true, true, true]);
    expect(meanwhile).toEqual([!desk, !desk, !phone, !phone]);
    expect(after).toEqual(before);
  },
);

test("switches for each platform: a site that is not open for phones is for desks, and for its administrators", async () => {
  const look = async () => {
    const isShown = async (who: Person, agent?: string) =>
      !/这里暂不开放|Not available on this device/.test(await page("/", who, agent));
    return [
      await isShown(forum.visitor()),
      await isShown(forum.visitor(), PHONE),
      await isShown(admin, PHONE),
    ];
  };
  const seenBy = await seen([{ key: "site_manage", value: switches(2) }], look);
  expect(seenBy).toEqual([
    [true, true, true],
    [true, false, true],
    [true, true, true],
  ]);
});
