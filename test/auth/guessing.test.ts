import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { set } from "../notifications/delivery/post.ts";
import { Forum } from "../support/forum.ts";

const REGISTER = `mutation ($input: RegisterInput!) { register(input: $input) { accessToken } }`;
const LOGIN = `mutation ($input: LoginInput!) { login(input: $input) { viewer { nickname } } }`;
const PASSWORD = "secret-12";

const PATIENCE_MS = 240_000;

let forum: Forum;
/** A large house behind one address, another one in each story. */
let dormitory: string;
let stories = 0;

beforeAll(async () => {
  forum = await Forum.open({ env: { RATE_LIMIT_FACTOR: "1", TRUST_PROXY: "127.0.0.1" } });
  // Robots that solve captchas meet these limits.
  await set(forum, { "default.sign_in_captcha": "0" });
}, PATIENCE_MS);
beforeEach(() => {
  dormitory = `203.0.113.${100 + ++stories}`;
  // The clock stands, so that no rest ends by itself on a slow machine.
  pass(0);
}, PATIENCE_MS);
afterEach(() => void vi.useRealTimers());
afterAll(() => forum.close());

/** Tries to sign in behind an address. @returns the code of the refusal, or "in" */
async function signIn(username: string, password: string, address: string): Promise<string> {
  const input = { username, password };
  const answer = await forum.app.inject({
    method: "POST",
    url: "/graphql",
    headers: { "x-forwarded-for": address },
    payload: { query: LOGIN, variables: { input } },
  });
  const { data, errors } = answer.json();
  return data?.login ? "in" : errors[0].extensions.code;
}

async function register(username: string, address = "198.51.100.1"): Promise<void> {
  const input = { username, password: PASSWORD, nickname: username };
  const answer = await forum.app.inject({
    method: "POST",
    url: "/graphql",
    headers: { "x-forwarded-for": address },
    payload: { query: REGISTER, variables: { input } },
  });
  expect(answer.json().errors).toBeUndefined();
}

/** Jumps forward; only the clock is another, so that servers and timers go on. */
function pass(ms: number): void {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ms });
}

test(
  "a dormitory behind one address signs in one after the other, and those who mistype lock nobody else out",
  async () => {
    await register("roommate");

    const all = (count: number, one: (n: number) => Promise<string>) =>
      Promise.all(Array.from({ length: count }, (_, n) => one(n)));
    for (let round = 0; round < 15; round++)
      expect(new Set(await all(4, () => signIn("roommate", PASSWORD, dormitory)))).toEqual(new Set(["in"]));
    const mistyped = await all(40, (n) => signIn(`mistyped${n}`, "wrong", dormitory));
    expect(new Set(mistyped)).toEqual(new Set(["LOGIN_FAILED"]));

    expect(await signIn("roommate", PASSWORD, dormitory)).toBe("in");
  },
  PATIENCE_MS,
);

test(
  "one address that tries a hundred wrong passwords is refused until a quarter of an hour has passed",
  async () => {
    await register("victim");
    for (let round = 0; round < 5; round++) {
      const names = Array.from({ length: 20 }, (_, n) => `name${round}-${n}`);
      const answers = await Promise.all(names.map((name) => signIn(name, "wrong", dormitory)));
      expect(new Set(answers)).toEqual(new Set(["LOGIN_FAILED"]));
    }

    expect(await signIn("victim", PASSWORD, dormitory)).toBe("RATE_LIMITED");
    expect(await signIn("victim", PASSWORD, "198.51.100.1")).toBe("in");

    pass(901_000);
    expect(await signIn("victim", PASSWORD, dormitory)).toBe("in");
  },
  PATIENCE_MS,
);

test(
  "a name that is guessed from everywhere rests longer and longer, and its owner still gets in from home",
  async () => {
    await register("owner", "198.51.100.1");
    expect(await signIn("owner", PASSWORD, "198.51.100.1")).toBe("in");
    const answers: string[] = [];
    for (let n = 0; n < 40; n++) answers.push(await signIn("owner", `guess-${n}`, `203.0.113.${n}`));

    expect(answers.slice(0, 10)).toEqual(Array(10).fill("LOGIN_FAILED"));
    expect(answers.slice(10)).toEqual(Array(30).fill("RATE_LIMITED"));
    expect(await signIn("owner", PASSWORD, "203.0.113.99")).toBe("RATE_LIMITED");
    expect(await signIn("owner", PASSWORD, "198.51.100.1")).toBe("in");
    // Where the guesses are over, so is the rest: the sign-in that succeeded forgot them.
    expect(await signIn("owner", PASSWORD, "203.0.113.99")).toBe("in");
  },
  PATIENCE_MS,
);

test(
  "a whole day of guesses from everywhere, each as early as it is let in, tries about a hundred passwords",
  async () => {
    await register("patient");
    let evaluated = 0;
    for (let second = 0, n = 0; second < 86_400; n++) {
      const answer = await signIn("patient", `guess-${n}`, `10.1.${n >> 8}.${n & 255}`);
      if (answer === "LOGIN_FAILED") evaluated++;
      const step = evaluated < 10 ? 1 : Math.min(900, 2 ** (evaluated - 10)) + 1;
      second += step;
      pass(step * 1_000);
    }
    expect(evaluated).toBeGreaterThan(50);
    expect(evaluated).toBeLessThan(130);
  },
  PATIENCE_MS,
);

test(
  "guesses that arrive at the same moment do not pass together",
  async () => {
    await register("target");
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) => signIn("target", `guess-${n}`, "203.0.113.50")),
    );
    expect(answers.filter((answer) => answer === "LOGIN_FAILED")).toHaveLength(5);
    expect(answers.filter((answer) => answer === "RATE_LIMITED")).toHaveLength(25);
  },
  PATIENCE_MS,
);

test(
  "a name that nobody has is limited like one that somebody has",
  async () => {
    await register("somebody", "198.51.100.1");
    const guess = async (name: string) => {
      const answers: string[] = [];
      for (let n = 0; n < 12; n++) answers.push(await signIn(name, "wrong", `192.0.2.${n}`));
      return answers;
    };
    expect(await guess("nobody")).toEqual(await guess("somebody"));
  },
  PATIENCE_MS,
);

test(
  "neither names nor addresses are stored with the counters, and old counters are removed",
  async () => {
    await register("secretive");
    await signIn("secretive", "wrong", dormitory);
    const stored = JSON.stringify(await forum.rows("SELECT * FROM limit_counters l"));
    expect(stored).not.toContain("secretive");
    expect(stored).not.toContain(dormitory);
    expect(await forum.rows("SELECT l.id FROM limit_counters l")).not.toEqual([]);

    pass(100 * 86_400_000);
    await forum.app.clock.runAll(["removeEndedCounters"]);
    expect(await forum.rows("SELECT l.id FROM limit_counters l")).toEqual([]);
  },
  PATIENCE_MS,
);

test(
  "who has a whole IPv6 network does not get more guesses by it",
  async () => {
    await register("six", "198.51.100.1");
    const answers: string[] = [];
    for (let n = 1; n <= 8; n++) answers.push(await signIn("six", `guess-${n}`, `2a01:4f8::${n}`));
    expect(answers).toEqual([...Array(5).fill("LOGIN_FAILED"), ...Array(3).fill("RATE_LIMITED")]);
  },
  PATIENCE_MS,
);
