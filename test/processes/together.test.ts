import { copyFileSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createServerDatabase, ENGINE } from "../support/forum.ts";
import { ServerProcess } from "../support/serverProcess.ts";

/** Two servers on one MariaDB; SQLite serves one process and says so, see start.test.ts. */
const onServer = test.runIf(ENGINE !== "sqlite");
const PATIENCE_MS = 240_000;
/** Two seconds where the machine has time for its timers; a page that nobody was told of stays for a minute. */
const SEEN_WITHIN_MS = 10_000;
/** A lease and the looks around it. */
const LEASE_ENDS_WITHIN_MS = 15_000;
const LIMITS = { RATE_LIMIT_FACTOR: "1", LOG_LEVEL: "warn", TRUST_PROXY: "127.0.0.1" };
const ADMIN = { ADMIN_USERNAME: "operator", ADMIN_PASSWORD: "a-long-password" };

let database: Awaited<ReturnType<typeof createServerDatabase>>;
let here: ServerProcess;
let there: ServerProcess;
let admin: string;

/** Opens a server on the database of this file, which outlives it. */
function beside(settings: Record<string, string>): Promise<ServerProcess> {
  const folder = mkdtempSync(join(tmpdir(), "luntan-process-"));
  // Servers of one database need the same key.
  if (here) copyFileSync(join(here.folder, "secret.key"), join(folder, "secret.key"));
  const shared = { url: database.url, drop: () => Promise.resolve() };
  return ServerProcess.open({ folder, settings, database: shared });
}

beforeAll(async () => {
  if (ENGINE === "sqlite") return;
  database = await createServerDatabase();
  here = await beside({ ...LIMITS, ...ADMIN });
  const input = { username: "operator", password: "a-long-password", client: "API" };
  admin = (
    await here.ask(`mutation ($input: LoginInput!) { login(input: $input) { accessToken } }`, { input })
  ).login.accessToken;
}, PATIENCE_MS);
afterAll(async () => {
  await there?.close();
  await here?.close();
  await database?.drop();
});

async function until(
  what: string,
  holds: () => Promise<boolean> | boolean,
  withinMs: number,
): Promise<number> {
  const began = performance.now();
  while (!(await holds())) {
    if (performance.now() - began > withinMs) throw new Error(`Not within ${withinMs} ms: ${what}`);
    await wait(20);
  }
  return performance.now() - began;
}

const OVERVIEW = `{ processOverview { notShared together { host pid isCurrent } } }`;
const together = async (server: ServerProcess) =>
  (await server.ask(OVERVIEW, {}, admin)).processOverview as {
    notShared: string[];
    together: { pid: number; isCurrent: boolean }[];
  };
const html = async (server: ServerProcess, path: string): Promise<string> =>
  (await fetch(`${server.url}${path}`, { redirect: "manual" })).text();
const warnings = (server: ServerProcess) =>
  server.output.split("\n").filter((line) => line.includes("processes serve this database"));

onServer(
  "a server that was killed and started again is alone, and nobody is alarmed",
  async () => {
    await here.kill();
    await here.start();
    // Its predecessor's lease has not ended yet.
    expect((await here.rows("SELECT p.id FROM processes p")).length).toBe(2);
    expect(await together(here)).toEqual({ together: [], notShared: [] });
    await until(
      "the lease ends",
      async () => Number((await here.rows<{ n: number }>(LIVING))[0]!.n) === 1,
      LEASE_ENDS_WITHIN_MS,
    );
    expect(await together(here)).toEqual({ together: [], notShared: [] });
    expect(warnings(here)).toEqual([]);
  },
  PATIENCE_MS,
);

