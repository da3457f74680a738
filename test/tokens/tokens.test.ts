import { getNamedType, isLeafType, type GraphQLObjectType } from "graphql";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { declaredVerbs } from "../../server/core/verbs.ts";
import { CALLS_OF_AREAS, COMMANDS_OF_AREAS, QUERIES_OF_AREAS } from "../../server/core/tokenAreas.ts";
import { pass, prove, stopClock } from "../notifications/delivery/post.ts";
import { legacyTime } from "../../server/core/rest.ts";
import { FIELDS } from "../permissions/fields.ts";
import { balancesOf, give } from "../money/books.ts";
import { PIN, setPin } from "../money/shop.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { makeToken, Program } from "./program.ts";

/** Tokens of programs: making, using, rotating and revoking them, and everything that they may not. */
const WHO = `{ viewer { id username } }`;
const OWN = `{ accessTokens { id name mayWrite areas permissions categoryIds addressRanges expiresAt lastUsedAt overlapEndsAt user { id } } }`;
const CREATE = `mutation ($input: AccessTokenInput!) { createAccessToken(input: $input) { secret } }`;
const APPLICATION = `mutation ($input: ApplicationTokenInput!) { createApplicationToken(input: $input) { secret token { id } } }`;
const ROTATE = `mutation ($id: ID!, $hours: Int!) { rotateAccessToken(tokenId: $id, overlapHours: $hours) { secret } }`;
const REVOKE = `mutation ($id: ID!) { revokeAccessToken(tokenId: $id) }`;
const PUBLISH = `mutation ($input: PublishThreadInput!) { publishThread(input: $input) { id } }`;
const UNKNOWN = { code: "INVALID_TOKEN", status: 401 };
const HOUR_MS = 3_600_000;

let forum: Forum;
let ada: Person;
let admin: Person;
let tea: string;
let coffee: string;

beforeAll(async () => {
  forum = await Forum.open();
  admin = await forum.admin();
  ada = await forum.member("thread.editOwnThreadOrPost");
  tea = await forum.categoryId();
  const made = await admin.graphql(
    `mutation { createCategory(input: { name: "Coffee", description: "", sort: 5 }) { id } }`,
  );
  coffee = made.createCategory.id;
});
afterAll(() => forum.close());
beforeEach(() => stopClock());
afterEach(() => void vi.useRealTimers());

const draft = (categoryId: string): object => ({
  input: { categoryId, title: "By a program", body: "Hello." },
});

test("a token is made after a step-up, shown once, stored as a hash, and remembers its last use", async () => {
  const person = await forum.member();
  await forum.write((ctx) => ctx.db.query("UPDATE sessions SET provenAt = NULL"));
  const input = { name: "Archive", areas: ["FORUM"] };
  await expect(person.graphql(CREATE, { input })).rejects.toMatchObject({ code: "PROOF_NEEDED" });

  await prove(forum, person);
  const { secret } = (await person.graphql(CREATE, { input })).createAccessToken;
  expect(secret).toMatch(/^luntan_pat_[\w-]{43}$/);
  expect(JSON.stringify(await forum.rows("SELECT * FROM access_token_secrets"))).not.toContain(secret);
  expect(JSON.stringify(await person.graphql(OWN))).not.toContain(secret);

  expect(await Program.with(forum, secret).ask(WHO)).toMatchObject({ viewer: { id: String(person.id) } });
  await forum.app.clock.flush(AbortSignal.timeout(5_000));
  const { accessTokens } = await person.graphql(OWN);
  expect(accessTokens).toMatchObject([
    { name: "Archive", mayWrite: false, areas: ["FORUM"], permissions: null, categoryIds: null },
  ]);
  expect(accessTokens[0].lastUsedAt).not.toBeNull();
});

