import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { insert } from "../../server/core/write.ts";
import { SecondFactor } from "../../server/features/auth/second-factor/secondFactor.entity.ts";
import { UserStatus } from "../../server/core/viewer.ts";
import { User } from "../../server/features/users/user.entity.ts";
import { pass, prove, stopClock } from "../notifications/delivery/post.ts";
import { Forum } from "../support/forum.ts";
import { downloadExport } from "../support/memberExport.ts";
import { Refusal, type Answer, type Person } from "../support/person.ts";
import { SoftwareAuthenticator } from "./authenticator.ts";

/** Passkeys by an authenticator in software: adding, signing in, removing, and what is refused. */
const SITE = "https://tea.example.org";
const BEGIN = `mutation { beginPasskey }`;
const ADD = `mutation ($name: String!, $answer: String!) { addPasskey(name: $name, answer: $answer) { id name isBackedUp lastUsedAt } }`;
const OWN = `{ passkeys { id name isBackedUp lastUsedAt } }`;
const RENAME = `mutation ($id: ID!, $name: String!) { renamePasskey(passkeyId: $id, name: $name) { id name } }`;
const REMOVE = `mutation ($id: ID!) { removePasskey(passkeyId: $id) }`;
const BEGIN_LOGIN = `mutation { beginPasskeyLogin }`;
const LOGIN = `mutation ($answer: String!, $code: String) { loginByPasskey(answer: $answer, secondFactor: $code) { viewer { id } } }`;
const BEGIN_PROOF = `mutation { beginPasskeyProof }`;
const PROVE = `mutation ($answer: String!) { proveByPasskey(answer: $answer) }`;
const NOTES = `{ notifications(entry: ACCOUNT, first: 5) { nodes { kind text } } }`;

let forum: Forum;
beforeAll(async () => void (forum = await Forum.open({ env: { PUBLIC_URL: SITE } })));
afterAll(() => forum.close());
beforeEach(() => stopClock());
afterEach(() => void vi.useRealTimers());

/** A browser that keeps the cookie of its challenges. */
class Tab {
  cookies: Record<string, string> = {};

  constructor(readonly person: Person = forum.visitor()) {}

  private keep(answer: Answer): Answer {
    for (const line of [answer.headers["set-cookie"] ?? []].flat().map(String)) {
      const found = /^(__Host-passkey)=([^;]*)/.exec(line);
      if (found) this.cookies = { [found[1]!]: found[2]! };
    }
    this.person.with(this.cookies);
    return answer;
  }

  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the document decides
  async ask(query: string, variables: object = {}): Promise<any> {
    const { data, errors } = this.keep(await this.person.post("/graphql", { query, variables })).json();
    if (errors) throw new Refusal(errors[0].extensions.code, errors[0].message, undefined, 200);
    return data;
  }

  /** Another request of the same browser, beside this one. */
  copy(): Tab {
    const tab = new Tab(forum.visitor().with(this.cookies));
    tab.cookies = this.cookies;
    return tab;
  }

  options = async (): Promise<string> => (await this.ask(BEGIN_LOGIN)).beginPasskeyLogin as string;

  /** Signs in as a browser does. @returns id of the member */
  async signIn(key: SoftwareAuthenticator, more: object = {}): Promise<string> {
    const answer = key.get(await this.options(), { origin: SITE, ...more });
    return (await this.ask(LOGIN, { answer })).loginByPasskey.viewer.id as string;
  }
}

/** A member of the https site, whose cookie is that of https. */
async function member(): Promise<Person> {
  const person = await forum.member();
  person.with({ "__Host-sid": person.credentials!.cookie.split("=")[1]! });
  return person;
}