/** The overview of the administration as the browser of an administrator gets it. */
async function adminPage(server: ServerProcess, language: string): Promise<string> {
  const signIn = `mutation { login(input: { username: "operator", password: "a-long-password" }) { accessToken } }`;
  const answer = await fetch(`${server.url}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ query: signIn }),
  });
  const { data } = (await answer.json()) as { data: { login: { accessToken: string } } };
  const session = answer.headers.getSetCookie()[0]!.split(";")[0]!;
  const cookie = `${session}; access_token=${data.login.accessToken}`;
  const page = await fetch(`${server.url}/admin`, { headers: { cookie, "accept-language": language } });
  return page.text();
}

const lastBeat = async () =>
  (
    await here.rows<{ beat: string }>(
      "SELECT CAST(MIN(p.seenAt) AS CHAR) AS beat FROM processes p WHERE p.seenAt > UTC_TIMESTAMP(3) - INTERVAL 8 SECOND",
    )
  )[0]!.beat;

const LIVING = "SELECT COUNT(*) AS n FROM processes p WHERE p.seenAt > UTC_TIMESTAMP(3) - INTERVAL 8 SECOND";

onServer(
  "a second server says in the log of both, to administrators and to the doctor that some things are not shared",
  async () => {
    there = await beside(LIMITS);
    await until(
      "both logs say it",
      () => warnings(here).length + warnings(there).length === 2,
      LEASE_ENDS_WITHIN_MS,
    );
    expect(warnings(here)[0]).toContain("rate limits count in each process for itself");
    const seen = await together(there);
    expect(seen.together.map(({ isCurrent }) => isCurrent).sort()).toEqual([false, true]);
    expect(seen.notShared.join()).toContain("secret.key");
    for (const [language, title] of [
      ["zh-CN", "有 2 个进程同时服务这个站点"],
      ["en", "2 processes serve this site at the same time"],
    ] as const) {
      const shown = await adminPage(there, language);
      expect(shown).toContain(title);
      expect(shown).toContain("secret.key");
    }
    const doctor = await there.run(["doctor"]);
    expect(doctor.output).toMatch(/warn +processes: 2 serve this database/);
    // Said once, not at every look: two signs of life are several looks apart.
    for (let beats = 0; beats < 2; beats++) {
      const before = await lastBeat();
      await until("a sign of life", async () => (await lastBeat()) !== before, LEASE_ENDS_WITHIN_MS);
    }
    expect(warnings(here)).toHaveLength(1);
  },
  PATIENCE_MS,
);

/** A thread whose page the other server has finished and keeps. */
async function threadKeptThere(title: string): Promise<string> {
  const [category] = (await here.ask(`{ categories { id } }`)).categories as { id: string }[];
  const input = { categoryId: category!.id, title, body: "Text" };
  const publish = `mutation ($input: PublishThreadInput!) { publishThread(input: $input) { id } }`;
  const { id } = (await here.ask(publish, { input }, admin)).publishThread as { id: string };
  await until(
    "the other server shows it",
    async () => (await html(there, "/")).includes(title),
    SEEN_WITHIN_MS,
  );
  expect(await html(there, `/thread/${id}`)).toContain(title);
  return id;
}

onServer(
  "what one server edits, deletes, renames or closes is gone from the pages of the other within two seconds",
  async () => {
    const id = await threadKeptThere("Tea and biscuits");
    const edit = `mutation ($input: EditThreadInput!) { editThread(input: $input) { id } }`;
    await here.ask(edit, { input: { threadId: id, title: "Coffee and cake", body: "Text" } }, admin);
    await until(
      "the edit",
      async () => !(await html(there, `/thread/${id}`)).includes("biscuits"),
      SEEN_WITHIN_MS,
    );
    await until("the list", async () => !(await html(there, "/")).includes("biscuits"), SEEN_WITHIN_MS);

    expect(await html(there, `/thread/${id}`)).toContain("Coffee and cake");
    await here.ask(`mutation ($id: ID!) { deleteThread(threadId: $id) { id } }`, { id }, admin);
    await until(
      "the deletion",
      async () => !(await html(there, `/thread/${id}`)).includes("Coffee"),
      SEEN_WITHIN_MS,
    );

    const save = `mutation ($entries: [SettingInput!]!) { saveSettings(entries: $entries) { id } }`;
    const set = (key: string, value: string) => here.ask(save, { entries: [{ key, value }] }, admin);
    await html(there, "/");
    await set("site_name", "Teahouse");
    await until("the name", async () => (await html(there, "/")).includes("Teahouse"), SEEN_WITHIN_MS);

    await set("site_close", "1");
    const status = async () => (await fetch(`${there.url}/`, { redirect: "manual" })).status;
    await until("the closed site", async () => (await status()) === 302, SEEN_WITHIN_MS);
    await set("site_close", "0");
    await until("the open site", async () => (await status()) === 200, SEEN_WITHIN_MS);
  },
  PATIENCE_MS,
);

onServer(
  "a server that dies between a commit and its announcement leaves the other stale no longer than its lease",
  async () => {
    const id = await threadKeptThere("Gone before it was told");
    await html(there, `/thread/${id}`);
    // What a process leaves that is killed right after its commit: the row, and no announcement.
    await here.write("UPDATE threads SET title = 'Committed' WHERE id = ?", id);
    await here.kill();
    await until(
      "the title",
      async () => (await html(there, `/thread/${id}`)).includes("Committed"),
      LEASE_ENDS_WITHIN_MS,
    );
    await here.start();
  },
  PATIENCE_MS,
);

/** Tries a password behind an address. @returns what is answered */
async function guess(
  server: ServerProcess,
  username: string,
  address: string,
  password = "wrong-one",
): Promise<string> {
  const answer = await fetch(`${server.url}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-for": address },
    body: JSON.stringify({
      query: `mutation ($input: LoginInput!) { login(input: $input) { expiresAt } }`,
      variables: { input: { username, password } },
    }),
  });
  const { data, errors } = (await answer.json()) as {
    data: { login: object } | null;
    errors?: { extensions: { code: string } }[];
  };
  return data?.login ? "in" : errors![0]!.extensions.code;
}

