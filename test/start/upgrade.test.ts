import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ENGINE } from "../support/forum.ts";
import { ServerProcess } from "../support/serverProcess.ts";

/** An operator asks a new version whether it can take over the forum. */
const PATIENCE_MS = 300_000;
const onSqlite = test.runIf(ENGINE === "sqlite");
const onServer = test.runIf(ENGINE !== "sqlite");

let server: ServerProcess;
beforeAll(async () => void (server = await ServerProcess.open()), PATIENCE_MS);
afterAll(() => server?.close());

const check = () => server.run(["upgrade", "--check"]);

/** Makes the database one of the version before the table of searches without a result. */
async function goBack(): Promise<void> {
  await server.write("DROP TABLE fruitless_searches");
  await server.write("DELETE FROM migrations WHERE name LIKE 'FruitlessSearches%'");
}

test(
  "without a backup the answer is no, and with one of today it is yes, while the forum serves",
  async () => {
    const before = await check();
    expect(before.code).toBe(1);
    expect(before.output).toMatch(/^FAIL +backup: none is on record.*\n +→ run `luntan backup FILE`/m);

    expect((await server.run(["backup", join(server.folder, "today.backup")])).code).toBe(0);
    const { code, output } = await check();
    expect(code, output).toBe(0);
    expect(output).toMatch(/^ok +backup: .*, verified$/m);
    expect(output).toMatch(/^ok +migrations: none to run$/m);
    expect(output).toMatch(/^ok +plugins: No plugin is installed\.$/m);
    expect(output).toMatch(/^ok +settings: all \d+ that are stored exist$/m);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  },
  PATIENCE_MS,
);

test(
  "settings that went away and plugins that do not fit are named, whether the forum runs or not",
  async () => {
    expect((await server.run(["plugin", "install", "plugins/samples/site-look"])).code).toBe(0);
    await server.write("INSERT INTO settings (tag, `key`, value) VALUES ('default', 'smileys', '1')");
    const fitting = /^ok +plugins: ok +site-look \d/m;
    const running = await check();
    expect(running.output).toMatch(/^warn +settings: this version has no default\.smileys$/m);
    expect(running.output).toMatch(fitting);

    await server.stop();
    expect((await check()).output).toMatch(fitting);
    const [{ hash = "" } = {}] = await server.rows<{ hash: string }>("SELECT p.hash FROM plugins p");
    const file = join(server.folder, "plugins/site-look", hash, "client.js");
    const code = readFileSync(file, "utf8");
    writeFileSync(file, `${code}//`);
    expect((await check()).output).toMatch(/^warn +plugins: site-look .*: its files are missing or are not/m);
    writeFileSync(file, code);
    await server.start();
  },
  PATIENCE_MS,
);

onSqlite(
  "migrations are tried on a copy, which takes its time and leaves nothing behind",
  async () => {
    await server.stop();
    await goBack();
    const { code, output } = await check();
    expect(code, output).toBe(0);
    expect(output).toMatch(
      /^ok +migrations: 1 to run \(FruitlessSearches\d+\); on a copy of this database they took \d+\.\d s$/m,
    );
    const tables = "SELECT name FROM sqlite_master WHERE name = 'fruitless_searches'";
    expect(await server.rows(tables)).toEqual([]);
    expect(existsSync(join(server.folder, "upgrade-check"))).toBe(false);
    await server.start();
    expect(await server.rows(tables)).toHaveLength(1);
  },
  PATIENCE_MS,
);

onServer(
  "a database of a server is not copied: the largest tables are named, and how to try it",
  async () => {
    await server.stop();
    await goBack();
    const { code, output } = await check();
    expect(code, output).toBe(0);
    expect(output).toMatch(/^warn +migrations: 1 to run .*; the largest tables: \w+ about \d+ rows/m);
    expect(output).toMatch(/→ try it: restore a backup/);
    await server.start();
  },
  PATIENCE_MS,
);

test(
  "a database that a newer version has migrated is refused",
  async () => {
    await server.write(
      "INSERT INTO migrations (timestamp, name) VALUES (9999999999999, 'Future9999999999999')",
    );
    const { code, output } = await check();
    expect(code).toBe(1);
    expect(output).toMatch(
      /^FAIL +migrations: the database is newer than this program \(Future9999999999999\)$/m,
    );
    await server.write("DELETE FROM migrations WHERE name = 'Future9999999999999'");
    expect((await server.run(["upgrade"])).output).toContain("Give --check.");
  },
  PATIENCE_MS,
);

onSqlite(
  "migrations that would fail are known before the upgrade",
  async () => {
    await server.stop();
    await server.write("DROP TABLE drafts");
    await server.write("DELETE FROM migrations WHERE name LIKE 'Scheduled%'");
    const { code, output } = await check();
    expect(code).toBe(1);
    expect(output).toMatch(
      /^FAIL +migrations: 1 to run .* on a copy of this database they failed: .+\n +→ do not upgrade$/m,
    );
    expect(existsSync(join(server.folder, "upgrade-check"))).toBe(false);
  },
  PATIENCE_MS,
);
