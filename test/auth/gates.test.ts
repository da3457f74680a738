import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { SettingName } from "../../server/features/settings/catalogue/catalogue.ts";
import { Session } from "../../server/features/auth/sessions/session.entity.ts";
import { digest } from "../../server/features/auth/sessions/digest.ts";
import { API_TOKEN_PREFIX } from "../../server/features/auth/sessions/session.service.ts";
import { set } from "../notifications/delivery/post.ts";
import { Forum } from "../support/forum.ts";
import { OldClient } from "../support/oldClient.ts";
import { Refusal, type Person } from "../support/person.ts";
import { publish } from "../threads/content.ts";

/**
 * Every gate × standing × setting at both doors. The numbers are written by hand from legacy-facts 5.8 and 5.9: a closed
 * site comes before the standing of a member, the standing before joining, and joining before what a group may.
 */
const STATUSES = { normal: 0, banned: 1, reviewed: 2, refused: 3, ignored: 4, fieldless: 10 } as const;
type Who = "visitor" | keyof typeof STATUSES | "admin";
const EVERYBODY: readonly Who[] = [
  "visitor",
  "normal",
  "banned",
  "reviewed",
  "refused",
  "ignored",
  "fieldless",
  "admin",
];
const SMS = { "qcloud.qcloud_close": "1", "qcloud.qcloud_sms": "1" };
const WECHAT = { "wx_offiaccount.offiaccount_close": "1" };
type Codes = readonly [number, number, number, number, number, number, number, number];

let forum: Forum;
let threadId: string;
let categoryId: string;
const people = {} as Record<Who, { person: Person; client: OldClient }>;
beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  categoryId = await forum.categoryId();
  const keeper = await forum.admin();
  threadId = (await publish(keeper, { categoryId, title: "Tea", body: "Which one?" })).id as string;
  for (const who of EVERYBODY) {
    const person =
      who === "visitor" ? forum.visitor() : who === "admin" ? await forum.admin() : await forum.member();
    const client = await OldClient.of(forum, who === "visitor" ? undefined : person);
    if (who in STATUSES)
      await forum.write((ctx) =>
        ctx.db.query("UPDATE users SET status = ?, statusReason = 'Because' WHERE id = ?", [
          STATUSES[who as keyof typeof STATUSES],
          person.id,
        ]),
      );
    people[who] = { person, client };
  }
});
afterAll(() => forum.close());

/** A call of an old client, and the code that each of them gets. */
type Row = readonly [call: string, body: object | null, codes: Codes];
const call = (client: OldClient, name: string, body: object | null) => {
  const [method, path] = name.split(" ") as [string, string];
  return method === "GET" ? client.get(path, body ?? {}) : client.post(path, body ?? {});
};

async function restCodes(name: string, body: object | null): Promise<number[]> {
  const codes: number[] = [];
  for (const who of EVERYBODY) codes.push((await call(people[who].client, name, body)).Code);
  return codes;
}

/** The code of what somebody asks of GraphQL; 0 where it is answered. */
async function graphqlCode({ person }: { person: Person }, document: string): Promise<number> {
  return person.graphql(document).then(
    () => 0,
    (error: unknown) => {
      if (error instanceof Refusal) return error.legacyCode ?? NaN;
      throw error;
    },
  );
}

async function graphqlCodes(document: string): Promise<number[]> {
  const codes: number[] = [];
  for (const who of EVERYBODY) codes.push(await graphqlCode(people[who], document));
  return codes;
}

async function counts(): Promise<object> {
  const count = async (table: string) => (await forum.rows(`SELECT COUNT(*) AS n FROM ${table}`))[0];
  return { threads: await count("threads"), posts: await count("posts"), follows: await count("follows") };
}

