import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { base32, hotp } from "../../server/features/auth/second-factor/totp.ts";
import { pass, prove, stopClock } from "../notifications/delivery/post.ts";
import { Forum } from "../support/forum.ts";
import { OldClient } from "../support/oldClient.ts";
import type { Person } from "../support/person.ts";
import { bytesOfBase32 } from "./authenticator.ts";

const PASSWORD = "a quiet harbour";
const LOGIN = `mutation ($input: LoginInput!) { login(input: $input) { viewer { id } } }`;
const BEGIN = `mutation { beginSecondFactor { secret uri } }`;
const CONFIRM = `mutation ($code: String!) { confirmSecondFactor(code: $code) }`;
const PROVE = `mutation ($code: String!) { proveIdentity(code: $code) }`;
const STEP_MS = 30_000;

let forum: Forum;
let admin: Person;
beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  admin = await forum.admin();
});
afterAll(() => forum.close());
beforeEach(() => stopClock());
afterEach(() => void vi.useRealTimers());

/** Code that an authenticator shows now. */
const codeNow = (secret: string, steps = 0): string =>
  hotp(bytesOfBase32(secret), Math.floor(Date.now() / STEP_MS) + steps);
const login = (person: Person, secondFactor?: string) =>
  forum.visitor().graphql(LOGIN, {
    input: { username: person.credentials!.username, password: PASSWORD, secondFactor },
  });

/** A member who signs in with a second factor. */
async function protectedMember(): Promise<{ person: Person; secret: string; recoveryCodes: string[] }> {
  const before = await forum.member();
  await admin.graphql(`mutation ($id: ID!, $p: String!) { resetUserPassword(userId: $id, password: $p) }`, {
    id: before.id,
    p: PASSWORD,
  });
  const { username, nickname, groupId } = before.credentials!;
  const person = await forum.signIn(before.id, username, nickname, groupId);
  const { secret } = (await person.graphql(BEGIN)).beginSecondFactor;
  const { confirmSecondFactor } = await person.graphql(CONFIRM, { code: codeNow(secret) });
  pass(STEP_MS);
  return { person, secret, recoveryCodes: confirmSecondFactor };
}

/** The table of RFC 6238, appendix B, for SHA-1: eight digits at a time in seconds. */
test.each([
  [59, "94287082"],
  [1_111_111_109, "07081804"],
  [1_111_111_111, "14050471"],
  [1_234_567_890, "89005924"],
  [2_000_000_000, "69279037"],
  [20_000_000_000, "65353130"],
])("codes are those of RFC 6238 at %i seconds", (seconds, code) => {
  expect(hotp(Buffer.from("12345678901234567890"), Math.floor(seconds / 30), 8)).toBe(code);
});

test.each([
  ["", ""],
  ["f", "MY"],
  ["fo", "MZXQ"],
  ["foo", "MZXW6"],
  ["foob", "MZXW6YQ"],
  ["fooba", "MZXW6YTB"],
  ["foobar", "MZXW6YTBOI"],
])("%j is written in base32 as RFC 4648 says, without padding", (text, encoded) => {
  expect(base32(Buffer.from(text))).toBe(encoded);
});

