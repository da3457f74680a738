import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { Forum } from "../support/forum.ts";

/** Members get in on browsers that they have signed in on, whatever strangers try elsewhere. */
const REGISTER = `mutation ($input: RegisterInput!) { register(input: $input) { accessToken } }`;
const LOGIN = `mutation ($input: LoginInput!) { login(input: $input) { viewer { id } accessToken } }`;
const PASSWORD = "a quiet harbour";
const WINDOW_MS = 900_000;

let forum: Forum;
beforeAll(async () => {
  forum = await Forum.open({ env: { RATE_LIMIT_FACTOR: "1", TRUST_PROXY: "127.0.0.1" } });
});
afterAll(() => forum.close());
beforeEach(() => pass(0));
afterEach(() => void vi.useRealTimers());

function pass(ms: number): void {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ms });
}

interface Outcome {
  code: string;
  message: string;
  wait: number;
  status: number;
  retryAfter: unknown;
  cookies: Record<string, string>;
  accessToken: string;
}

async function ask(query: string, variables: object, address: string, headers = {}): Promise<Outcome> {
  const answer = await forum.app.inject({
    method: "POST",
    url: "/graphql",
    headers: { "x-forwarded-for": address, "accept-language": "en", ...headers },
    payload: { query, variables },
  });
  const { data, errors } = answer.json();
  const { code = "in", retryAfterSeconds = 0 } = errors?.[0].extensions ?? {};
  const lines = [answer.headers["set-cookie"] ?? []].flat();
  const cookies = Object.fromEntries(lines.map((line) => line.split(";")[0]!.split("=") as [string, string]));
  const accessToken = data?.login?.accessToken ?? data?.register?.accessToken ?? "";
  const { statusCode: status, headers: answered } = answer;
  const message = errors?.[0].message ?? "";
  const retryAfter = answered["retry-after"];
  return { code, message, wait: retryAfterSeconds, status, retryAfter, cookies, accessToken };
}

const signIn = (username: string, password: string, address: string, device = "") =>
  ask(LOGIN, { input: { username, password } }, address, device ? { cookie: `device=${device}` } : {});

/** Registers somebody. @returns the cookie by which the browser is known */
async function newMember(username: string): Promise<Outcome> {
  const outcome = await ask(
    REGISTER,
    { input: { username, nickname: username, password: PASSWORD } },
    "198.51.100.1",
  );
  expect(outcome.code).toBe("in");
  return outcome;
}

/** Wrong passwords from many addresses, until the name rests. */
async function guessEverywhere(username: string): Promise<void> {
  for (let guess = 0; guess < 30; guess++) await signIn(username, "wrong", `203.0.113.${guess}`);
  expect((await signIn(username, PASSWORD, "203.0.113.200")).code).toBe("RATE_LIMITED");
}

test("its owner signs in from a new address while strangers have shut the name", async () => {
  const { cookies } = await newMember("owner");
  await guessEverywhere("owner");
  expect((await signIn("owner", PASSWORD, "203.0.113.201", cookies["device"])).code).toBe("in");
});

test("its owner signs in behind an address from which too many passwords were wrong", async () => {
  const { cookies } = await newMember("student");
  const dormitory = "203.0.113.220";
  for (let guess = 0; guess < 100; guess++) await signIn(`other${guess}`, "wrong", dormitory);
  expect((await signIn("student", PASSWORD, dormitory)).code).toBe("RATE_LIMITED");
  expect((await signIn("student", PASSWORD, dormitory, cookies["device"])).code).toBe("in");
});

test("whoever is refused reads how long it lasts, in words and as a number, and by status and header", async () => {
  await newMember("patient");
  const home = "203.0.113.230";
  for (let guess = 0; guess < 5; guess++) await signIn("patient", "wrong", home);
  const { code, message, wait, status, retryAfter } = await signIn("patient", PASSWORD, home);
  expect([status, retryAfter]).toEqual([429, "900"]);
  expect(code).toBe("RATE_LIMITED");
  expect(message).toBe("Too many failed attempts. Please try again in 15 min.");
  expect(wait).toBe(900);
});

test("the browser itself has ten wrong passwords in a quarter of an hour", async () => {
  const { cookies } = await newMember("forgetful");
  const attempt = (password: string, n: number) =>
    signIn("forgetful", password, `203.0.113.${n}`, cookies["device"]);
  for (let guess = 0; guess < 10; guess++) expect((await attempt("wrong", guess)).code).toBe("LOGIN_FAILED");
  expect((await attempt(PASSWORD, 11)).code).toBe("RATE_LIMITED");
  pass(WINDOW_MS + 1_000);
  expect((await attempt(PASSWORD, 12)).code).toBe("in");
});

test("a cookie of somebody else, or one that was made up, is worth nothing", async () => {
  const mine = (await newMember("stranger")).cookies["device"]!;
  await newMember("target");
  await guessEverywhere("target");
  const [, time, signature] = mine.split(".");
  const forged = `${Number(mine.split(".")[0]) + 1}.${time}.${signature}`;
  for (const cookie of [mine, forged, "1.1.x", `${mine}~`.repeat(40)])
    expect((await signIn("target", PASSWORD, "203.0.113.202", cookie)).code).toBe("RATE_LIMITED");
});

test("another password makes every browser a stranger but the one on which it was set", async () => {
  const { cookies, accessToken } = await newMember("changer");
  const CHANGE = `mutation { changePassword(password: "${PASSWORD} by night") { accessToken } }`;
  const cookie = `sid=${cookies["sid"]}; device=${cookies["device"]}`;
  const changed = await ask(CHANGE, {}, "198.51.100.1", { cookie, authorization: `Bearer ${accessToken}` });
  expect(changed.code).toBe("in");
  await guessEverywhere("changer");
  const retry = (device: string) => signIn("changer", `${PASSWORD} by night`, "203.0.113.203", device);
  expect((await retry(cookies["device"]!)).code).toBe("RATE_LIMITED");
  expect((await retry(changed.cookies["device"]!)).code).toBe("in");
});

test("a browser stays known to each of a family, and nothing in its cookie tells a name or a password", async () => {
  const first = (await newMember("father")).cookies["device"]!;
  await newMember("mother");
  const both = (await signIn("mother", PASSWORD, "198.51.100.9", first)).cookies["device"]!;
  await guessEverywhere("father");
  expect((await signIn("father", PASSWORD, "203.0.113.204", both)).code).toBe("in");
  expect(both).toMatch(/^\d+\.\d+\.[\w-]{43}~\d+\.\d+\.[\w-]{43}$/);
});
