import { randomBytes } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ENGINE } from "../support/forum.ts";
import { ServerProcess } from "../support/serverProcess.ts";

const PATIENCE_MS = 300_000;
const FUTURE = "Future1764000009999";
const SECRET = "a secret of the site";
const ADMIN = ["--username", "operator", "--password", "a-long-password"];

let server: ServerProcess;
beforeAll(async () => void (server = await ServerProcess.open()), PATIENCE_MS);
afterAll(() => server?.close());

/** One line for the operator, and no stack. */
function expectOneLine(output: string): void {
  const lines = output.split("\n").filter((line) => line !== "" && !line.startsWith("{"));
  expect(lines, output).toHaveLength(1);
}

const marks = () =>
  server.rows<{ name: string; value: string }>(
    "SELECT name, value FROM program_marks WHERE name = 'migrated'",
  );

test(
  "a program that is older than its database names the version to run, and starts by force alone",
  async () => {
    const [own] = await marks();
    expect(own!.value).toBe(
      (JSON.parse(readFileSync("package.json", "utf8")) as { version: string }).version,
    );
    expect(await server.stop()).toBe(0);
    await server.write("INSERT INTO migrations (timestamp, name) VALUES (?, ?)", 1764000009999, FUTURE);
    await server.write("UPDATE program_marks SET value = '9.1.0' WHERE name = 'migrated'");

    const refused = await server.run(["start"]);
    expect(refused.code).toBe(1);
    expectOneLine(refused.output);
    expect(refused.output).toContain("Run version 9.1.0 or newer");
    expect(refused.output).toContain(FUTURE);
    expect(refused.output).toContain("--force");
    const doctor = await server.run(["doctor"]);
    expect(doctor.code).toBe(1);
    expect(doctor.output).toMatch(/FAIL migrations: the database is newer.+\n +→ .*9\.1\.0/);
    const migrate = await server.run(["migrate"]);
    expect([migrate.code, migrate.output]).toEqual([1, expect.stringContaining("9.1.0") as string]);

    await server.start("--force");
    expect(await server.ask("{ categories { id } }")).toHaveProperty("categories");
    await server.stop();
    expect((await marks())[0]!.value).toBe("9.1.0");

    await server.write("DELETE FROM program_marks WHERE name = ?", "migrated");
    expect((await server.run(["start"])).output).toContain("a newer version of Luntan");
    await server.write("DELETE FROM migrations WHERE name = ?", FUTURE);
    await server.start();
  },
  PATIENCE_MS,
);

test(
  "a database of a development version is refused with what to do, even by force, and left as it is",
  async () => {
    await server.stop();
    const released = await server.rows<{ timestamp: number | string; name: string }>(
      "SELECT timestamp, name FROM migrations ORDER BY id",
    );
    await server.write("DELETE FROM migrations");
    const names = ["Foundation1764000000001", "Content1764000000002", "ProgramMarks1764000000027"];
    for (const name of names)
      await server.write("INSERT INTO migrations (timestamp, name) VALUES (?, ?)", name.slice(-13), name);

    for (const command of [["start"], ["start", "--force"], ["migrate"]]) {
      const refused = await server.run(command);
      expect(refused.code).toBe(1);
      expect(refused.output).toContain(
        "made by a development version of Luntan from before the first release",
      );
      expect(refused.output).toContain("(Foundation1764000000001 to ProgramMarks1764000000027)");
      expect(refused.output).toContain("Start on an empty database");
      expect(refused.output).not.toContain("--force");
      expectOneLine(refused.output);
    }
    const doctor = await server.run(["doctor"]);
    expect(doctor.code).toBe(1);
    expect(doctor.output).toMatch(
      /FAIL migrations: the database is older than the first release\n +→ .*Start on an empty database/,
    );
    const stored = await server.rows<{ name: string }>("SELECT name FROM migrations ORDER BY id");
    expect(stored.map(({ name }) => name)).toEqual(names);

    await server.write("DELETE FROM migrations");
    for (const { timestamp, name } of released)
      await server.write("INSERT INTO migrations (timestamp, name) VALUES (?, ?)", Number(timestamp), name);
    await server.start();
  },
  PATIENCE_MS,
);