/** Sets settings for one story, and the defaults again afterwards. */
let changed: SettingName[] = [];
async function given(settings: Partial<Record<SettingName, string>>): Promise<void> {
  changed.push(...(Object.keys(settings) as SettingName[]));
  await set(forum, withTags(settings));
}
const withTags = (settings: object) =>
  Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [name.includes(".") ? name : `default.${name}`, value]),
  ) as Record<string, string>;
const DEFAULTS: Partial<Record<SettingName, string>> = {
  register_close: "1",
  site_mode: "public",
  site_close_msg: "",
  site_price: "",
};
afterEach(async () => {
  const back = Object.fromEntries(changed.map((name) => [name, DEFAULTS[name] ?? "0"]));
  changed = [];
  await set(forum, withTags(back));
});

//                                      visitor normal banned reviewed refused ignored fieldless admin
const FREE: Codes = /*               */ [0, 0, 0, 0, 0, 0, 0, 0];
const LOOKS: Codes = /*              */ [0, 0, -4009, 0, -4007, -4008, -3007, 0];
const LOOKS_AND_WAITS: Codes = /*    */ [0, 0, -4009, 0, -4007, -4008, 0, 0];
const READS: Codes = /*              */ [0, 0, -4009, -3003, -4007, -4008, -3007, 0];
const ADMINISTERS: Codes = /*        */ [-4002, -4002, -4009, -3003, -4007, -4008, -3007, 0];

describe("an open site", () => {
  test.each<Row>([
    ["GET /api/v3/forum", null, FREE],
    ["GET /api/v3/thread.list", null, LOOKS],
    ["GET /api/v3/users.list", null, LOOKS],
    ["GET /api/v3/thread.stick", null, LOOKS_AND_WAITS],
    ["GET /api/siteinfo.v2", null, ADMINISTERS],
    ["GET /api/groups.list.v2", null, ADMINISTERS],
    ["GET /api/stop-words.v2", null, ADMINISTERS],
  ])("answers %s by the standing of who asks", async (name, body, codes) => {
    expect(await restCodes(name, body)).toEqual(codes);
  });

  test("answers calls about a thread by the standing of who asks", async () => {
    const body = { threadId: Number(threadId) };
    expect(await restCodes("GET /api/v3/thread.detail", body)).toEqual(READS);
    expect(await restCodes("GET /api/v3/view.count", body)).toEqual(LOOKS_AND_WAITS);
  });

  test.each([
    ["POST /api/v3/thread.create", {}],
    ["POST /api/v3/posts.create", {}],
    ["POST /api/v3/follow.create", {}],
    ["POST /api/v3/dialog.create", {}],
    ["GET /api/v3/dialog", {}],
    ["GET /api/v3/notification", {}],
  ])("keeps %s from visitors and from who waits, and changes nothing", async (name, body) => {
    const before = await counts();
    const codes = await restCodes(name, body);
    // What members and administrators lack here is in the parameters.
    const [visitor, normal, ...others] = codes;
    const admin = others.pop();
    expect([visitor, ...others]).toEqual([-3001, -4009, -3003, -4007, -4008, -3007]);
    expect([normal, admin].every((code) => code === 0 || code === -4001 || code! <= -7000)).toBe(true);
    expect(await counts()).toEqual(before);
  });

  test.each([
    [`{ site { name } viewer { id } }`, FREE],
    // What they read is what visitors read; the frame of the page tells them of their standing.
    [`{ threads(first: 1) { nodes { id } } }`, FREE],
    [`mutation { saveDraft(input: {title: "T", body: "B"}) { id } }`, null],
    [`mutation { saveSettings(entries: []) { id } }`, ADMINISTERS],
  ])("answers %s over GraphQL", async (document, codes) => {
    const changes: Codes = [-3001, 0, -4009, -3003, -4007, -4008, -3007, 0];
    const expected = codes === ADMINISTERS ? [-3001, ...ADMINISTERS.slice(1)] : (codes ?? changes);
    expect(await graphqlCodes(document)).toEqual(expected);
  });
});