test.each([
  ["without a name", { name: " " }],
  ["for nothing", { areas: [] }],
  ["with an unknown permission", { permissions: ["thread.fly"] }],
  ["with an unknown category", { categoryIds: ["999999"] }],
  ["that has expired already", { expiresAt: "2020-01-01T00:00:00Z" }],
  ["for a network that is none", { addressRanges: ["10.0.0.0/33"] }],
  ["for a host name", { addressRanges: ["example.org"] }],
  ["for administration in one category", { areas: ["ADMINISTRATION"], categoryIds: ["1"] }],
])("a token %s is refused, and none is made", async (_what, change) => {
  await prove(forum, ada);
  const input = { name: "Bot", areas: ["FORUM"], ...change };
  await expect(ada.graphql(CREATE, { input })).rejects.toMatchObject({ code: "INVALID_PARAMETER" });
  expect((await ada.graphql(OWN)).accessTokens).toEqual([]);
});

test.each([
  ["an unknown token", `Bearer luntan_pat_${"x".repeat(43)}`],
  ["a token of nobody", `Bearer luntan_${"x".repeat(43)}`],
  ["a word that is no token", "Bearer garbage"],
  ["something that looks like a browser's", `Bearer ${"x".repeat(43)}`],
  ["another scheme", `token luntan_pat_${"x".repeat(43)}`],
  ["a scheme alone", "Bearer"],
])("%s is refused at both doors, and reads as no visitor", async (_what, authorization) => {
  const program = new Program(forum, authorization);
  expect(await program.ask(WHO)).toEqual(UNKNOWN);
  expect(await program.ask(`{ site { name } }`)).toEqual(UNKNOWN);
  expect((await program.get("/api/v3/thread.list")).json()).toMatchObject({ Code: -4011 });
  expect((await program.post("/uploads?kind=image", {})).status).toBe(401);
});

test("a browser whose session has ended reads on as a visitor", async () => {
  const stale = { authorization: `Bearer ${"x".repeat(43)}`, "sec-fetch-site": "same-origin" };
  const answer = await forum.visitor().post("/graphql", { query: WHO }, stale);
  expect(answer.json()).toEqual({ data: { viewer: null } });
});

test("a token expires, and is refused from outside its networks", async () => {
  const expiresAt = new Date(Date.now() + HOUR_MS).toISOString();
  const program = await Program.of(forum, ada, { expiresAt });
  expect(await program.ask(WHO)).toMatchObject({ viewer: { id: String(ada.id) } });
  pass(HOUR_MS);
  expect(await program.ask(WHO)).toEqual(UNKNOWN);

  const elsewhere = await Program.of(forum, ada, { addressRanges: ["203.0.113.0/24", "2001:db8::/48"] });
  expect(await elsewhere.ask(WHO)).toEqual({ code: "TOKEN_ADDRESS", status: 403 });
  const near = await Program.of(forum, ada, { addressRanges: ["10.0.0.0/8"] });
  expect(await near.ask(WHO)).toMatchObject({ viewer: { id: String(ada.id) } });
});

test("a rotated token has two secrets for a while; a revoked one none, at once", async () => {
  const { id, secret } = await makeToken(forum, ada, { name: "Rotated" });
  const before = Program.with(forum, secret);
  const rotate = async (hours: number): Promise<Program> => {
    await prove(forum, ada);
    return Program.with(forum, (await ada.graphql(ROTATE, { id, hours })).rotateAccessToken.secret);
  };
  const second = await rotate(2);
  for (const program of [before, second])
    expect(await program.ask(WHO)).toMatchObject({ viewer: { id: String(ada.id) } });
  pass(2 * HOUR_MS);
  expect(await before.ask(WHO)).toEqual(UNKNOWN);

  const third = await rotate(0);
  expect(await second.ask(WHO)).toEqual(UNKNOWN);
  expect(await third.ask(WHO)).toMatchObject({ viewer: { id: String(ada.id) } });
  const stranger = await forum.member();
  await expect(stranger.graphql(REVOKE, { id })).rejects.toMatchObject({ code: "NOT_FOUND" });
  await ada.graphql(REVOKE, { id });
  expect(await third.ask(WHO)).toEqual(UNKNOWN);
});