/** A member with a passkey. */
async function keyHolder(
  more: object = {},
): Promise<{ tab: Tab; person: Person; key: SoftwareAuthenticator }> {
  const person = await member();
  const tab = new Tab(person);
  const key = new SoftwareAuthenticator();
  const answer = key.create((await tab.ask(BEGIN)).beginPasskey, { origin: SITE, ...more });
  await tab.ask(ADD, { name: "My phone", answer });
  return { tab, person, key };
}

/** Makes a member sign in with a second factor, too. */
const withSecondFactor = (userId: number): Promise<unknown> =>
  forum.write((ctx) =>
    insert(ctx, SecondFactor, {
      userId,
      secret: "",
      recoveryCodes: "[]",
      createdAt: ctx.now,
      confirmedAt: ctx.now,
      lastStep: 0,
    }),
  );

describe("a passkey", () => {
  test("is added after a step-up, told of, and signs in without a name", async () => {
    const { tab, person, key } = await keyHolder();
    const [own] = (await tab.ask(OWN)).passkeys;
    expect(own).toMatchObject({ name: "My phone", isBackedUp: true, lastUsedAt: null });
    expect(await new Tab().signIn(key)).toBe(String(person.id));
    expect((await tab.ask(OWN)).passkeys[0].lastUsedAt).toBe(new Date().toISOString());
    await forum.delivered();
    expect((await tab.ask(NOTES)).notifications.nodes[0]).toEqual({
      kind: "user.passkey.added",
      text: "The passkey “My phone” was added. If that was not you, remove it in the settings.",
    });
  });

  test("asks the authenticator for keys of this site, of this member, and not twice on one device", async () => {
    const { tab, person, key } = await keyHolder();
    const options = JSON.parse((await tab.ask(BEGIN)).beginPasskey);
    expect(options).toMatchObject({
      rp: { id: "tea.example.org" },
      user: { name: person.credentials!.username, id: key.userHandle },
      authenticatorSelection: { residentKey: "required", userVerification: "preferred" },
      attestation: "none",
      excludeCredentials: [{ id: key.id.toString("base64url") }],
    });
    const login = JSON.parse(await new Tab().options());
    expect(login).toMatchObject({ rpId: "tea.example.org", userVerification: "preferred" });
    expect(login.allowCredentials).toBeUndefined();
  });

  test("is renamed and removed by its owner alone, who is told", async () => {
    const { tab, person, key } = await keyHolder();
    const [{ id }] = (await tab.ask(OWN)).passkeys;
    const other = new Tab(await member());
    await expect(other.ask(RENAME, { id, name: "Mine" })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(other.ask(REMOVE, { id })).rejects.toMatchObject({ code: "NOT_FOUND" });
    for (const name of [" ", "x".repeat(41)])
      await expect(tab.ask(RENAME, { id, name })).rejects.toMatchObject({ code: "INVALID_PARAMETER" });
    expect((await tab.ask(RENAME, { id, name: " Old phone " })).renamePasskey.name).toBe("Old phone");

    await expect(tab.ask(REMOVE, { id })).rejects.toMatchObject({ code: "FORBIDDEN" });
    await forum.write((ctx) => ctx.db.update(User, { id: person.id }, { passwordHash: "$argon2id$made-up" }));
    pass(11 * 60_000);
    await expect(tab.ask(REMOVE, { id })).rejects.toMatchObject({ code: "PROOF_NEEDED" });
    await expect(tab.ask(BEGIN)).rejects.toMatchObject({ code: "PROOF_NEEDED" });
    await prove(forum, person);
    await tab.ask(REMOVE, { id });
    expect((await tab.ask(OWN)).passkeys).toEqual([]);
    await expect(new Tab().signIn(key)).rejects.toMatchObject({ code: "PASSKEY_FAILED" });
    await forum.delivered();
    expect((await tab.ask(NOTES)).notifications.nodes[0]).toMatchObject({
      kind: "user.passkey.removed",
      text: expect.stringContaining("“Old phone”") as string,
    });
  });

  test("is both factors if its user was verified; else the second one is asked for, by the same answer", async () => {
    const { person, key } = await keyHolder();
    await withSecondFactor(person.id);
    expect(await new Tab().signIn(key)).toBe(String(person.id));
    const tab = new Tab();
    const answer = key.get(await tab.options(), { origin: SITE, isVerified: false });
    await expect(tab.ask(LOGIN, { answer })).rejects.toMatchObject({ code: "SECOND_FACTOR_NEEDED" });
    await forum.write((ctx) => ctx.db.delete(SecondFactor, { userId: person.id }));
    expect((await tab.ask(LOGIN, { answer })).loginByPasskey.viewer.id).toBe(String(person.id));
  });

  test("proves who its owner is, once and in this browser, before the account is changed", async () => {
    const { tab, key } = await keyHolder();
    const proof = async (from: Tab) => (await from.ask(BEGIN_PROOF)).beginPasskeyProof as string;
    pass(11 * 60_000);
    await expect(tab.ask(BEGIN)).rejects.toMatchObject({ code: "PROOF_NEEDED" });
    const options = await proof(tab);
    expect(JSON.parse(options).allowCredentials).toMatchObject([{ id: key.id.toString("base64url") }]);

    // What was signed to sign in proves nothing here, nor does the key of another member.
    const signedIn = key.get(await tab.options(), { origin: SITE });
    await expect(tab.ask(PROVE, { answer: signedIn })).rejects.toMatchObject({ code: "PASSKEY_EXPIRED" });
    const other = await keyHolder();
    const foreign = other.key.get(options, { origin: SITE });
    await expect(tab.ask(PROVE, { answer: foreign })).rejects.toMatchObject({ code: "PASSKEY_FAILED" });
    const ours = key.get(await proof(other.tab), { origin: SITE });
    await expect(other.tab.ask(PROVE, { answer: ours })).rejects.toMatchObject({ code: "PASSKEY_FAILED" });
    await expect(tab.ask(BEGIN)).rejects.toMatchObject({ code: "PROOF_NEEDED" });
    await expect(new Tab(await member()).ask(BEGIN_PROOF)).rejects.toMatchObject({ code: "NOT_FOUND" });

    const answer = key.get(options, { origin: SITE });
    const tries = await Promise.allSettled([1, 2, 3].map(() => tab.ask(PROVE, { answer })));
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(JSON.parse((await tab.ask(BEGIN)).beginPasskey).challenge).toBeTruthy();
    await expect(tab.ask(PROVE, { answer })).rejects.toMatchObject({ code: "PASSKEY_EXPIRED" });
    pass(11 * 60_000);
    await expect(tab.ask(BEGIN)).rejects.toMatchObject({ code: "PROOF_NEEDED" });
  });

  test("does not let in who is banned, and says why", async () => {
    const { person, key } = await keyHolder();
    await forum.write((ctx) => ctx.db.update(User, { id: person.id }, { status: UserStatus.BANNED }));
    await expect(new Tab().signIn(key)).rejects.toMatchObject({ code: "ACCOUNT_BANNED" });
  });

  test("stands in the export, and is gone with the account", async () => {
    const { tab, person } = await keyHolder();
    expect((await downloadExport(tab.person)).other.passkeys).toMatchObject([{ name: "My phone" }]);
    const erase = forum.app.context().services.hooks.erasures.find(({ name }) => name === "auth/passkeys")!;
    await erase.erase(forum.app.context(), person.id);
    expect(await forum.rows("SELECT id FROM passkeys WHERE userId = ?", [person.id])).toEqual([]);
  });
});

describe("an answer counts once, in its browser", () => {
  test("of six at the same moment one gets in, and none later", async () => {
    const { key } = await keyHolder();
    const tab = new Tab();
    const answer = key.get(await tab.options(), { origin: SITE });
    const tabs = Array.from({ length: 6 }, () => tab.copy());
    const results = await Promise.allSettled(tabs.map((each) => each.ask(LOGIN, { answer })));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expect(tab.copy().ask(LOGIN, { answer })).rejects.toMatchObject({ code: "PASSKEY_EXPIRED" });
  });

  test("of six registrations at the same moment one adds a passkey", async () => {
    const person = await member();
    const tab = new Tab(person);
    const answer = new SoftwareAuthenticator().create((await tab.ask(BEGIN)).beginPasskey, { origin: SITE });
    const results = await Promise.allSettled(
      Array.from({ length: 6 }, () => tab.ask(ADD, { name: "Phone", answer })),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect((await tab.ask(OWN)).passkeys).toHaveLength(1);
  });

  test("not in another browser, not after five minutes, and two pages of one browser do not disturb each other", async () => {
    const { key, person } = await keyHolder();
    const tab = new Tab();
    const first = key.get(await tab.options(), { origin: SITE });
    const second = key.get(await tab.options(), { origin: SITE });
    const stranger = new Tab();
    await stranger.options();
    await expect(stranger.ask(LOGIN, { answer: first })).rejects.toMatchObject({ code: "PASSKEY_EXPIRED" });
    await expect(new Tab().ask(LOGIN, { answer: first })).rejects.toMatchObject({ code: "PASSKEY_EXPIRED" });
    expect((await tab.ask(LOGIN, { answer: first })).loginByPasskey.viewer.id).toBe(String(person.id));
    pass(5 * 60_000);
    await expect(tab.ask(LOGIN, { answer: second })).rejects.toMatchObject({ code: "PASSKEY_EXPIRED" });
  });

  test("a challenge for adding signs nobody in, and one member's adds nothing to another", async () => {
    const { tab, key } = await keyHolder();
    const options = (await tab.ask(BEGIN)).beginPasskey as string;
    const { challenge, rp } = JSON.parse(options) as { challenge: string; rp: { id: string } };
    const answer = key.get(JSON.stringify({ challenge, rpId: rp.id }), { origin: SITE });
    await expect(tab.copy().ask(LOGIN, { answer })).rejects.toMatchObject({ code: "PASSKEY_EXPIRED" });
    const other = new Tab((await member()).with(tab.cookies));
    const added = new SoftwareAuthenticator().create(options, { origin: SITE });
    await expect(other.ask(ADD, { name: "Theirs", answer: added })).rejects.toMatchObject({
      code: "PASSKEY_EXPIRED",
    });
  });
});

describe("what does not fit is refused", () => {
  test.each([
    ["of another site's page", { origin: "https://tea.example.org.evil.example" }],
    ["of a page without https", { origin: "http://tea.example.org" }],
    ["for another site", { rpId: "evil.example" }],
  ])("an answer %s", async (_, more) => {
    const { key } = await keyHolder();
    await expect(new Tab().signIn(key, more)).rejects.toMatchObject({ code: "PASSKEY_FAILED" });
    const tab = new Tab(await member());
    const answer = new SoftwareAuthenticator().create((await tab.ask(BEGIN)).beginPasskey, {
      origin: SITE,
      ...more,
    });
    await expect(tab.ask(ADD, { name: "Phone", answer })).rejects.toMatchObject({ code: "PASSKEY_FAILED" });
  });

  test("the address of a request changes nothing: a forged host is not the site", async () => {
    const { key } = await keyHolder();
    const query = BEGIN_LOGIN;
    const answer = await forum.visitor().post("/graphql", { query }, { host: "evil.example" });
    if (answer.status === 200)
      expect(JSON.parse(answer.json().data.beginPasskeyLogin)).toMatchObject({ rpId: "tea.example.org" });
    await expect(new Tab().signIn(key, { origin: "https://evil.example" })).rejects.toMatchObject({
      code: "PASSKEY_FAILED",
    });
  });

  test("a counter that does not grow: the sign of a copy", async () => {
    const { key, person } = await keyHolder({ counter: 3 });
    expect(await new Tab().signIn(key, { counter: 7 })).toBe(String(person.id));
    for (const counter of [7, 5, 0])
      await expect(new Tab().signIn(key, { counter })).rejects.toMatchObject({ code: "PASSKEY_FAILED" });
    expect(await new Tab().signIn(key, { counter: 4_000_000_000 })).toBe(String(person.id));
  });

  test("a signature by another key, an unknown passkey, another user's name", async () => {
    const { key } = await keyHolder();
    const thief = new SoftwareAuthenticator();
    Object.assign(thief, { id: key.id, userHandle: key.userHandle });
    await expect(new Tab().signIn(thief)).rejects.toMatchObject({ code: "PASSKEY_FAILED" });
    await expect(new Tab().signIn(new SoftwareAuthenticator())).rejects.toMatchObject({
      code: "PASSKEY_FAILED",
    });
    key.userHandle = "AAAA";
    await expect(new Tab().signIn(key)).rejects.toMatchObject({ code: "PASSKEY_FAILED" });
  });

  test("a passkey that another member has", async () => {
    const { key } = await keyHolder();
    const tab = new Tab(await member());
    const answer = key.create((await tab.ask(BEGIN)).beginPasskey, { origin: SITE });
    await expect(tab.ask(ADD, { name: "Phone", answer })).rejects.toMatchObject({ code: "ALREADY_EXISTS" });
  });

  test.each(["", "{}", "null", "[]", "x".repeat(20_000), '{"id":"a","type":"public-key"}'])(
    "an answer that no browser sends: %.20s",
    async (answer) => {
      await expect(new Tab().ask(LOGIN, { answer })).rejects.toMatchObject({ code: "PASSKEY_FAILED" });
    },
  );

  test("more than twenty", async () => {
    const person = await member();
    const tab = new Tab(person);
    const add = async () => {
      const options = (await tab.ask(BEGIN)).beginPasskey as string;
      const answer = new SoftwareAuthenticator().create(options, { origin: SITE });
      return tab.ask(ADD, { name: "Phone", answer });
    };
    for (let count = 0; count < 20; count++) await add();
    await expect(add()).rejects.toMatchObject({ code: "FORBIDDEN" });
  });
});

test("failures are limited like those of passwords", async () => {
  const site = await Forum.open({ env: { PUBLIC_URL: SITE, RATE_LIMIT_FACTOR: "1" } });
  const before = forum;
  try {
    forum = site;
    const { key } = await keyHolder();
    const thief = new SoftwareAuthenticator();
    Object.assign(thief, { id: key.id, userHandle: key.userHandle });
    const tab = new Tab();
    const codes: string[] = [];
    for (let count = 0; count < 6; count++)
      codes.push(await tab.signIn(thief).catch((error: Refusal) => error.code));
    expect(codes).toEqual([...Array<string>(5).fill("PASSKEY_FAILED"), "RATE_LIMITED"]);
  } finally {
    forum = before;
    await site.close();
  }
});

test.each([
  ["http://127.0.0.1:3000", false],
  ["http://tea.example.org", false],
  ["https://192.0.2.7", false],
  ["https://[2001:db8::7]", false],
  ["http://localhost:3000", true],
])("a site at %s offers passkeys: %s", async (PUBLIC_URL, isOffered) => {
  const site = await Forum.open({ env: { PUBLIC_URL } });
  try {
    expect((await site.visitor().graphql(`{ passkeysOffered }`)).passkeysOffered).toBe(isOffered);
    const begin = site.visitor().graphql(BEGIN_LOGIN);
    if (!isOffered) await expect(begin).rejects.toMatchObject({ code: "PASSKEYS_OFF" });
    else expect(JSON.parse((await begin).beginPasskeyLogin)).toMatchObject({ rpId: "localhost" });
  } finally {
    await site.close();
  }
});
