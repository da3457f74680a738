import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createServerDatabase, ENGINE } from "../support/forum.ts";
import { ServerProcess } from "../support/serverProcess.ts";

const PATIENCE_MS = 600_000;
const COUNTER = new URL("../transfer/killAt.mjs", import.meta.url).href;
/** Steps before the end at which the power fails; the exchange of the files, the same on all engines, is among them. */
const LAST_STEPS = ENGINE === "sqlite" ? [1, 3, 5, 7, 9, 11, 40] : [1, 7, 40];

let root: string;
/** Forum that was backed up, and one that is there already. */
let older: ServerProcess;
let forum: ServerProcess;
let file: string;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), "luntan-replacing-"));
  file = join(root, "older.backup");
  [older, forum] = [await ServerProcess.prepare(), await ServerProcess.prepare()];
  expect((await older.run(["seed", "--threads", "8"])).code).toBe(0);
  expect((await older.run(["backup", file])).code).toBe(0);
  await forum.start();
  await forum.register("newcomer");
}, PATIENCE_MS);
afterAll(async () => {
  await older?.close();
  await forum?.close();
  if (root) rmSync(root, { recursive: true, force: true });
});

const names = async (): Promise<string[]> =>
  (await forum.rows<{ username: string }>("SELECT username FROM users ORDER BY id")).map(
    ({ username }) => username,
  );
const saved = (): string[] => readdirSync(forum.folder).filter((name) => name.startsWith("before-restore-"));

test(
  "a forum that runs is not replaced, and nothing changes without --yes",
  async () => {
    const running = await forum.run(["restore", file, "--yes"]);
    expect([running.code, running.output]).toEqual([
      1,
      expect.stringMatching(/server has .* open/) as string,
    ]);
    expect((await fetch(`${forum.url}/readyz`)).status).toBe(200);
    await forum.stop();

    const { code, output } = await forum.run(["restore", file]);
    expect(code).toBe(1);
    expect(output).toMatch(/It replaces the forum in [^]*files[^]*Nothing has been changed/);
    expect(await names()).toContain("newcomer");
    expect(saved()).toEqual([]);
  },
  PATIENCE_MS,
);

test(
  "a restore that is killed while it replaces a forum leaves the old one or a refusal, and ends the same when it runs again",
  async () => {
    const key = readFileSync(join(forum.folder, "secret.key"), "utf8");
    const restore = async (killAt: number | null): Promise<number | null> => {
      const env = {
        NODE_OPTIONS: `--import=${COUNTER}`,
        ...(killAt !== null && { KILL_AT: String(killAt) }),
      };
      const { code, output } = await forum.run(["restore", file, "--yes"], env);
      if (code === -1) return null;
      expect(code, output).toBe(0);
      return Number(/^steps: (\d+)$/m.exec(output)?.[1]);
    };
    const steps = (await restore(null))!;
    expect(await names()).not.toContain("newcomer");
    const [first] = saved();
    expect(readFileSync(join(forum.folder, first!, "secret.key"), "utf8")).toBe(key);
    const original = readFileSync(join(older.folder, "secret.key"), "utf8");
    for (const before of LAST_STEPS) {
      expect(await restore(steps - before)).toBeNull();
      const doctor = await forum.run(["doctor"]);
      const isRefused = /A move or a restore into this database has not finished/.test(doctor.output);
      if (!isRefused) expect(doctor.code, doctor.output).toBe(0);
      const again = await forum.run(["restore", file, "--yes"]);
      expect(again.code, again.output).toBe(0);
      expect(readFileSync(join(forum.folder, "secret.key"), "utf8")).toBe(original);
      expect(existsSync(join(forum.folder, "restoring"))).toBe(false);
    }
    // What was there at first is still there, whatever came afterwards.
    expect(readFileSync(join(forum.folder, first!, "secret.key"), "utf8")).toBe(key);
    expect(existsSync(join(forum.folder, first!, "luntan.db"))).toBe(ENGINE === "sqlite");
  },
  PATIENCE_MS,
);

test.runIf(ENGINE !== "sqlite")(
  "a database of another program is not touched",
  async () => {
    const database = await createServerDatabase();
    const place = await ServerProcess.prepare({ database });
    try {
      await place.write("CREATE TABLE notes (id int PRIMARY KEY)");
      const { code, output } = await place.run(["restore", file, "--yes"]);
      expect([code, output]).toEqual([
        1,
        expect.stringContaining("tables of another program (notes)") as string,
      ]);
      expect(await place.rows("SHOW TABLES")).toHaveLength(1);
    } finally {
      await place.close();
    }
  },
  PATIENCE_MS,
);
