import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { giveEmail, MINUTE_MS, pass, send, setMail, stopClock } from "../notifications/delivery/post.ts";
import { Forum } from "../support/forum.ts";
import { MailServer } from "../support/mailServer.ts";
import { OldClient } from "../support/oldClient.ts";
import { Refusal } from "../support/person.ts";

/** Attempts against accounts that the ways of signing in meet every day; each gets its refusal and changes nothing. */
const REGISTER = `mutation ($input: RegisterInput!) { register(input: $input) { viewer { id } } }`;
const LOGIN = `mutation ($input: LoginInput!) { login(input: $input) { viewer { id } } }`;
const PASSWORD = "a quiet harbour";

let forum: Forum;
let strict: Forum;
let server: MailServer;
beforeAll(async () => {
  server = await MailServer.open();
  forum = await Forum.open({ listen: true });
  strict = await Forum.open({ listen: true, env: { RATE_LIMIT_FACTOR: "1" } });
  await setMail(forum, server);
});
beforeEach(() => stopClock());
afterEach(() => void vi.useRealTimers());
afterAll(async () => {
  await forum.close();
  await strict.close();
  await server.close();
});

const register = (where: Forum, username: string, nickname = username) =>
  where.visitor().graphql(REGISTER, { input: { username, nickname, password: PASSWORD } });
const outcome = (asking: Promise<unknown>): Promise<string> =>
  asking.then(
    () => "in",
    (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
  );

describe("of 21 wrong passwords", () => {
  test("five are compared, the others wait, and so does the right one, for a quarter of an hour", async () => {
    await register(strict, "ada");
    const guesser = strict.visitor();
    const signIn = (password: string) =>
      outcome(guesser.graphql(LOGIN, { input: { username: "ada", password } }));
    const answers: string[] = [];
    for (let guess = 0; guess < 21; guess++) answers.push(await signIn(`guess-${guess}`));
    expect(answers).toEqual([
      ...Array<string>(5).fill("LOGIN_FAILED"),
      ...Array<string>(16).fill("RATE_LIMITED"),
    ]);
    expect(await signIn(PASSWORD)).toBe("RATE_LIMITED");

    pass(15 * MINUTE_MS + 1_000);
    expect(await signIn(PASSWORD)).toBe("in");
  });

  test("old clients hear the same, and the two doors count together", async () => {
    await register(strict, "bob");
    const client = await OldClient.of(strict);
    const codes: number[] = [];
    for (let guess = 0; guess < 21; guess++)
      codes.push(
        (await client.post("/api/v3/users/username.login", { username: "bob", password: `guess-${guess}` }))
          .Code,
      );
    expect(codes.slice(0, 5)).toEqual(Array(5).fill(-7040));
    expect(codes.slice(5).some((code) => code === 0)).toBe(false);
    const right = { username: "bob", password: PASSWORD };
    expect((await client.post("/api/v3/users/username.login", right)).Code).not.toBe(0);
    // From elsewhere the owner gets in.
    expect(await outcome(strict.visitor().graphql(LOGIN, { input: right }))).toBe("in");
  });
});

describe("nobody learns whether a name has an account", () => {
  test("from the time that the answer takes", async () => {
    vi.useRealTimers();
    await register(forum, "timed");
    const bare = await forum.member();
    const time = async (username: string) => {
      const began = performance.now();
      expect(
        await outcome(forum.visitor().graphql(LOGIN, { input: { username, password: "wrong-password" } })),
      ).toBe("LOGIN_FAILED");
      return performance.now() - began;
    };
    const took: Record<string, number[]> = { timed: [], nobody: [], [bare.credentials!.username]: [] };
    // In turn, so that what disturbs one disturbs the others.
    for (let turn = 0; turn < 15; turn++)
      for (const [name, times] of Object.entries(took)) times.push(await time(name));
    const medians = Object.values(took).map((times) => times.sort((a, b) => a - b)[7]!);
    // An answer without a hash takes a tenth.
    expect(Math.max(...medians) / Math.min(...medians)).toBeLessThan(2.5);
  });

  test.each(["timed", "nobody-at-all"])(
    "from what a forgotten password of %s answers old and new",
    async (name) => {
      const { text } = await forum
        .visitor()
        .post("/graphql", { query: `mutation { requestPasswordReset(account: "${name}") }` });
      expect(text).toBe('{"data":{"requestPasswordReset":true}}');
    },
  );
});

describe("names that look like somebody's", () => {
  const LOOK_ALIKES: readonly [string, string][] = [
    ["in full width", "Ｌｏｖｅｌａｃｅ"],
    ["in other letters of case", "LOVELACE"],
    ["with a zero-width blank", "Love\u200blace"],
    ["with a zero-width joiner", "Love\u200dlace"],
    ["with a byte order mark", "\ufeffLovelace"],
    ["with a soft hyphen", "Love\u00adlace"],
    ["with a mark that turns the direction", "Love\u202elace"],
  ];
  test.each(LOOK_ALIKES)("are refused %s, as user name and as nickname", async (_, written) => {
    const [existing] = await forum.rows("SELECT id FROM users WHERE usernameKey = 'lovelace'");
    if (!existing) await register(forum, "Lovelace");
    const before = await forum.rows("SELECT COUNT(*) AS n FROM users");
    for (const [username, nickname] of [
      [written, "Somebody new"],
      ["somebodynew", written],
    ] as const)
      expect(await outcome(register(forum, username, nickname))).toMatch(
        /^(?:USERNAME_TAKEN|NICKNAME_TAKEN|INVALID_PARAMETER)$/,
      );
    expect(await forum.rows("SELECT COUNT(*) AS n FROM users")).toEqual(before);
  });
});

describe("a forged host", () => {
  const FORGED: readonly Record<string, string>[] = [
    { host: "evil.test" },
    { "x-forwarded-host": "evil.test", "x-forwarded-proto": "http" },
    { forwarded: "host=evil.test;proto=http" },
    { "x-original-host": "evil.test", "x-host": "evil.test" },
    { referer: "https://evil.test/" },
  ];
  test.each(FORGED)("%j stands in no mail about the account", async (headers) => {
    const person = await forum.member();
    const address = await giveEmail(forum, server, person);
    pass(MINUTE_MS);
    const before = server.to(address).length;
    const query = `mutation { requestPasswordReset(account: "${address}") }`;
    const answer = await forum.app.inject({ method: "POST", url: "/graphql", headers, payload: { query } });
    expect(answer.body).not.toContain("evil.test");
    await send(forum);
    const mails = server.to(address).slice(before);
    // A host that is not the forum's may be refused altogether.
    if (answer.statusCode === 200) expect(mails).toHaveLength(1);
    for (const { raw, text } of mails) {
      expect(raw).not.toContain("evil.test");
      expect(text).toContain("#token=");
    }
  });
});
