import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { balanced, showsNothing } from "../../server/core/text.ts";
import { withoutControls } from "../../shared/withoutControls.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { publish, reply } from "../threads/content.ts";

let forum: Forum;
let categoryId: string;
let ada: Person;
let bo: Person;
let admin: Person;
let threadId: string;
beforeAll(async () => {
  forum = await Forum.open();
  categoryId = await forum.categoryId();
  ada = await forum.member("thread.insertPosition");
  bo = await forum.member();
  admin = await forum.admin();
  threadId = (await publish(ada, { categoryId })).id;
});
afterAll(() => forum.close());

interface Refused {
  readonly code: string;
  readonly field?: string;
}

/** Outcome of a mutation: the code of the refusal, or null if it was done. */
async function refusalOf(person: Person, query: string, input: object): Promise<Refused | null> {
  const answer = await person.post("/graphql", { query, variables: { input } });
  const [error] = (answer.json() as { errors?: { extensions: Refused }[] }).errors ?? [];
  return error ? { code: error.extensions.code, field: error.extensions.field } : null;
}

const PUBLISH = "mutation ($input: PublishThreadInput!) { publishThread(input: $input) { id } }";
const REPLY = "mutation ($input: ReplyToThreadInput!) { replyToThread(input: $input) { id } }";
const SEND = "mutation ($input: SendMessageInput!) { sendMessage(input: $input) { id } }";
const CATEGORY = "mutation ($input: CategoryInput!) { createCategory(input: $input) { id } }";
const GROUP = "mutation ($input: GroupInput!) { createGroup(input: $input) { id } }";
const PROFILE = "mutation ($input: UpdateProfileInput!) { updateProfile(input: $input) { id } }";
const DRAFT = "mutation ($input: SaveDraftInput!) { saveDraft(input: $input) { id } }";

describe("limits count code points, on both engines", () => {
  /** 60,000 variation selectors behind a letter: the library's own rule counts one character. */
  const long = `a${"\uFE0F".repeat(60_000)}`;
  const position = { longitude: 1, latitude: 1, address: "a", location: "b" };
  const thread = { title: "T", body: "B" };

  test.each<[string, string, object, () => Person]>([
    ["title", PUBLISH, { title: long, body: "B" }, () => ada],
    ["body", PUBLISH, { title: "T", body: long }, () => ada],
    ["position.address", PUBLISH, { ...thread, position: { ...position, address: long } }, () => ada],
    ["position.location", PUBLISH, { ...thread, position: { ...position, location: long } }, () => ada],
    ["description", CATEGORY, { name: "C1", description: long }, () => admin],
    ["icon", CATEGORY, { name: "C2", icon: long }, () => admin],
    ["name", CATEGORY, { name: long }, () => admin],
    ["clientKey", SEND, { body: "Hi", clientKey: long }, () => ada],
    ["description", GROUP, { name: "G1", description: long }, () => admin],
    ["name", GROUP, { name: long }, () => admin],
    ["title", DRAFT, { title: long }, () => ada],
    ["body", DRAFT, { body: long + long }, () => ada],
    ["signature", PROFILE, { signature: long }, () => ada],
  ])("%s is refused as too long", async (field, mutation, input, who) => {
    const whole =
      mutation === PUBLISH
        ? { categoryId, ...input }
        : mutation === SEND
          ? { userId: bo.id, ...input }
          : input;
    const refusal = await refusalOf(who(), mutation, whole);
    expect(refusal?.code).toMatch(/^(?:INVALID_PARAMETER|SIGNATURE_TOO_LONG)$/);
    if (refusal?.code === "INVALID_PARAMETER") expect(refusal.field).toMatch(new RegExp(`${field}$`));
  });

  test("what fits exactly is stored, however its characters are built", async () => {
    const fits = `a${"\uFE0F".repeat(199)}`;
    const input = {
      categoryId,
      ...thread,
      position: { ...position, address: fits, location: "😀".repeat(200) },
    };
    expect(await refusalOf(ada, PUBLISH, input)).toBeNull();
    expect(await refusalOf(admin, CATEGORY, { name: "C3", description: fits, icon: fits })).toBeNull();
  });

  test("what grows when it is normalised is measured afterwards", async () => {
    // U+1D160 becomes three characters.
    const grows = "\u{1D160}".repeat(150);
    const input = { categoryId, ...thread, position: { ...position, address: grows } };
    expect(await refusalOf(ada, PUBLISH, input)).toEqual({
      code: "INVALID_PARAMETER",
      field: "position.address",
    });
  });
});

