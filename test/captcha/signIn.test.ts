import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { pass as wait, set, stopClock } from "../notifications/delivery/post.ts";
import { Forum } from "../support/forum.ts";
import { OldClient } from "../support/oldClient.ts";
import type { Person, Refusal } from "../support/person.ts";
import { challengeFor, pass } from "./solving.ts";

/** The captcha of a sign-in by password: after failures of an account or of an address, and never on a known device. */
const REGISTER = `mutation ($input: RegisterInput!) { register(input: $input) { viewer { id } } }`;
const LOGIN = `mutation ($input: LoginInput!) { login(input: $input) { viewer { id } } }`;
const PASSWORD = "a quiet harbour";

let forum: Forum;
let people = 0;
beforeAll(async () => void (forum = await Forum.open({ listen: true })));
afterAll(() => forum.close());
beforeEach(async () => {
  stopClock();
  await set(forum, { "default.sign_in_captcha": "3" });
});
afterEach(() => void vi.useRealTimers());

/** A member, and the cookie by which the browser of the registration is known. */
async function member(): Promise<{ username: string; device: string }> {
  const username = `guest${++people}`;
  const input = { username, nickname: username, password: PASSWORD };
  const answer = await forum.visitor().post("/graphql", { query: REGISTER, variables: { input } });
  const device = /device=([^;]*)/.exec(String(answer.headers["set-cookie"]))![1]!;
  return { username, device };
}

/** Signs in. @returns "in", or the code of the refusal */
const signIn = (
  username: string,
  password = PASSWORD,
  who: Person = forum.visitor(),
  captcha: string | null = null,
): Promise<string> =>
  who.graphql(LOGIN, { input: { username, password, captcha } }).then(
    () => "in",
    (refusal: Refusal) => refusal.code,
  );
const fail = async (username: string, times: number): Promise<string[]> => {
  const codes: string[] = [];
  for (let count = 0; count < times; count++) codes.push(await signIn(username, "wrong"));
  return codes;
};

test("three failures from wherever, then a captcha for right and wrong passwords alike; a solved one is worth one try", async () => {
  const { username } = await member();
  expect(await fail(username, 4)).toEqual([...Array<string>(3).fill("LOGIN_FAILED"), "CAPTCHA_NEEDED"]);
  expect(await signIn(username)).toBe("CAPTCHA_NEEDED");
  const visitor = forum.visitor();
  const answer = await pass(visitor, "SIGN_IN");
  expect(await signIn(username, "wrong", visitor, answer)).toBe("LOGIN_FAILED");
  expect(await signIn(username, PASSWORD, visitor, answer)).toBe("CAPTCHA_WRONG");
  expect(await signIn(username, PASSWORD, visitor, await pass(visitor, "SMS").catch(() => "made-up"))).toBe(
    "CAPTCHA_WRONG",
  );
  expect(await signIn(username, PASSWORD, visitor, await pass(visitor, "SIGN_IN"))).toBe("in");
  expect(await fail(username, 1)).toEqual(["LOGIN_FAILED"]);
});

test("failures that arrive at the same moment do not pass together", async () => {
  const { username } = await member();
  const codes = await Promise.all(Array.from({ length: 12 }, () => signIn(username, "wrong")));
  expect(codes.filter((code) => code === "LOGIN_FAILED")).toHaveLength(3);
  expect(codes.filter((code) => code === "CAPTCHA_NEEDED")).toHaveLength(9);
});

test("a browser that has signed in before still enters, and so does everybody after a quarter of an hour", async () => {
  const { username, device } = await member();
  await fail(username, 4);
  expect(await signIn(username, PASSWORD, forum.visitor().with({ device }))).toBe("in");
  expect(await signIn(username)).toBe("CAPTCHA_NEEDED");
  wait(15 * 60_000 + 1_000);
  expect(await signIn(username)).toBe("in");
});

test("an address that fails for many names is asked, and others are not", async () => {
  const { username } = await member();
  const robot = forum.visitor();
  for (let count = 0; count < 30; count++)
    expect(await signIn(`nobody${count}`, "wrong", robot)).toBe("LOGIN_FAILED");
  expect(await signIn(username, PASSWORD, robot)).toBe("CAPTCHA_NEEDED");
  expect(await signIn(username)).toBe("in");
});

test("names that nobody has are asked like others", async () => {
  expect(await fail("nobody", 4)).toEqual([...Array<string>(3).fill("LOGIN_FAILED"), "CAPTCHA_NEEDED"]);
});

test("clients of the predecessor, which can solve none, are told in their codes and get in later", async () => {
  const { username } = await member();
  await fail(username, 3);
  const client = await OldClient.of(forum);
  const login = () => client.post("/api/v3/users/username.login", { username, password: PASSWORD });
  expect(await login()).toMatchObject({ Code: -4001 });
  wait(15 * 60_000 + 1_000);
  expect(await login()).toMatchObject({ Code: 0 });
});

test("a site may ask for none, and one without https asks for none", async () => {
  const { username } = await member();
  await set(forum, { "default.sign_in_captcha": "0" });
  expect(await fail(username, 5)).toEqual(Array(5).fill("LOGIN_FAILED"));
  expect(await challengeFor(forum.visitor(), "SIGN_IN")).toBeNull();
  const plain = await Forum.open({ env: { PUBLIC_URL: "http://tea.example.org" } });
  try {
    const wrong = { input: { username: "nobody", password: "wrong" } };
    for (let count = 0; count < 8; count++)
      await expect(plain.visitor().graphql(LOGIN, wrong)).rejects.toMatchObject({ code: "LOGIN_FAILED" });
  } finally {
    await plain.close();
  }
});
