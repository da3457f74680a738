import { fetchUserInfo, refreshTokenGrant, tokenRevocation } from "openid-client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ChannelAddress } from "../../server/features/notifications/delivery/addresses/address.entity.ts";
import { NotificationChannel } from "../../server/features/notifications/templates/channel.view.ts";
import { prove } from "../notifications/delivery/post.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { ANSWER, Application, CALLBACK, Surfer } from "./application.ts";
import { Program } from "./program.ts";

/** Applications of others: registering, consent, tokens that are refreshed and revoked, and signing in with the forum. */
const WHO = `{ viewer { id } }`;
const PUBLISH = `mutation ($input: PublishThreadInput!) { publishThread(input: $input) { id } }`;
const ALLOWED = `{ allowedApplications { id name areas mayWrite lastUsedAt } }`;
const REQUEST = `query ($id: ID!) { authorizationRequest(id: $id) { mayKnowEmail } }`;
const REGISTER = `mutation ($input: OAuthApplicationInput!) { createOAuthApplication(input: $input) { secret } }`;
const REMOVE = `mutation ($id: ID!) { deleteOAuthApplication(applicationId: $id) }`;
const REVOKE = `mutation ($id: ID!) { revokeAccessToken(tokenId: $id) }`;
const UNKNOWN = { code: "INVALID_TOKEN", status: 401 };

let forum: Forum;
let admin: Person;
let app: Application;
beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  admin = await forum.admin();
  app = await Application.register(forum, admin);
});
afterAll(() => forum.close());

async function allowed(member: Person, scope: string, by = app) {
  const asked = await by.ask(scope);
  return by.trade(asked, await by.consent(asked, member));
}

test("a member signs in elsewhere with the forum: the application knows who they are and no more", async () => {
  const ada = await forum.member();
  const tokens = await allowed(ada, "openid profile");
  expect(tokens.claims()).toMatchObject({ iss: forum.url, aud: app.clientId, sub: String(ada.id) });
  const claims = await fetchUserInfo(app.config, tokens.access_token, String(ada.id));
  expect(claims).toMatchObject({ name: ada.nickname, profile: `${forum.url}/user/${ada.id}` });

  const program = Program.with(forum, tokens.access_token);
  expect(await program.ask(WHO)).toMatchObject({ code: "SCOPE_TOO_SMALL" });
});

test("the address of a member is for applications that asked for it, once it is proven", async () => {
  expect(app.config.serverMetadata().scopes_supported).toContain("email");
  expect(app.config.serverMetadata().claims_supported).toEqual(
    expect.arrayContaining(["email", "email_verified"]),
  );
  const ada = await forum.member();
  const { access_token: secret } = await allowed(ada, "openid email");
  const { access_token: other } = await allowed(ada, "openid profile");
  const claims = () => fetchUserInfo(app.config, secret, String(ada.id));
  expect(Object.keys(await claims())).toEqual(["sub"]);

  const email = `ada${ada.id}@example.org`;
  const waiting = { userId: ada.id, channel: NotificationChannel.EMAIL, pendingAddress: email };
  const none = { address: "", addressKey: null, verifiedAt: null, failures: 0 };
  await forum.write((ctx) => ctx.db.insert(ChannelAddress, { ...none, ...waiting }));
  expect(await claims()).not.toHaveProperty("email");
  const proven = { address: email, addressKey: email, verifiedAt: new Date(), pendingAddress: "" };
  await forum.write((ctx) => ctx.db.update(ChannelAddress, { userId: ada.id }, proven));
  expect(await claims()).toMatchObject({ email, email_verified: true });
  const others = await fetchUserInfo(app.config, other, String(ada.id));
  expect(others).toHaveProperty("name");
  expect(others).not.toHaveProperty("email");
  expect(others).not.toHaveProperty("email_verified");

  const surfer = new Surfer(forum, ada);
  for (const [scope, mayKnowEmail] of [
    ["openid email", true],
    ["openid profile", false],
  ] as const) {
    const { request } = await surfer.open(await app.ask(scope));
    expect(await ada.graphql(REQUEST, { id: request })).toMatchObject({
      authorizationRequest: { mayKnowEmail },
    });
  }
});

