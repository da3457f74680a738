import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { UserStatus } from "../../server/core/viewer.ts";
import { insert } from "../../server/core/write.ts";
import { SecondFactor } from "../../server/features/auth/second-factor/secondFactor.entity.ts";
import { User } from "../../server/features/users/user.entity.ts";
import { prove, set } from "../notifications/delivery/post.ts";
import { Forum } from "../support/forum.ts";
import { Refusal, type Answer, type Person } from "../support/person.ts";
import { OpenIdProvider } from "./openIdProvider.ts";

/** Signing in by a real OpenID provider on loopback: sessions, links, registrations, and what is refused. */
const CALLBACK = "/auth/oidc/callback";
const SAVE = `mutation ($input: IdentityProviderInput!) { saveIdentityProvider(input: $input) { id hasSecret } }`;
const PENDING = `{ pendingIdentity { step label email name } }`;
const LOGIN = `mutation ($code: String) { loginByIdentity(secondFactor: $code) { viewer { id username } accessToken } }`;
const REGISTER = `mutation ($input: IdentityRegisterInput!) { registerByIdentity(input: $input) { viewer { id username } } }`;
const LINK = `mutation ($input: IdentityLinkInput!) { linkIdentity(input: $input) { viewer { id } } }`;
const PASSWORD = "a quiet harbour";

let forum: Forum;
let provider: OpenIdProvider;
let providerId: string;
let people = 0;
beforeAll(async () => {
  forum = await Forum.open();
  provider = await OpenIdProvider.open(forum.url + CALLBACK);
  providerId = await save({});
});
afterAll(async () => {
  await forum.close();
  await provider.close();
});
beforeEach(() => {
  provider.interfere = null;
});

async function save(change: object): Promise<string> {
  const input = {
    label: "Tea club",
    issuer: provider.issuer,
    clientId: "forum",
    clientSecret: "forum-secret",
    ...change,
  };
  return (await (await forum.admin()).graphql(SAVE, { input })).saveIdentityProvider.id as string;
}

/** A browser that keeps the cookie of its sign-in. */
class Tab {
  /** Cookies that it would send along; copies of it go on with the same. */
  readonly cookies = new Map<string, string>();

  constructor(readonly person: Person = forum.visitor()) {}

  private keep(answer: Answer): Answer {
    for (const line of [answer.headers["set-cookie"] ?? []].flat().map(String)) {
      const found = /^identity=([^;]*)/.exec(line);
      if (!found) continue;
      this.person.with({ identity: found[1]! });
      this.cookies.set("identity", found[1]!);
    }
    return answer;
  }

  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the document decides
  async ask(query: string, variables: object = {}): Promise<any> {
    const { data, errors } = this.keep(await this.person.post("/graphql", { query, variables })).json();
    if (errors) throw new Refusal(errors[0].extensions.code, errors[0].message, undefined, 200);
    return data;
  }

  begin = async (id = providerId): Promise<string> =>
    (await this.ask(`mutation ($id: ID!) { beginIdentityLogin(providerId: $id) }`, { id }))
      .beginIdentityLogin;

  /** Comes back to the forum. @returns where it leads on */
  async comeBack(url: URL): Promise<string> {
    const answer = this.keep(await this.person.get(url.pathname + url.search));
    return String(answer.headers["location"]);
  }

  /** Goes to the provider and comes back as somebody. */
  async as(who: string, id = providerId): Promise<string> {
    return this.comeBack(await provider.say(await this.begin(id), who));
  }
}

/** Somebody whom the provider knows, with an address of their own. */
function account(more: object = {}): string {
  const who = `tea${++people}`;
  provider.accounts.set(who, {
    email: `${who}@example.org`,
    email_verified: true,
    preferred_username: who,
    ...more,
  });
  return who;
}
const names = (name: string) => ({ input: { username: name, nickname: name } });