/** Texts that show nothing, each in its own way. */
const NOTHING: readonly (readonly [string, string])[] = [
  ["zero width", "\u200B\u200C\u200D\uFEFF"],
  ["blanks of every kind", "\u00A0\u2003\u3000\u2028"],
  ["marks of direction", "\u200E\u200F\u202E\u202C\u2066\u2069"],
  ["variation selectors", "\uFE0F\uFE0E\u{E0100}"],
  ["fillers of Hangul", "\u3164\u115F\u1160\uFFA0"],
  ["a blank of Braille", "\u2800"],
  ["soft hyphens and tags", "\u00AD\u{E0041}"],
];

describe.each(NOTHING)("a text of %s", (_kind, nothing) => {
  test("is no title, body, reply, comment, message or name", async () => {
    const refused = (field: string) => ({ code: "INVALID_PARAMETER", field });
    const { id } = await reply(bo, threadId);
    expect(await refusalOf(ada, PUBLISH, { categoryId, title: nothing, body: "B" })).toEqual(
      refused("title"),
    );
    expect(await refusalOf(ada, PUBLISH, { categoryId, title: "T", body: nothing })).toEqual(refused("body"));
    expect(await refusalOf(ada, PUBLISH, { categoryId, title: "T", body: `# ${nothing}` })).toEqual(
      refused("body"),
    );
    expect(await refusalOf(ada, REPLY, { threadId, body: nothing })).toEqual(refused("body"));
    expect(await refusalOf(ada, REPLY, { threadId, body: nothing, replyToPostId: id })).toEqual(
      refused("body"),
    );
    expect(await refusalOf(ada, SEND, { userId: bo.id, body: nothing })).toEqual(refused("body"));
    expect(await refusalOf(ada, PROFILE, { nickname: nothing })).toEqual(refused("nickname"));
    expect(await refusalOf(admin, CATEGORY, { name: nothing })).toEqual(refused("name"));
    expect(await refusalOf(admin, GROUP, { name: nothing })).toEqual(refused("name"));
    expect(await refusalOf(ada, PROFILE, { signature: "" })).toBeNull();
  });

  test("is refused to old clients, but for titles: a thread without one is named by its text", async () => {
    const content = (text: string) => ({ text, indexes: {} });
    const asked = await Promise.all([
      ada.rest("POST", "/api/v3/thread.create", {
        title: nothing,
        categoryId: Number(categoryId),
        content: content("B"),
      }),
      ada.rest("POST", "/api/v3/thread.create", {
        title: "T",
        categoryId: Number(categoryId),
        content: content(nothing),
      }),
      ada.rest("POST", "/api/v3/posts.create", { id: Number(threadId), content: nothing }),
    ]);
    expect(asked.map(({ Code }) => Code)).toEqual([0, -4001, -4001]);
    expect(asked[0]!.Data.title).toBe("B");
  });
});

test("pictures, rules and boxes show something without a word", async () => {
  for (const body of ["---", "- [ ] \u00A0x", "![](https://a.example/b.png)", "&amp;"])
    expect(await refusalOf(ada, PUBLISH, { categoryId, title: "T", body })).toBeNull();
  for (const body of ["&nbsp;", "&#8203;&#x202e;", "[a]: https://a.example", ">", "- \n- "])
    expect(await refusalOf(ada, PUBLISH, { categoryId, title: "T", body })).toMatchObject({ field: "body" });
});

test("letters of every script, emoji and signs show something", () => {
  for (const text of ["a", "汉", "ㅤ가", "😀", "❤️", "﷽", "؟", "\u200Ea", "0", "·"])
    expect(showsNothing(text)).toBe(false);
});

describe("a title that turns the direction of writing", () => {
  const turning = "abc\u202Edef";

  test("ends where the title ends, in the head of its page", async () => {
    const { id } = await publish(ada, { categoryId, title: turning });
    const page = (await forum.visitor().get(`/thread/${id}`)).text;
    expect(/<title[^>]*>([^<]*)</.exec(page)?.[1]).toMatch(/^abc\u202Edef\u202C - /);
  });

  test("ends where it ends in what notifications say", async () => {
    const { id } = await publish(ada, { categoryId, title: turning });
    await reply(bo, id);
    await forum.delivered();
    const { nodes } = (await ada.graphql("{ notifications(entry: THREAD, first: 1) { nodes { text } } }"))
      .notifications;
    expect(nodes[0].text).toContain("abc\u202Edef\u202C");
  });

  test.each([
    ["plain", "plain"],
    ["\u202Ea", "\u202Ea\u202C"],
    ["\u202Aa\u2067b", "\u202Aa\u2067b\u2069\u202C"],
    ["\u202Ea\u202C", "\u202Ea\u202C"],
    ["a\u202C\u2069b", "ab"],
    ["\u2067a\u202Cb\u2069", "\u2067ab\u2069"],
  ])("controls are closed or dropped: %j", (text, expected) => {
    expect(balanced(text)).toBe(expected);
  });
});