describe("the scope of a token", () => {
  test("a reading token reads and changes nothing, at either door", async () => {
    const program = await Program.of(forum, ada);
    expect(await program.ask(`{ threads { nodes { id } } }`)).toMatchObject({ threads: {} });
    expect(await program.ask(PUBLISH, draft(tea))).toMatchObject({ code: "SCOPE_TOO_SMALL" });
    const body = { title: "x", categoryId: tea, content: { text: "y" } };
    expect((await program.post("/api/v3/thread.create", body)).json()).toMatchObject({ Code: -4002 });
    expect(await forum.rows("SELECT id FROM threads WHERE title = 'By a program'")).toEqual([]);
  });

  test("a writing token writes in its categories alone, and with its permissions alone", async () => {
    const program = await Program.of(forum, ada, { mayWrite: true, categoryIds: [coffee] });
    expect(await program.ask(PUBLISH, draft(tea))).toMatchObject({ code: "NOT_FOUND" });
    expect(await program.ask(PUBLISH, draft(coffee))).toMatchObject({ publishThread: {} });
    const reader = await Program.of(forum, ada, { mayWrite: true, permissions: ["viewThreads"] });
    expect(await reader.ask(PUBLISH, draft(coffee))).toMatchObject({ code: "FORBIDDEN" });
    const seen = await program.ask(`{ threads { nodes { category { id } } } }`);
    const places = seen.threads.nodes.map((each: { category: { id: string } }) => each.category.id);
    expect(new Set(places)).toEqual(new Set([coffee]));
  });

  test.each([
    ["notifications", `{ notifications(entry: ACCOUNT) { nodes { id } } }`],
    ["messages", `{ dialogs { nodes { id } } }`],
    ["the address of the member", `{ viewer { email } }`],
    ["sessions", `{ sessions { id } }`],
    ["tokens", OWN],
    ["the wallet", `{ viewer { wallet { balanceCents } } }`],
  ])("a token for the forum does not read %s", async (_what, document) => {
    const program = await Program.of(forum, ada);
    expect(await program.ask(document)).toMatchObject({ code: "SCOPE_TOO_SMALL" });
  });

  test.each([
    ["a red packet", { redPacket: { rule: "FIXED", claimBy: "REPLY", shareCount: 1, amountCents: 100 } }],
    ["a bounty", { bounty: { amountCents: 100, endsAt: new Date(Date.now() + 48 * HOUR_MS) } }],
    ["a question", { question: { userId: "1", amountCents: 100 } }],
  ])("a token publishes no thread with %s, from a draft neither", async (_what, gift) => {
    const payer = await forum.member();
    await give(forum, payer, 10_000);
    await setPin(payer);
    const program = await Program.of(forum, payer, { mayWrite: true });
    const saved = await program.ask(`mutation { saveDraft(input: { title: "Mine", body: "Soon" }) { id } }`);
    const [name, values] = Object.entries(gift)[0]!;
    const input = { categoryId: tea, title: "Paid", body: "x", [name]: { ...values, payPassword: PIN } };
    for (const more of [{}, { draftId: saved.saveDraft.id }])
      expect(await program.ask(PUBLISH, { input: { ...input, ...more } })).toMatchObject({
        code: "SCOPE_TOO_SMALL",
      });
    expect((await balancesOf(forum, payer)).available).toBe(10_000);
  });

  test("a token publishes no red packet and no bounty at the legacy door", async () => {
    const program = await Program.of(forum, await forum.member(), { mayWrite: true });
    const parts = {
      106: { tomId: 106, body: { rule: 0, condition: 0, number: 1, price: 1, likenum: 0 } },
      107: {
        tomId: 107,
        body: { price: 1, type: 0, expiredAt: legacyTime(new Date(Date.now() + 48 * HOUR_MS)) },
      },
    };
    for (const [kind, part] of Object.entries(parts)) {
      const content = { text: "x", indexes: { [kind]: part } };
      const body = { title: "Paid", categoryId: tea, payPassword: PIN, content };
      const answer = (await program.post("/api/v3/thread.create", body)).json();
      expect([kind, answer.Code, answer.Message]).toEqual([
        kind,
        -4002,
        "No token may do this. Please sign in instead.",
      ]);
    }
    expect(await forum.rows("SELECT id FROM threads WHERE title = 'Paid'")).toEqual([]);
  });

  test("a token makes no tokens, signs nobody in and changes no password, whatever its scope", async () => {
    const areas = ["FORUM", "ACCOUNT", "MESSAGES", "ADMINISTRATION"];
    const program = await Program.of(forum, admin, { mayWrite: true, areas });
    for (const document of [
      `mutation { createAccessToken(input: { name: "x", areas: [FORUM] }) { secret } }`,
      `mutation { changePassword(password: "another-password-1") { expiresAt } }`,
      `mutation { login(input: { username: "a", password: "b", client: API }) { accessToken } }`,
      `mutation { resetUserPassword(userId: "${ada.id}", password: "another-password-1") }`,
    ])
      expect(await program.ask(document)).toMatchObject({ code: "SCOPE_TOO_SMALL" });
    expect((await program.get("/account/export.zip")).status).not.toBe(200);
  });

  test("administrators are ones through tokens for administration alone", async () => {
    const forumBot = await Program.of(forum, admin, { mayWrite: true });
    const save = `mutation { saveSettings(entries: [{ key: "site_name", value: "Mine" }]) { id } }`;
    expect(await forumBot.ask(save)).toMatchObject({ code: "SCOPE_TOO_SMALL" });
    expect(await forumBot.ask(`{ settings { key } }`)).toMatchObject({ code: "SCOPE_TOO_SMALL" });
    expect(await forumBot.ask(`{ site { viewerCanAdminister } }`)).toEqual({
      site: { viewerCanAdminister: false },
    });
    expect((await forumBot.get("/api/settings.v2?key=site_name&tag=default")).json()).toMatchObject({
      Code: -4002,
    });

    const keeper = await Program.of(forum, admin, { areas: ["FORUM", "ADMINISTRATION"] });
    expect(await keeper.ask(`{ settings { key } }`)).toHaveProperty("settings");
    expect((await keeper.get("/api/settings.v2?key=site_name&tag=default")).json()).toMatchObject({
      Code: 0,
    });
    const mere = await Program.of(forum, ada, { areas: ["FORUM", "ADMINISTRATION"] });
    expect(await mere.ask(`{ siteHealth { version } }`)).toMatchObject({ code: "FORBIDDEN" });
  });

  test("what is not named is refused: every command, query and call is named, or is for nobody", () => {
    const named = (lists: Readonly<Record<string, readonly string[]>>): string[] =>
      Object.values(lists).flat();
    const [commands, queries, calls] = [COMMANDS_OF_AREAS, QUERIES_OF_AREAS, CALLS_OF_AREAS].map(named) as [
      string[],
      string[],
      string[],
    ];
    expect(commands.filter((name) => !declaredVerbs().has(name))).toEqual([]);
    const known = Object.keys(forum.app.schema.getQueryType()!.getFields());
    expect(queries.filter((name) => !known.includes(name))).toEqual([]);
    expect(calls.filter((name) => !Object.hasOwn(forum.app.rest.routes, name))).toEqual([]);
    for (const list of [commands, queries, calls]) expect(new Set(list).size).toBe(list.length);
  });

  test("every field that only its member reads is kept from tokens for the forum", async () => {
    // Facts that programs need to know who and where they are.
    const open = ["username", "listDensity", "status", "viewerCannotReason", "isNew"];
    const program = await Program.of(forum, ada);
    const type = forum.app.schema.getType("User") as GraphQLObjectType;
    for (const { name, args, type: of } of Object.values(type.getFields())) {
      if (FIELDS[`User.${name}`] !== "self" || open.includes(name)) continue;
      const given = args.some((arg) => arg.name === "target") ? "(target: THREAD)" : "";
      const selection = isLeafType(getNamedType(of)) ? "" : " { __typename }";
      const asked = await program.ask(`{ viewer { ${name}${given}${selection} } }`);
      expect([name, asked.code]).toEqual([name, "SCOPE_TOO_SMALL"]);
    }
  });
});