/** A member with a password and a proven address. */
async function memberAt(email: string): Promise<{ id: string; username: string }> {
  const username = `member${++people}`;
  const { register } = await forum
    .visitor()
    .graphql(`mutation ($input: RegisterInput!) { register(input: $input) { viewer { id } } }`, {
      input: { username, nickname: username, password: PASSWORD },
    });
  await forum.write((ctx) =>
    ctx.db.query(
      "INSERT INTO channel_addresses (userId, channel, address, addressKey, verifiedAt, pendingAddress, failures) VALUES (?, 'EMAIL', ?, ?, '2026-01-01 00:00:00', '', 0)",
      [register.viewer.id, email, email],
    ),
  );
  return { id: register.viewer.id as string, username };
}

describe("somebody new", () => {
  test("registers with a name of their own, and signs in by the provider from then on", async () => {
    const who = account();
    const tab = new Tab();
    expect(await tab.as(who)).toBe("/user/identity");
    expect((await tab.ask(PENDING)).pendingIdentity).toEqual({
      step: "REGISTER",
      label: "Tea club",
      email: `${who}@example.org`,
      name: who,
    });
    const { viewer } = (await tab.ask(REGISTER, names(who))).registerByIdentity;
    expect(viewer.username).toBe(who);

    const again = new Tab();
    await again.as(who);
    expect((await again.ask(PENDING)).pendingIdentity.step).toBe("SIGN_IN");
    expect((await again.ask(LOGIN)).loginByIdentity).toMatchObject({ viewer: { id: viewer.id } });
  });

  test("chooses another name if theirs is taken", async () => {
    const { username } = await memberAt(`taken${++people}@example.org`);
    const tab = new Tab();
    await tab.as(account());
    await expect(tab.ask(REGISTER, names(username))).rejects.toMatchObject({ code: "USERNAME_TAKEN" });
    expect((await tab.ask(REGISTER, names(`n${++people}`))).registerByIdentity.viewer.id).toMatch(/\d/);
  });

  test.each([
    ["registration is closed", { "default.register_close": "0" }, {}],
    ["the provider registers nobody", {}, { mayRegister: false }],
  ])("is refused while %s", async (_, settings, change) => {
    await set(forum, settings);
    await save({ providerId, ...change });
    const tab = new Tab();
    await tab.as(account());
    await expect(tab.ask(REGISTER, names(`n${++people}`))).rejects.toMatchObject({
      code: "REGISTRATION_CLOSED",
    });
    await set(forum, { "default.register_close": "1" });
    await save({ providerId });
  });

  test("waits for a review where registrations are reviewed", async () => {
    await set(forum, { "default.register_validate": "1" });
    const tab = new Tab();
    await tab.as(account());
    const STATUS = REGISTER.replace("username }", "status }");
    expect((await tab.ask(STATUS, names(`n${++people}`))).registerByIdentity.viewer.status).toBe(
      "UNDER_REVIEW",
    );
    await set(forum, { "default.register_validate": "0" });
  });

  test("without a verified address is refused, unless the provider needs none", async () => {
    const who = account({ email_verified: false });
    const tab = new Tab();
    await tab.as(who);
    await expect(tab.ask(PENDING)).rejects.toMatchObject({ code: "IDENTITY_UNVERIFIED" });
    await expect(tab.ask(REGISTER, names(who))).rejects.toMatchObject({ code: "IDENTITY_UNVERIFIED" });
    await save({ providerId, needsVerifiedEmail: false });
    expect((await tab.ask(PENDING)).pendingIdentity.step).toBe("REGISTER");
    await save({ providerId });
  });
});