describe("what nobody sees in a text from a clipboard", () => {
  const CASES: readonly (readonly [string, string, string])[] = [
    ["a vertical tab of PowerPoint breaks the line", "第一行\u000B第二行", "第一行\n第二行"],
    ["a form feed of a PDF breaks the line", "p1\fp2", "p1\np2"],
    ["line ends of Windows and of old Macs", "a\r\nb\rc", "a\nb\nc"],
    ["NEL, line and paragraph separators", "a\u0085b\u2028c\u2029d", "a\nb\nc\nd"],
    ["tab and line feed stay", "a\tb\nc", "a\tb\nc"],
    ["NUL, backspace, unit separator, DEL", "a\u0000b\bc\u001Fd\u007Fe", "abcde"],
    ["controls of Windows-1252 read as Latin-1", "a\u0093b\u009Fc", "abc"],
    ["colours of a terminal", "\u001B[31;1mred\u001B[0m \u001B]x", "red ]x"],
    ["byte order marks, and the place of an object", "\uFEFFa\uFEFFb\uFFFCc", "abc"],
    ["half a character", "a\uD800b\uDC00c", "a\uFFFDb\uFFFDc"],
    ["joiners, marks of direction and soft hyphens stay", "👩‍👩‍👧 می‌خواهم \u202Eab\u202C co\u00ADop", ""],
  ];

  test.each(CASES)("%s", (_what, given, cleaned) => {
    expect(withoutControls(given)).toBe(cleaned || given);
    expect(withoutControls(withoutControls(given))).toBe(cleaned || given);
  });

  test.each([
    ["a thread", PUBLISH, (text: string) => ({ categoryId, title: text, body: text })],
    ["a reply", REPLY, (text: string) => ({ threadId, body: text })],
    ["a message", SEND, (text: string) => ({ userId: bo.id, body: text })],
    ["a profile", PROFILE, (text: string) => ({ signature: text })],
    ["a draft", DRAFT, (text: string) => ({ title: text, body: text })],
  ])("is no reason to refuse %s", async (_what, mutation, input) => {
    expect(await refusalOf(ada, mutation, input("one\u000Btwo \u0000\u001B\uD800"))).toBeNull();
  });

  test("is not stored, from old clients neither", async () => {
    const dirty = "a\u000Bb\u0000c\uD83D";
    const { id } = await publish(ada, { categoryId, title: dirty, body: dirty });
    const created = await ada.rest("POST", "/api/v3/posts.create", { id: Number(id), content: dirty });
    expect(created.Code).toBe(0);
    const { thread } = await ada.graphql(
      "query ($id: ID!) { thread(id: $id) { title body posts { nodes { body } } } }",
      { id },
    );
    expect(thread).toEqual({
      title: "a bc\uFFFD",
      body: "a\nbc\uFFFD",
      posts: { nodes: [{ body: "a\nbc\uFFFD" }] },
    });
  });

  test("is taken out of texts within the document, of names and settings", async () => {
    const { publishThread } = await ada.graphql(
      `mutation { publishThread(input: { categoryId: "${categoryId}", title: "x\\u0000y", body: "b" }) { title } }`,
    );
    expect(publishThread.title).toBe("xy");
    const { createCategory } = await admin.graphql(
      "mutation ($input: CategoryInput!) { createCategory(input: $input) { name } }",
      { input: { name: "Mu\u0007sic\u000B1" } },
    );
    expect(createCategory.name).toBe("Music 1");
    const saved = await admin.rest("POST", "/api/settings.v2", [
      { key: "site_introduction", tag: "default", value: "one\u000Btwo\u0000" },
    ]);
    expect(saved.Code).toBe(0);
    const [row] = await forum.rows("SELECT value FROM settings WHERE settings.key = 'site_introduction'");
    expect(row).toEqual({ value: "one\ntwo" });
  });
});

describe("a refusal names the field as the page does", () => {
  const messageFor = async (input: object, language: string, mutation = PUBLISH): Promise<string> => {
    const answer = await ada.post(
      "/graphql",
      { query: mutation, variables: { input } },
      { "accept-language": language },
    );
    return (answer.json() as { errors: { message: string }[] }).errors[0]!.message;
  };

  test.each<[string, object, string, string]>([
    [PUBLISH, { title: "x".repeat(101) }, "标题不能超过 100 个字符", "The title has at most 100 characters."],
    [PUBLISH, { body: "" }, "内容不能为空", "The text must not be empty."],
    [DRAFT, { title: "x".repeat(101) }, "标题不能超过 100 个字符", "The title has at most 100 characters."],
  ])("%s of %j", async (mutation, change, zh, en) => {
    const input = mutation === PUBLISH ? { categoryId, title: "T", body: "B", ...change } : change;
    expect(await messageFor(input, "zh-CN", mutation)).toBe(zh);
    expect(await messageFor(input, "en", mutation)).toBe(en);
  });
});