test("a consent gives a token with the scopes that were asked for, which is stored as a hash", async () => {
  const ada = await forum.member();
  const { access_token: secret } = await allowed(ada, "forum");
  expect(secret).toMatch(/^luntan_oat_[\w-]{43}$/);
  const stored = await forum.rows("SELECT * FROM oauth_records");
  expect(JSON.stringify([stored, await forum.rows("SELECT * FROM access_token_secrets")])).not.toContain(
    secret,
  );
  const program = Program.with(forum, secret);
  expect(await program.ask(WHO)).toEqual({ viewer: { id: String(ada.id) } });
  const input = { categoryId: await forum.categoryId(), title: "By an application", body: "Hello." };
  expect(await program.ask(PUBLISH, { input })).toMatchObject({ code: "SCOPE_TOO_SMALL" });
  expect(await program.ask(`{ unreadCounts { total } }`)).toMatchObject({ code: "SCOPE_TOO_SMALL" });

  const writing = Program.with(forum, (await allowed(ada, "forum write")).access_token);
  expect(await writing.ask(PUBLISH, { input })).toHaveProperty("publishThread");
  const redPacket = {
    rule: "FIXED",
    claimBy: "REPLY",
    shareCount: 1,
    amountCents: 100,
    payPassword: "123456",
  };
  const paid = { ...input, redPacket };
  expect(await writing.ask(PUBLISH, { input: paid })).toMatchObject({ code: "SCOPE_TOO_SMALL" });
  expect((await ada.graphql(ALLOWED)).allowedApplications).toMatchObject([
    { name: "Reader", areas: ["FORUM"], mayWrite: true },
    { name: "Reader", areas: ["FORUM"], mayWrite: false },
  ]);
});

test("a member who refuses sends the application away with nothing", async () => {
  const ada = await forum.member();
  const back = await app.consent(await app.ask("forum"), ada, false);
  expect(back.searchParams.get("error")).toBe("access_denied");
  expect(back.searchParams.has("code")).toBe(false);
  expect((await ada.graphql(ALLOWED)).allowedApplications).toEqual([]);
});

test("refresh tokens rotate; one that is used again ends the whole consent", async () => {
  const ada = await forum.member();
  const first = await allowed(ada, "forum");
  const second = await refreshTokenGrant(app.config, first.refresh_token!);
  expect(second.refresh_token).not.toBe(first.refresh_token);
  expect(await Program.with(forum, second.access_token).ask(WHO)).toEqual({ viewer: { id: String(ada.id) } });

  await expect(refreshTokenGrant(app.config, first.refresh_token!)).rejects.toMatchObject({
    error: "invalid_grant",
  });
  expect(await Program.with(forum, second.access_token).ask(WHO)).toMatchObject(UNKNOWN);
  await expect(refreshTokenGrant(app.config, second.refresh_token!)).rejects.toMatchObject({
    error: "invalid_grant",
  });
});

test("of five who trade one code at once, at most one gets tokens", async () => {
  const asked = await app.ask("forum");
  const back = await app.consent(asked, await forum.member());
  const trades = await Promise.allSettled([1, 2, 3, 4, 5].map(() => app.trade(asked, back)));
  expect(trades.filter(({ status }) => status === "fulfilled").length).toBeLessThanOrEqual(1);
  for (const trade of trades)
    if (trade.status === "rejected") expect(trade.reason).toMatchObject({ error: "invalid_grant" });
});

test("a code is worth nothing without the verifier of whoever asked", async () => {
  const asked = await app.ask("forum");
  const back = await app.consent(asked, await forum.member());
  const verifier = "x".repeat(43);
  await expect(app.trade({ ...asked, verifier }, back)).rejects.toMatchObject({ error: "invalid_grant" });
});

test("nobody answers a request that somebody else began: the browser that began it gets nothing", async () => {
  const [ada, mallory] = [await forum.member(), await forum.member()];
  const surfer = new Surfer(forum, mallory);
  const { request } = await surfer.open(await app.ask("forum write"));
  const { answerAuthorizationRequest: back } = await ada.graphql(ANSWER, { id: request, is: true });
  expect(await surfer.go(back)).toMatchObject({ status: 403, location: null });
  const inner = await new Surfer(forum, ada).go(back);
  expect(inner.location).toMatch(/\/my\/authorize\?failure=/);
});