describe("an address that a member has", () => {
  test("opens the account after its password alone", async () => {
    const who = account();
    const { id } = await memberAt(`${who}@example.org`);
    const tab = new Tab();
    await tab.as(who);
    expect((await tab.ask(PENDING)).pendingIdentity.step).toBe("LINK");
    await expect(tab.ask(LOGIN)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(tab.ask(REGISTER, names(`n${++people}`))).rejects.toMatchObject({ code: "IDENTITY_TAKEN" });
    await expect(tab.ask(LINK, { input: { password: "wrong one" } })).rejects.toMatchObject({
      code: "PASSWORD_WRONG",
    });
    expect((await tab.ask(LINK, { input: { password: PASSWORD } })).linkIdentity.viewer.id).toBe(id);

    const again = new Tab();
    await again.as(who);
    expect((await again.ask(LOGIN)).loginByIdentity.viewer.id).toBe(id);
  });

  test("is not believed if the provider has not verified it", async () => {
    const who = account({ email_verified: false });
    await memberAt(`${who}@example.org`);
    await save({ providerId, needsVerifiedEmail: false });
    const tab = new Tab();
    await tab.as(who);
    expect((await tab.ask(PENDING)).pendingIdentity.step).toBe("REGISTER");
    await expect(tab.ask(LINK, { input: { password: PASSWORD } })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    await save({ providerId });
  });
});

describe("a member", () => {
  const BEGIN = `mutation ($id: ID!) { beginIdentityConnection(providerId: $id) }`;
  const CONNECT = `mutation { connectIdentity }`;
  const OWN = `{ identities { id email provider { label } } }`;
  const REMOVE = `mutation ($id: ID!) { removeIdentity(identityId: $id) }`;

  /** A member who has come back from the provider to connect it. */
  async function back(who: string): Promise<Tab> {
    const person = await forum.member();
    await prove(forum, person);
    const tab = new Tab(person);
    await tab.comeBack(
      await provider.say((await tab.ask(BEGIN, { id: providerId })).beginIdentityConnection, who),
    );
    return tab;
  }

  test("connects an account, sees it, and keeps the last way to sign in", async () => {
    const person = await forum.member();
    await forum.write((ctx) =>
      ctx.db.query("UPDATE sessions SET provenAt = NULL WHERE userId = ?", [person.id]),
    );
    await expect(person.graphql(BEGIN, { id: providerId })).rejects.toMatchObject({ code: "PROOF_NEEDED" });
    const who = account();
    const tab = await back(who);
    expect((await tab.ask(PENDING)).pendingIdentity.step).toBe("CONNECT");
    expect((await tab.ask(CONNECT)).connectIdentity).toBe(true);
    const [own] = (await tab.ask(OWN)).identities;
    expect(own).toMatchObject({ email: `${who}@example.org`, provider: { label: "Tea club" } });
    await expect(tab.ask(REMOVE, { id: own.id })).rejects.toMatchObject({ code: "FORBIDDEN" });
    await forum.write((ctx) =>
      ctx.db.query("UPDATE users SET passwordHash = ? WHERE id = ?", ["$argon2id$made-up", tab.person.id]),
    );
    expect((await tab.ask(REMOVE, { id: own.id })).removeIdentity).toBe(true);
    expect((await tab.ask(OWN)).identities).toEqual([]);
  });

  test("connects no account that is another's, and nothing that another began", async () => {
    const who = account();
    await (await back(who)).ask(CONNECT);
    await expect((await back(who)).ask(CONNECT)).rejects.toMatchObject({ code: "IDENTITY_TAKEN" });

    const tab = new Tab(await forum.member());
    await tab.as(account());
    await expect(tab.ask(CONNECT)).rejects.toMatchObject({ code: "IDENTITY_EXPIRED" });
  });

  test("with a second factor is asked for it here, too", async () => {
    const who = account();
    const tab = await back(who);
    await tab.ask(CONNECT);
    await forum.write((ctx) =>
      insert(ctx, SecondFactor, {
        userId: tab.person.id,
        secret: "",
        recoveryCodes: "[]",
        createdAt: ctx.now,
        confirmedAt: ctx.now,
        lastStep: 0,
      }),
    );
    const again = new Tab();
    await again.as(who);
    await expect(again.ask(LOGIN)).rejects.toMatchObject({ code: "SECOND_FACTOR_NEEDED" });
  });

  test("who is banned stays out, and is told so", async () => {
    const who = account();
    const tab = await back(who);
    await tab.ask(CONNECT);
    await forum.write((ctx) => ctx.db.update(User, { id: tab.person.id }, { status: UserStatus.BANNED }));
    const again = new Tab();
    await again.as(who);
    await expect(again.ask(LOGIN)).rejects.toMatchObject({ code: "ACCOUNT_BANNED" });
  });
});

describe("a sign-in that came back is completed once", () => {
  /** Tabs that hold the same cookie, as copies of one browser do. */
  const copies = (tab: Tab): Tab[] =>
    Array.from({ length: 6 }, () => new Tab(forum.visitor().with(Object.fromEntries(tab.cookies))));
  const settled = async (tabs: readonly Tab[], query: string, variables: object[] = []) => {
    const answers = await Promise.allSettled(tabs.map((each, i) => each.ask(query, variables[i] ?? {})));
    return answers.map((each) => (each.status === "fulfilled" ? "done" : (each.reason as Refusal).code));
  };
  const ended = "IDENTITY_EXPIRED";

  test("to sign in: of six at the same moment one gets in, and none later", async () => {
    const who = account();
    const first = new Tab();
    await first.as(who);
    await first.ask(REGISTER, names(who));
    const tab = new Tab();
    await tab.as(who);
    const tabs = copies(tab);
    expect((await settled(tabs, LOGIN)).sort()).toEqual([...Array<string>(5).fill(ended), "done"].sort());
    await expect(copies(tab)[0]!.ask(PENDING)).rejects.toMatchObject({ code: ended });
    await expect(copies(tab)[0]!.ask(LOGIN)).rejects.toMatchObject({ code: ended });
  });

  test("to register: of six at the same moment one account comes to be", async () => {
    const tab = new Tab();
    await tab.as(account());
    const variables = Array.from({ length: 6 }, () => names(`n${++people}`));
    const results = await settled(copies(tab), REGISTER, variables);
    expect(results.filter((each) => each === "done")).toHaveLength(1);
    const registered = await forum.rows("SELECT id FROM users WHERE username IN (?, ?, ?, ?, ?, ?)", [
      ...variables.map(({ input }) => input.username),
    ]);
    expect(registered).toHaveLength(1);
  });

  test("not by a name that is taken, a wrong password or a wrong code: those may be mended", async () => {
    const who = account();
    await memberAt(`${who}@example.org`);
    const tab = new Tab();
    await tab.as(who);
    await expect(tab.ask(LINK, { input: { password: "wrong one" } })).rejects.toMatchObject({
      code: "PASSWORD_WRONG",
    });
    expect(await settled(copies(tab).slice(0, 1), LINK, [{ input: { password: PASSWORD } }])).toEqual([
      "done",
    ]);
    expect(await settled([tab], LINK, [{ input: { password: PASSWORD } }])).toEqual([ended]);
  });
});

describe("what does not fit is refused without a sign-in", () => {
  const FAILED = "/user/identity?failure=PROVIDER_FAILED";

  test("another browser than the one that began", async () => {
    const url = await provider.say(await new Tab().begin(), account());
    expect(await new Tab().comeBack(url)).toBe("/user/identity?failure=IDENTITY_EXPIRED");
  });

  test("a wrong state", async () => {
    const tab = new Tab();
    const url = await provider.say(await tab.begin(), account());
    url.searchParams.set("state", "made-up");
    expect(await tab.comeBack(url)).toBe(FAILED);
  });

  test("a code of another sign-in of the same browser", async () => {
    const tab = new Tab();
    const url = await provider.say(await tab.begin(), account());
    await tab.begin();
    expect(await tab.comeBack(url)).toBe(FAILED);
  });

  test("a code a second time", async () => {
    const tab = new Tab();
    const url = await provider.say(await tab.begin(), account());
    expect(await tab.comeBack(url)).toBe("/user/identity");
    expect(await tab.comeBack(url)).toBe("/user/identity?failure=IDENTITY_EXPIRED");
  });

  test("a wrong issuer", async () => {
    const tab = new Tab();
    const url = await provider.say(await tab.begin(), account());
    url.searchParams.set("iss", "https://elsewhere.example.org");
    expect(await tab.comeBack(url)).toBe(FAILED);
  });

  test.each([
    ["that is not of this sign-in", "other"],
    ["that the provider has not signed", null],
  ])("a token %s", async (_, otherNonce) => {
    const tab = new Tab();
    const address = await tab.begin();
    const url = await provider.say(address, account());
    const now = Math.floor(Date.now() / 1_000);
    const claims = {
      iss: provider.issuer,
      sub: "x",
      aud: "forum",
      nonce: otherNonce ?? new URL(address).searchParams.get("nonce"),
      iat: now,
      exp: now + 600,
    };
    const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
    const id_token = `${part({ alg: "RS256" })}.${part(claims)}.AAAA`;
    provider.interfere = (path) =>
      path.startsWith("/token")
        ? { status: 200, body: JSON.stringify({ access_token: "a", token_type: "Bearer", id_token }) }
        : null;
    expect(await tab.comeBack(url)).toBe(FAILED);
  });

  test("a provider that is down, at the beginning and at the end, and nothing of it leaks", async () => {
    const tab = new Tab();
    const url = await provider.say(await tab.begin(), account());
    provider.interfere = () => ({ status: 500, body: '{"error":"secret-detail"}' });
    expect(await tab.comeBack(url)).toBe(FAILED);
    await expect(tab.begin()).rejects.toMatchObject({
      code: "PROVIDER_FAILED",
      message: expect.not.stringContaining("secret-detail") as string,
    });
    expect(forum.logLines.join("\n")).not.toContain("forum-secret");
  });

  test("a cookie that was made up", async () => {
    const forged = JSON.stringify({
      kind: "ticket",
      use: "identity",
      until: 9e15,
      providerId: 1,
      claims: {},
    });
    const tab = new Tab(forum.visitor().with({ identity: forged }));
    await expect(tab.ask(PENDING)).rejects.toMatchObject({ code: "IDENTITY_EXPIRED" });
  });
});

describe("administrators", () => {
  test("see no secret, and it is sealed in the database", async () => {
    const admin = await forum.admin();
    const answer = await admin.post("/graphql", { query: "{ identityProviders { id issuer hasSecret } }" });
    expect(answer.text).not.toContain("forum-secret");
    const [row] = await forum.rows<{ clientSecret: string }>("SELECT clientSecret FROM identity_providers");
    expect(row!.clientSecret).toMatch(/^sealed:/);
    expect(
      (await forum.rows("SELECT * FROM audit_log")).map((each) => JSON.stringify(each)).join(),
    ).not.toContain("forum-secret");
  });

  test("keep providers that members are connected by, and delete others", async () => {
    const DELETE = `mutation ($id: ID!) { deleteIdentityProvider(providerId: $id) }`;
    const admin = await forum.admin();
    await expect(admin.graphql(DELETE, { id: providerId })).rejects.toMatchObject({ code: "IN_USE" });
    const other = await save({ label: "Other" });
    expect((await admin.graphql(DELETE, { id: other })).deleteIdentityProvider).toBe(true);
  });

  test("switch one off, which nobody can begin then", async () => {
    const off = await save({ label: "Off", isEnabled: false });
    expect((await forum.visitor().graphql("{ signInProviders { label } }")).signInProviders).toEqual([
      { label: "Tea club" },
    ]);
    await expect(new Tab().begin(off)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  test.each([
    [{ issuer: "not an address" }, "issuer"],
    [{ scopes: "email" }, "scopes"],
    [{ color: "red" }, "color"],
    [{ label: " " }, "label"],
  ])("are refused %j", async (change, field) => {
    await expect(save(change)).rejects.toMatchObject({ code: "INVALID_PARAMETER", extensions: { field } });
  });
});

test("in production no issuer of the inner net is called", async () => {
  const site = await Forum.open({ env: { NODE_ENV: "production" } });
  try {
    const input = { label: "Inner", issuer: "https://127.0.0.1", clientId: "x", clientSecret: "y" };
    await expect((await site.admin()).graphql(SAVE, { input })).rejects.toMatchObject({
      code: "INVALID_PARAMETER",
    });
  } finally {
    await site.close();
  }
});