describe("a second factor", () => {
  test("asks for nothing before its first code, and for one at every sign-in afterwards", async () => {
    const { person, secret } = await protectedMember();
    await expect(login(person)).rejects.toMatchObject({ code: "SECOND_FACTOR_NEEDED" });
    await expect(login(person, "000000")).rejects.toMatchObject({ code: "SECOND_FACTOR_WRONG" });
    expect((await login(person, codeNow(secret))).login.viewer.id).toBe(String(person.id));
  });

  test("takes no code twice: of ten at the same moment one gets in", async () => {
    const { person, secret } = await protectedMember();
    const code = codeNow(secret);
    const attempts = await Promise.allSettled(Array.from({ length: 10 }, () => login(person, code)));
    expect(attempts.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  test("takes the codes of clocks that are half a minute off, and none that are older", async () => {
    const { person, secret } = await protectedMember();
    pass(10 * STEP_MS);
    await expect(login(person, codeNow(secret, -2))).rejects.toMatchObject({ code: "SECOND_FACTOR_WRONG" });
    expect((await login(person, codeNow(secret, -1))).login.viewer).not.toBeNull();
    expect((await login(person, codeNow(secret, 1))).login.viewer).not.toBeNull();
  });

  test("is replaced by each recovery code once, however it is typed", async () => {
    const { person, recoveryCodes } = await protectedMember();
    expect(new Set(recoveryCodes).size).toBe(10);
    const [first, second] = recoveryCodes as [string, string];
    expect((await login(person, first)).login.viewer).not.toBeNull();
    await expect(login(person, first)).rejects.toMatchObject({ code: "SECOND_FACTOR_WRONG" });
    expect((await login(person, ` ${second.toUpperCase().replace("-", " ")} `)).login.viewer).not.toBeNull();
    const { viewer } = await person.graphql(`{ viewer { hasSecondFactor recoveryCodesLeft } }`);
    expect(viewer).toEqual({ hasSecondFactor: true, recoveryCodesLeft: 8 });
  });

  test("proves who one is as the password does, before the account is changed", async () => {
    const { person, secret } = await protectedMember();
    const { username, nickname, groupId } = person.credentials!;
    const later = await forum.signIn(person.id, username, nickname, groupId);
    pass(11 * 60_000);
    const remove = () => later.graphql(`mutation { removeSecondFactor }`);
    await expect(remove()).rejects.toMatchObject({ code: "PROOF_NEEDED" });
    await expect(later.graphql(PROVE, { code: "000000" })).rejects.toMatchObject({
      code: "SECOND_FACTOR_WRONG",
    });
    await later.graphql(PROVE, { code: codeNow(secret) });
    await remove();
    expect((await login(person)).login.viewer).not.toBeNull();
  });

  test("begins anew until it is confirmed, and not beside one that is", async () => {
    const person = await forum.member();
    const first = (await person.graphql(BEGIN)).beginSecondFactor;
    const second = (await person.graphql(BEGIN)).beginSecondFactor;
    expect(second.uri).toContain(`secret=${second.secret}`);
    await expect(person.graphql(CONFIRM, { code: codeNow(first.secret) })).rejects.toMatchObject({
      code: "SECOND_FACTOR_WRONG",
    });
    await person.graphql(CONFIRM, { code: codeNow(second.secret) });
    await expect(person.graphql(BEGIN)).rejects.toMatchObject({ code: "ALREADY_EXISTS" });
  });

  test("is asked of the predecessor's clients too, which cannot give one", async () => {
    const { person } = await protectedMember();
    const client = await OldClient.of(forum);
    const answer = await client.post("/api/v3/users/username.login", {
      username: person.credentials!.username,
      password: PASSWORD,
    });
    expect(answer).toMatchObject({ Code: -4002 });
  });
});

describe("a stored second factor", () => {
  test("stands sealed in the database, and its recovery codes as digests", async () => {
    const { person, secret, recoveryCodes } = await protectedMember();
    const [row] = await forum.rows<Record<string, string>>(
      "SELECT secret, recoveryCodes FROM second_factors WHERE userId = ?",
      [person.id],
    );
    const stored = JSON.stringify(row);
    expect(stored).not.toContain(secret);
    expect(stored).not.toContain(bytesOfBase32(secret).toString("base64url"));
    for (const code of recoveryCodes) expect(stored).not.toContain(code.replace("-", ""));
  });
});

describe("a second factor that was lost", () => {
  const REMOVE = `mutation ($id: ID!) { removeUserSecondFactor(userId: $id) }`;
  const has = async (person: Person, id: number) =>
    (await person.graphql(`query ($id: ID!) { user(id: $id) { hasSecondFactor } }`, { id })).user
      .hasSecondFactor as boolean | null;

  test("is removed by an administrator: sessions end, the member is told, and the log has it", async () => {
    const { person } = await protectedMember();
    expect([await has(admin, person.id), await has(await forum.member(), person.id)]).toEqual([true, null]);
    await prove(forum, admin);
    await admin.graphql(REMOVE, { id: person.id });

    expect(await forum.rows("SELECT id FROM sessions WHERE userId = ?", [person.id])).toEqual([]);
    expect((await login(person)).login.viewer.id).toBe(String(person.id));
    expect(await has(admin, person.id)).toBe(false);
    await forum.delivered();
    const { username, nickname, groupId } = person.credentials!;
    const again = await forum.signIn(person.id, username, nickname, groupId);
    const { notifications } = await again.graphql(
      `{ notifications(entry: ACCOUNT, first: 5) { nodes { kind text } } }`,
    );
    expect(notifications.nodes[0]).toEqual({
      kind: "user.second_factor.removed",
      text: "The staff removed your second factor and ended all your sessions.",
    });
    const [entry] = await forum.rows<{ action: string; target: string; actorId: number }>(
      "SELECT action, target, actorId FROM audit_log ORDER BY id DESC LIMIT 1",
    );
    expect(entry).toEqual({
      action: "removeUserSecondFactor",
      target: `user:${person.id}`,
      actorId: admin.id,
    });
    await expect(admin.graphql(REMOVE, { id: person.id })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  test("stays for administrators who have not just proven who they are, and for who asks for their own", async () => {
    const { person } = await protectedMember();
    const other = await forum.member();
    await forum.write((ctx) => ctx.db.query(`UPDATE users SET groupId = 1 WHERE id = ${other.id}`));
    pass(11 * 60_000);
    await expect(other.graphql(REMOVE, { id: person.id })).rejects.toMatchObject({ code: "PROOF_NEEDED" });
    await expect(other.graphql(REMOVE, { id: other.id })).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(login(person)).rejects.toMatchObject({ code: "SECOND_FACTOR_NEEDED" });
  });

  test("is removed once, by whichever of two administrators is first", async () => {
    const { person } = await protectedMember();
    await prove(forum, admin);
    const results = await Promise.allSettled([1, 2, 3].map(() => admin.graphql(REMOVE, { id: person.id })));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });
});

test("a site may ask it of its administrators: who has none keeps the rights of members, and whoever asks has one", async () => {
  const save = (person: Person, value: string) =>
    person.graphql(`mutation ($e: [SettingInput!]!) { saveSettings(entries: $e) { id } }`, {
      e: [{ key: "admin_second_factor", value }],
    });
  await expect(save(admin, "1")).rejects.toMatchObject({ code: "INVALID_PARAMETER" });
  const other = await forum.member();
  await forum.write((ctx) => ctx.db.query(`UPDATE users SET groupId = 1 WHERE id = ${other.id}`));
  const { secret } = (await admin.graphql(BEGIN)).beginSecondFactor;
  await admin.graphql(CONFIRM, { code: codeNow(secret) });
  await save(admin, "1");

  const state = async (person: Person) => {
    const { viewer, site } = await person.graphql(
      `{ viewer { needsSecondFactor } site { viewerCanAdminister } }`,
    );
    return [viewer.needsSecondFactor, site.viewerCanAdminister] as const;
  };
  expect(await state(admin)).toEqual([false, true]);
  expect(await state(other)).toEqual([true, false]);
  await expect(save(other, "0")).rejects.toMatchObject({ code: "FORBIDDEN" });

  const own = (await other.graphql(BEGIN)).beginSecondFactor;
  await other.graphql(CONFIRM, { code: codeNow(own.secret) });
  expect(await state(other)).toEqual([false, true]);
  await save(other, "0");
});