test.each([
  [
    "the member revokes it",
    async (ada: Person) => {
      const [{ id }] = (await ada.graphql(ALLOWED)).allowedApplications;
      await ada.graphql(REVOKE, { id });
    },
  ],
  [
    "all sessions of the member end",
    async ({ id }: Person) => {
      await admin.graphql(`mutation ($id: ID!) { endUserSessions(userId: $id) }`, { id });
      await forum.delivered();
    },
  ],
])("when %s, tokens and refresh tokens end", async (_what, end) => {
  const ada = await forum.member();
  const tokens = await allowed(ada, "forum");
  await end(ada);
  expect(await Program.with(forum, tokens.access_token).ask(WHO)).toMatchObject(UNKNOWN);
  await expect(refreshTokenGrant(app.config, tokens.refresh_token!)).rejects.toMatchObject({
    error: "invalid_grant",
  });
});

test("an application gives its token back, and others do not keep theirs when it is removed", async () => {
  const [ada, ben] = [await forum.member(), await forum.member()];
  const passing = await Application.register(forum, admin, true);
  const tokens = await allowed(ada, "forum", passing);
  await tokenRevocation(passing.config, tokens.access_token);
  expect(await Program.with(forum, tokens.access_token).ask(WHO)).toMatchObject(UNKNOWN);

  const others = await allowed(ben, "forum", passing);
  await admin.graphql(REMOVE, { id: passing.id });
  expect(await Program.with(forum, others.access_token).ask(WHO)).toMatchObject(UNKNOWN);
  await expect(refreshTokenGrant(passing.config, others.refresh_token!)).rejects.toMatchObject({
    error: "invalid_client",
  });
});

test("a banned member's application gets no more tokens", async () => {
  const ada = await forum.member();
  const tokens = await allowed(ada, "forum");
  await forum.write((ctx) => ctx.db.query("UPDATE users SET status = 1 WHERE id = ?", [ada.id]));
  await expect(refreshTokenGrant(app.config, tokens.refresh_token!)).rejects.toMatchObject({
    error: "invalid_grant",
  });
});

test.each([
  ["an unknown application", { client_id: "nobody" }],
  ["a strange redirect address", { redirect_uri: "https://evil.example.org/" }],
  ["an address that only begins like the right one", { redirect_uri: `${CALLBACK}/more` }],
])("%s is told on a page of ours, and nobody is sent anywhere", async (_what, change) => {
  const { url } = await app.ask("forum");
  for (const [name, value] of Object.entries(change)) url.searchParams.set(name, value);
  const { location } = await new Surfer(forum, null).go(url.href);
  expect(location).toMatch(/^\/my\/authorize\?failure=/);
});

test("a request without PKCE is refused", async () => {
  const { url } = await app.ask("forum");
  url.searchParams.delete("code_challenge");
  const { location } = await new Surfer(forum, null).go(url.href);
  expect(new URL(location!).searchParams.get("error")).toBe("invalid_request");
});

test.each([
  ["http elsewhere", "http://app.example.org/back"],
  ["a script", "javascript:alert(1)"],
  ["a fragment", "https://app.example.org/#back"],
  ["a name and a password", "https://a:b@app.example.org/"],
  ["a wildcard", "https://*.example.org/"],
  ["nothing", " "],
])("an application whose codes go to %s is not registered", async (_what, uri) => {
  await prove(forum, admin);
  const input = { name: "Reader", redirectUris: [uri] };
  await expect(admin.graphql(REGISTER, { input })).rejects.toMatchObject({ code: "INVALID_PARAMETER" });
});

test("tokens of other sites are readable by pages of other sites, never with cookies", async () => {
  const body = new URLSearchParams({ grant_type: "refresh_token", client_id: app.clientId });
  const headers = { origin: "https://spa.example.org", "sec-fetch-site": "cross-site" };
  const answer = await fetch(`${forum.url}/oauth/token`, { method: "POST", body, headers });
  expect(answer.status).toBe(401);
  expect(answer.headers.get("access-control-allow-origin")).toBe("https://spa.example.org");
  expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
});