test("an option that start does not know is refused", async () => {
  const mistyped = await server.run(["start", "--forse"]);
  expect([mistyped.code, mistyped.output]).toEqual([1, expect.stringContaining("--forse") as string]);
});

test(
  "a lost secret.key stops the start; what it sealed is given up only by who says so, and each loss is logged",
  async () => {
    await server.stop();
    expect((await server.run(["admin:create", ...ADMIN])).code).toBe(0);
    await server.start();
    const login = { username: "operator", password: "a-long-password", client: "API" };
    const { login: session } = await server.ask(
      `mutation ($input: LoginInput!) { login(input: $input) { accessToken } }`,
      { input: login },
    );
    const save = `mutation ($entries: [SettingInput!]!) { saveSettings(entries: $entries) { __typename } }`;
    const entries = [{ tag: "qcloud", key: "qcloud_secret_key", value: SECRET }];
    await server.ask(save, { entries }, session.accessToken as string);
    await server.stop();
    const file = join(server.folder, "secret.key");

    renameSync(file, `${file}.lost`);
    const missing = await server.run(["start"]);
    expect(missing.code).toBe(1);
    expectOneLine(missing.output);
    expect(missing.output).toContain(
      `${file} is missing: 1 of 1 secret settings, 1 of 1 keys for push notifications`,
    );
    expect(missing.output).toContain("Restore secret.key from the backup");
    expect(missing.output).toContain("secrets:discard");
    expect(existsSync(file)).toBe(false);
    const doctor = await server.run(["doctor"]);
    expect(doctor.code).toBe(1);
    expect(doctor.output).toMatch(/FAIL secrets: .*secret\.key is missing.*\n +→ Restore secret\.key/);

    writeFileSync(file, randomBytes(32).toString("hex"), { mode: 0o600 });
    const wrong = await server.run(["start"]);
    expect([wrong.code, wrong.output]).toEqual([1, expect.stringContaining("is not the key") as string]);
    expect((await server.run(["doctor"])).output).toMatch(/FAIL secrets: .*is not the key/);
    const shown = await server.run(["secrets:discard"]);
    expect([shown.code, shown.output]).toEqual([
      1,
      expect.stringContaining("1 of 1 secret settings") as string,
    ]);

    renameSync(`${file}.lost`, file);
    await server.start();
    await server.stop();
    expect((await server.run(["doctor"])).output).toMatch(/ok +secrets: the key opens all 2 sealed values/);

    writeFileSync(file, randomBytes(32).toString("hex"), { mode: 0o600 });
    const discarded = await server.run(["secrets:discard", "--yes"]);
    expect([discarded.code, discarded.output]).toEqual([
      0,
      expect.stringContaining("setting:qcloud/qcloud_secret_key") as string,
    ]);
    expect(discarded.output).not.toContain(SECRET);
    const log = await server.rows<{ target: string }>(
      "SELECT target FROM audit_log WHERE action = 'discardSecrets' ORDER BY id",
    );
    expect(log.map(({ target }) => target)).toEqual(["setting:qcloud/qcloud_secret_key", "push:keys"]);
    await server.start();
    const healthy = await server.run(["doctor"]);
    expect(healthy.code, healthy.output).toBe(0);
  },
  PATIENCE_MS,
);

test(
  "a second data folder with the same database is found by its key",
  async () => {
    const other = join(server.folder, "other");
    mkdirSync(other);
    // SQLite lies in the data folder: the other one is a restored copy without its key.
    if (ENGINE === "sqlite") {
      await server.stop();
      copyFileSync(join(server.folder, "luntan.db"), join(other, "luntan.db"));
    }

    const second = await server.run(["start"], { DATA_DIR: other, PORT: "0" });

    expect(second.code).toBe(1);
    expectOneLine(second.output);
    expect(second.output).toContain("if several servers share the database, all need the same secret.key");
    expect(existsSync(join(other, "secret.key"))).toBe(false);
  },
  PATIENCE_MS,
);

test(
  "a damaged secret.key is named in one line",
  async () => {
    if (ENGINE !== "sqlite") await server.stop();
    writeFileSync(join(server.folder, "secret.key"), "not a key");

    const damaged = await server.run(["start"]);

    expect(damaged.code).toBe(1);
    expectOneLine(damaged.output);
    expect(damaged.output).toContain("secret.key is damaged");
  },
  PATIENCE_MS,
);