describe("a closed site", () => {
  //                      visitor normal banned reviewed refused ignored fieldless admin
  const CLOSED: Codes = [-3005, -3005, -3005, -3005, -3005, -3005, -3005, 0];

  test.each([
    "GET /api/v3/forum",
    "GET /api/v3/thread.list",
    "GET /api/v3/thread.stick",
    "GET /api/siteinfo.v2",
  ])("answers %s with -3005 and what it has to say, before the standing", async (name) => {
    await given({ site_close: "1", site_close_msg: "Back at noon" });
    expect(await restCodes(name, null)).toEqual(CLOSED);
    expect((await call(people.banned.client, name, null)).Data).toEqual({ detail: "Back at noon" });
  });

  test("answers GraphQL the same way, but says what it is", async () => {
    await given({ site_close: "1" });
    expect(await graphqlCodes(`{ threads(first: 1) { nodes { id } } }`)).toEqual(CLOSED);
    expect(await graphqlCodes(`mutation { saveDraft(input: {title: "T", body: "B"}) { id } }`)).toEqual(
      CLOSED,
    );
    expect(await graphqlCodes(`{ site { name } viewer { id } }`)).toEqual(FREE);
  });

  test("lets administrators sign in by the call of old clients", async () => {
    await given({ site_close: "1" });
    const visitor = people.visitor.client;
    const wrong = await visitor.post("/api/v3/users/username.login", { username: "nobody", password: "x" });
    expect(wrong.Code).toBe(-7040);
  });
});

describe("a paid site", () => {
  //                    visitor normal banned reviewed refused ignored fieldless admin
  const PAID: Codes = [-3006, -3006, -4009, -3003, -4007, -4008, -3007, 0];

  test.each<Row>([
    ["GET /api/v3/thread.list", null, PAID],
    // What the join page of old clients asks for itself (legacy-facts 5.6).
    ["GET /api/v3/thread.list", { scope: 3 }, LOOKS],
    ["GET /api/v3/users.list", null, LOOKS],
    ["GET /api/v3/thread.stick", null, LOOKS_AND_WAITS],
    ["GET /api/v3/thread.recommends", null, LOOKS_AND_WAITS],
    ["GET /api/v3/thread.typelist", null, LOOKS_AND_WAITS],
    ["GET /api/v3/forum", null, FREE],
  ])("answers %s %j with the standing, and with -3006 to who has not joined", async (name, body, codes) => {
    await given({ site_mode: "pay", site_price: "1.00" });
    expect(await restCodes(name, body)).toEqual(codes);
  });

  test("answers GraphQL the same way", async () => {
    await given({ site_mode: "pay", site_price: "1.00" });
    expect(await graphqlCodes(`{ threads(first: 1) { nodes { id } } }`)).toEqual(PAID);
    expect(await graphqlCodes(`{ site { name } viewer { id } }`)).toEqual(FREE);
  });

  test("that is closed says that it is closed", async () => {
    await given({ site_mode: "pay", site_price: "1.00", site_close: "1" });
    const codes = [-3005, -3005, -3005, -3005, -3005, -3005, -3005, 0];
    expect(await restCodes("GET /api/v3/thread.list", null)).toEqual(codes);
    expect(await graphqlCodes(`{ threads(first: 1) { nodes { id } } }`)).toEqual(codes);
  });
});