test("application tokens act as the member that an administrator names, and not in their private matters", async () => {
  const bot = await forum.member();
  await prove(forum, admin);
  const input = { name: "Importer", areas: ["FORUM"], mayWrite: true, userId: String(bot.id) };
  const { secret, token } = (await admin.graphql(APPLICATION, { input })).createApplicationToken;
  expect(secret).toMatch(/^luntan_app_/);
  const program = Program.with(forum, secret);
  expect(await program.ask(WHO)).toMatchObject({ viewer: { id: String(bot.id) } });
  expect(await program.ask(PUBLISH, draft(tea))).toMatchObject({ publishThread: {} });

  const nosy = { ...input, areas: ["FORUM", "MESSAGES"] };
  await expect(admin.graphql(APPLICATION, { input: nosy })).rejects.toMatchObject({
    code: "INVALID_PARAMETER",
  });
  await prove(forum, ada);
  await expect(ada.graphql(APPLICATION, { input })).rejects.toMatchObject({ code: "FORBIDDEN" });
  await expect(bot.graphql(REVOKE, { id: token.id })).rejects.toMatchObject({ code: "NOT_FOUND" });
  await admin.graphql(REVOKE, { id: token.id });
  expect(await program.ask(WHO)).toEqual(UNKNOWN);
  const log = await admin.graphql(`{ auditLog(first: 2) { nodes { action } } }`);
  expect(log.auditLog.nodes.map(({ action }: { action: string }) => action)).toEqual([
    "revokeAccessToken",
    "createApplicationToken",
  ]);
});

