import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, watch, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { noteFailedBackup } from "../../server/core/backupRecord.ts";
import { backUpWhenDue } from "../../server/features/site/owners/backups.service.ts";
import { Forum } from "../support/forum.ts";
import { ServerProcess } from "../support/serverProcess.ts";

const PATIENCE_MS = 300_000;
const PASSPHRASE = "correct horse battery staple";
const TOKEN = "metrics-token-of-the-timetable";
const OLD = ["20200101T000000Z", "20200102T000000Z", "20200103T000000Z"].map(
  (time) => `luntan-${time}.backup`,
);

let root: string;
let server: ServerProcess | null = null;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "luntan-timetable-"));
});
afterEach(async () => {
  await server?.close();
  server = null;
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Waits until a folder has certain names. */
function untilNames(folder: string, isThere: (names: string[]) => boolean): Promise<string[]> {
  return new Promise((resolve) => {
    const look = (): void => {
      const names = readdirSync(folder).sort();
      if (!isThere(names)) return;
      watcher.close();
      resolve(names);
    };
    const watcher = watch(folder, look);
    // What is there already is no change.
    look();
  });
}

/** Asks for health in the name of the first administrator. */
async function health(token: string): Promise<Record<string, unknown>> {
  const query = `{ siteHealth { backupAt backupBytes backupProvenAt backupFailedAt } }`;
  return (await server!.ask(query, {}, token)).siteHealth as Record<string, unknown>;
}

async function signIn(): Promise<string> {
  const input = { username: "root", password: "secret-12-root", client: "API" };
  const login = `mutation ($input: LoginInput!) { login(input: $input) { accessToken } }`;
  return (await server!.ask(login, { input })).login.accessToken as string;
}

const settings = (folder: string): Record<string, string> => ({
  BACKUP_DIR: folder,
  BACKUP_KEEP: "2",
  LUNTAN_BACKUP_PASSPHRASE: PASSPHRASE,
  METRICS_TOKEN: TOKEN,
  ADMIN_USERNAME: "root",
  ADMIN_PASSWORD: "secret-12-root",
});

test(
  "a forum backs itself up by its timetable, keeps so many, and says how old the last one is",
  async () => {
    const folder = join(root, "backups");
    mkdirSync(folder);
    for (const name of [...OLD, "notes.txt", `${OLD[0]}.partial`]) writeFileSync(join(folder, name), "");
    server = await ServerProcess.open({ settings: settings(folder) });
    const names = await untilNames(
      folder,
      (all) => all.length === 3 && !all.some((name) => /partial/.test(name)),
    );
    expect(names.slice(1)).toEqual([expect.stringMatching(/^luntan-\d{8}T\d{6}Z\.backup$/), "notes.txt"]);
    expect(names[0]).toBe(OLD[2]);
    // The forum has noted it before the old ones went.
    const token = await signIn();
    const said = await health(token);
    expect(said).toEqual({
      backupAt: expect.stringMatching(/^\d{4}-/) as string,
      backupBytes: expect.any(Number) as number,
      backupProvenAt: expect.stringMatching(/^\d{4}-/) as string,
      backupFailedAt: null,
    });
    const metrics = await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
    const text = await metrics.text();
    expect(text).toContain(`luntan_backup_bytes ${String(said["backupBytes"])}`);
    const madeAt = Date.parse(String(said["backupAt"])) / 1_000;
    expect(text).toContain(`luntan_backup_made_timestamp_seconds ${madeAt}`);
    expect((await server.run(["doctor"])).output).toMatch(/ok +backup: .*verified/);

    const file = join(folder, names[1]!);
    writeFileSync(file, readFileSync(file).subarray(0, -50));
    const { code, output } = await server.run(["backup", "--verify", file]);
    expect([code, output]).toEqual([1, expect.stringContaining("damaged") as string]);
    expect((await server.run(["doctor"])).output).toMatch(/warn +backup: one failed/);
    expect((await health(token))["backupFailedAt"]).not.toBeNull();
    expect(server.output + output).not.toContain(PASSPHRASE);
  },
  PATIENCE_MS,
);

test(
  "a backup that fails removes no old one, and the forum says so",
  async () => {
    const data = join(root, "data");
    const folder = join(data, "files", "backups");
    mkdirSync(folder, { recursive: true });
    for (const name of OLD) writeFileSync(join(folder, name), "");
    server = await ServerProcess.open({ folder: data, settings: settings(folder) });
    await untilNames(data, (names) => names.includes("last-backup"));
    expect(readdirSync(folder).sort()).toEqual(OLD);
    const token = await signIn();
    expect(await health(token)).toMatchObject({
      backupAt: null,
      backupFailedAt: expect.any(String) as string,
    });
    expect(server.output).toMatch(/backup failed/);
    expect(server.output).toContain("lies in what is backed up");
  },
  PATIENCE_MS,
);

test("after a backup that failed the next one begins an hour later, not at the next look", async () => {
  const forum = await Forum.open();
  try {
    // Replaces the command, and records each start.
    const [program, trace] = [join(root, "program.mjs"), join(root, "trace")];
    writeFileSync(
      program,
      `import { appendFileSync } from "node:fs"; appendFileSync(${JSON.stringify(trace)}, "x");`,
    );
    const folder = join(root, "retried");
    const { services, ...ctx } = forum.app.context();
    const importing = { ...services.importing, program };
    const backups = { folder, everyMs: 86_400_000, keep: 2 };
    const after = (minutes: number) => ({
      ...ctx,
      now: new Date(ctx.now.getTime() + minutes * 60_000),
      services: { ...services, importing, backups },
    });
    noteFailedBackup(dirname(services.filesDir), ctx.now);
    const { signal } = new AbortController();
    await backUpWhenDue(after(59), signal);
    expect(readdirSync(root)).not.toContain("trace");
    await backUpWhenDue(after(60), signal);
    expect(readFileSync(trace, "utf8")).toBe("x");
  } finally {
    await forum.close();
  }
});