describe("a token that is none", () => {
  const STATES = [{}, { site_close: "1" }, { site_mode: "pay", site_price: "1.00" }];

  /** Clients whose token was made up, revoked, or is too old. */
  async function clientsWithoutSession(): Promise<OldClient[]> {
    const revoked = await OldClient.of(forum, await forum.member());
    const expired = await OldClient.of(forum, await forum.member());
    const hash = ({ token }: OldClient) => digest(token!);
    await forum.write(async (ctx) => {
      await ctx.db.delete(Session, { tokenHash: hash(revoked) });
      await ctx.db.update(Session, { tokenHash: hash(expired) }, { expiresAt: ctx.now });
    });
    return [OldClient.with(forum, `${API_TOKEN_PREFIX}of-nobody-at-all-made-up`), revoked, expired];
  }

  test.each(STATES)("gets -4011 whatever it asks for, with %j", async (settings) => {
    const clients = await clientsWithoutSession();
    await given(settings);
    for (const client of clients)
      for (const name of [
        "GET /api/v3/forum",
        "GET /api/v3/thread.list",
        "POST /api/v3/thread.create",
        "GET /api/siteinfo.v2",
      ])
        expect([name, (await call(client, name, {})).Code]).toEqual([name, -4011]);
  });

  test("gets -4011 from GraphQL, and a browser without its second half may read but not change", async () => {
    const request = async (authorization: string | undefined, query: string) => {
      const { cookie } = people.normal.person.credentials!;
      const answer = await forum.app.inject({
        method: "POST",
        url: "/graphql",
        headers: authorization ? { authorization } : { cookie },
        payload: { query },
      });
      return (
        (answer.json() as { errors?: { extensions: { legacyCode: number } }[] }).errors?.[0]!.extensions
          .legacyCode ?? 0
      );
    };
    const DRAFT = `mutation { saveDraft(input: {title: "T", body: "B"}) { id } }`;
    expect(await request(`Bearer ${API_TOKEN_PREFIX}of-nobody-at-all-made-up`, DRAFT)).toBe(-4011);
    expect(await request(undefined, DRAFT)).toBe(-4011);
    expect(await request(undefined, `{ threads(first: 1) { nodes { id } } }`)).toBe(0);
  });
});

describe("registering", () => {
  const REGISTER = `mutation ($input: RegisterInput!) { register(input: $input) { accessToken viewer { id status } } }`;
  const LOGIN = `mutation ($input: LoginInput!) { login(input: $input) { viewer { id status } } }`;
  const PASSWORD = "a quiet harbour";
  let newcomers = 0;

  /** Registers somebody. @returns their standing and the first code that old clients get afterwards, or the refusal */
  async function register(): Promise<string | number> {
    const username = `newcomer${++newcomers}`;
    const before = await forum.rows("SELECT id FROM users");
    try {
      const input = { username, nickname: username, password: PASSWORD };
      const { viewer } = (await forum.visitor().graphql(REGISTER, { input })).register as {
        viewer: { id: string; status: string };
      };
      const again = await forum.visitor().graphql(LOGIN, { input: { username, password: PASSWORD } });
      // Whoever has to wait signs in all the same.
      expect(again.login.viewer).toEqual(viewer);
      return viewer.status;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      expect(await forum.rows("SELECT id FROM users")).toEqual(before);
      return error.legacyCode!;
    }
  }

  test.each<[Partial<Record<SettingName, string>>, string | number]>([
    [{}, "NORMAL"],
    [{ register_close: "0" }, -7032],
    [{ register_validate: "1" }, "UNDER_REVIEW"],
    [{ open_ext_fields: "1" }, "FIELDS_MISSING"],
    // The fields come before the review.
    [{ open_ext_fields: "1", register_validate: "1" }, "FIELDS_MISSING"],
    [{ register_close: "0", register_validate: "1", open_ext_fields: "1" }, -7032],
    [{ register_type: "0", ...SMS }, "NORMAL"],
    // By phone alone; without text messages the setting has no effect, so that nobody is locked out.
    [{ register_type: "1", ...SMS }, -7032],
    [{ register_type: "1" }, "NORMAL"],
    [{ register_type: "1", ...WECHAT }, "NORMAL"],
    [{ register_type: "2", ...WECHAT }, -7032],
    [{ register_type: "2" }, "NORMAL"],
    [{ register_type: "2", ...SMS }, "NORMAL"],
    [{ register_type: "2", ...WECHAT, site_close: "1" }, -3005],
    [{ register_type: "0", ...WECHAT, ...SMS, register_validate: "1" }, "UNDER_REVIEW"],
    [{ register_captcha: "1" }, -4001],
    [{ register_captcha: "1", register_close: "0" }, -7032],
    [{ site_close: "1" }, -3005],
    [{ site_close: "1", register_close: "0" }, -3005],
    [{ site_mode: "pay", site_price: "1.00" }, "NORMAL"],
  ])("with %j: %s", async (settings, outcome) => {
    const keeper = await forum.admin();
    await keeper.graphql(`mutation { saveSignInFields(fields: [{name: "City", type: 0, sort: 1}]) { id } }`);
    await given(settings);
    expect(await register()).toBe(outcome);
  });
});