test("all tokens of a member end with all their sessions, and act as nobody while the member is banned", async () => {
  const person = await forum.member();
  const program = await Program.of(forum, person, { mayWrite: true });
  const setStatus = (status: string): Promise<unknown> =>
    admin.graphql(`mutation ($id: ID!) { setUserStatus(userId: $id, status: ${status}) { id } }`, {
      id: person.id,
    });
  await setStatus("BANNED");
  expect(await program.ask(PUBLISH, draft(tea))).toMatchObject({ code: "ACCOUNT_BANNED" });
  await setStatus("NORMAL");
  await admin.graphql(`mutation ($id: ID!) { endUserSessions(userId: $id) }`, { id: person.id });
  await forum.delivered();
  expect(await program.ask(WHO)).toEqual(UNKNOWN);
});

describe("from pages of other sites", () => {
  const foreign = { origin: "https://tools.example", "sec-fetch-site": "cross-site" };

  test("a program with a token asks both doors, after a preflight", async () => {
    const { secret } = await makeToken(forum, ada, { mayWrite: true });
    const program = Program.with(forum, secret);
    for (const path of ["/graphql", "/api/v3/thread.list"]) {
      const asked = await forum.visitor().request("OPTIONS", path, undefined, {
        ...foreign,
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization,idempotency-key",
      });
      expect(asked.status).toBeLessThan(300);
      expect(asked.headers).toMatchObject({ "access-control-allow-origin": "*" });
      expect(asked.headers).not.toHaveProperty("access-control-allow-credentials");
    }
    const answer = await program.post("/graphql", { query: WHO }, foreign);
    expect(answer.json()).toMatchObject({ data: { viewer: { id: String(ada.id) } } });
    expect(answer.headers["access-control-allow-origin"]).toBe("*");
    const refused = await new Program(forum, "Bearer garbage").post("/graphql", { query: WHO }, foreign);
    expect([refused.status, refused.headers["access-control-allow-origin"]]).toEqual([401, "*"]);
  });

  test("a cookie is worth nothing", async () => {
    const { cookie } = ada.credentials!;
    const answer = await forum.visitor().post("/graphql", { query: WHO }, { ...foreign, cookie });
    expect(answer.status).toBe(403);
    const basic = { ...foreign, cookie, authorization: "Basic dGVhOnRlYQ==" };
    expect((await forum.visitor().post("/graphql", { query: WHO }, basic)).status).toBe(403);
  });
});