onServer(
  "two servers allow five wrong passwords together, and a restart gives none back",
  async () => {
    const answers: string[] = [];
    for (let n = 0; n < 5; n++) answers.push(await guess(n % 2 ? here : there, "operator", "203.0.113.7"));
    expect(answers).toEqual(Array(5).fill("LOGIN_FAILED"));
    expect(await guess(here, "operator", "203.0.113.7")).toBe("RATE_LIMITED");
    expect(await guess(there, "operator", "203.0.113.7")).toBe("RATE_LIMITED");

    await there.kill();
    await there.start();
    expect(await guess(there, "operator", "203.0.113.7", "a-long-password")).toBe("RATE_LIMITED");
    expect(await guess(there, "operator", "203.0.113.8", "a-long-password")).toBe("in");
  },
  PATIENCE_MS,
);

onServer(
  "two servers take no more registrations from one address than one",
  async () => {
    const register = async (server: ServerProcess, name: string): Promise<string> => {
      const answer = await fetch(`${server.url}/graphql`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-forwarded-for": "203.0.113.20" },
        body: JSON.stringify({
          query: `mutation ($input: RegisterInput!) { register(input: $input) { expiresAt } }`,
          variables: { input: { username: name, nickname: name, password: "secret-12" } },
        }),
      });
      const { errors } = (await answer.json()) as { errors?: { extensions: { code: string } }[] };
      return errors?.[0]?.extensions.code ?? "in";
    };
    const answers = await Promise.all(
      Array.from({ length: 36 }, (_, n) => register(n % 2 ? here : there, `class${n}`)),
    );
    expect(answers.filter((answer) => answer === "in")).toHaveLength(30);
    expect(answers.filter((answer) => answer === "RATE_LIMITED")).toHaveLength(6);
  },
  PATIENCE_MS,
);