describe("publishing", () => {
  let texts = 0;

  /** Codes of both doors for a thread and for a reply: GraphQL, then the call of old clients. */
  async function publishing(person: Person): Promise<number[]> {
    const client = await OldClient.of(forum, person);
    const own = { person };
    const body = () => `Which one? ${++texts}`;
    return [
      await graphqlCode(
        own,
        `mutation { publishThread(input: {categoryId: "${categoryId}", title: "T", body: "${body()}"}) { id } }`,
      ),
      (
        await client.post("/api/v3/thread.create", {
          title: "T",
          categoryId: Number(categoryId),
          content: { text: body() },
        })
      ).Code,
      await graphqlCode(
        own,
        `mutation { replyToThread(input: {threadId: "${threadId}", body: "${body()}"}) { id } }`,
      ),
      (await client.post("/api/v3/posts.create", { id: Number(threadId), content: body() })).Code,
    ];
  }

  //                                            thread: GraphQL, old · reply: GraphQL, old
  test.each<[string, Partial<Record<SettingName, string>>, number[]]>([
    ["publishNeedBindPhone", SMS, [-8001, -8001, -8001, -8001]],
    // Nobody could bind a number there.
    ["publishNeedBindPhone", {}, [0, 0, 0, 0]],
    ["publishNeedBindWechat", WECHAT, [-8000, -8000, -8000, -8000]],
    ["publishNeedBindWechat", SMS, [0, 0, 0, 0]],
    ["publishNeedBindWechat", {}, [0, 0, 0, 0]],
    ["publishNeedBindPhone", WECHAT, [0, 0, 0, 0]],
    // A captcha is asked before threads, not before replies.
    ["createThreadWithCaptcha", {}, [-4001, -4001, 0, 0]],
    ["createThreadWithCaptcha", SMS, [-4001, -4001, 0, 0]],
  ])("in a group with %s, with %j: %j", async (permission, settings, codes) => {
    await given(settings);
    const person = await forum.member(permission);
    const before = await counts();
    expect(await publishing(person)).toEqual(codes);
    if (codes.every((code) => code !== 0)) expect(await counts()).toEqual(before);
    // Restrictions never bind administrators.
    expect(await publishing(people.admin.person)).toEqual([0, 0, 0, 0]);
  });

  test("with all restrictions WeChat comes first, then the phone; none is asked of who may not publish", async () => {
    const all = await forum.member(
      "publishNeedBindWechat",
      "publishNeedBindPhone",
      "createThreadWithCaptcha",
    );
    await given({ ...WECHAT, ...SMS });
    expect(await publishing(all)).toEqual([-8000, -8000, -8000, -8000]);
    await given(SMS);
    const both = await forum.member("publishNeedBindPhone", "createThreadWithCaptcha");
    expect(await publishing(both)).toEqual([-8001, -8001, -8001, -8001]);
    expect(await publishing(people.reviewed.person)).toEqual([-3003, -3003, -3003, -3003]);
    expect(await publishing(people.banned.person)).toEqual([-4009, -4009, -4009, -4009]);
  });
});
