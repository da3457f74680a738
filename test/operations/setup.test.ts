import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadConfig } from "../../server/config.ts";
import { freePort } from "../support/forum.ts";
import { refuseOwnSettings } from "../support/ownSettings.mjs";
import { ROOT } from "../support/root.ts";

/** An operator on the first day: `luntan setup` asks, writes the settings, and every command reads them. */
let folder: string;
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), "luntan-setup-"))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a command in a folder, with the answers of somebody who types them. */
async function luntan(
  args: readonly string[],
  answers: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<{ code: number | null; output: string }> {
  const { PATH = "", HOME = "" } = process.env;
  const child = spawn(process.execPath, [join(ROOT, "server/cli/luntan.mjs"), ...args], {
    cwd: folder,
    env: { PATH, HOME, ...env },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (bytes: Buffer) => void (output += bytes.toString()));
  child.stdin.end(answers.map((answer) => `${answer}\n`).join(""));
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { code, output };
}

const settingsIn = (file: string) => parseEnv(readFileSync(file, "utf8")) as Record<string, string>;

test("a forum on a machine of its own: wrong answers are asked again, and the next command reads the file", async () => {
  const data = join(folder, "data of the forum");
  const answers = [
    "forum.example.org",
    "https://forum.example.org",
    "",
    "",
    "",
    data,
    "no",
    "yes",
    "",
    "yes",
  ];
  const { code, output } = await luntan(["setup"], answers);

  expect(output).toContain("PUBLIC_URL: Invalid URL");
  expect(code).toBe(0);
  const file = join(folder, "luntan.env");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const settings = settingsIn(file);
  expect(settings).toMatchObject({
    PUBLIC_URL: "https://forum.example.org",
    TRUST_PROXY: "127.0.0.1,::1",
    HOST: "127.0.0.1",
    DATA_DIR: data,
    BACKUP_DIR: join(data, "backups"),
  });
  expect(settings["METRICS_TOKEN"]).toHaveLength(32);
  expect(loadConfig(settings)).toMatchObject({ port: 3000, backups: { folder: join(data, "backups") } });

  await luntan(["migrate"]);
  expect(existsSync(join(data, "luntan.db"))).toBe(true);
});

test("a second run offers what stands in the file, keeps the rest of it, and the environment counts for more", async () => {
  const file = join(folder, "second.env");
  const text =
    "# Ours\nLOG_LEVEL=warn\nPUBLIC_URL=http://forum.test\nBACKUP_DIR=/old\nMETRICS_TOKEN=0123456789abcdef\n";
  writeFileSync(file, text);
  const { code } = await luntan(["setup", "--file", file], ["", "8080", "", "no", "no", ""]);

  expect(code).toBe(0);
  const kept = "# Ours\nLOG_LEVEL=warn\nPUBLIC_URL=http://forum.test\nMETRICS_TOKEN=0123456789abcdef\n";
  expect(readFileSync(file, "utf8")).toBe(`${kept}PORT=8080\nDATA_DIR=${join(folder, "data")}\n`);

  const elsewhere = join(folder, "elsewhere");
  await luntan(["migrate"], [], { LUNTAN_ENV_FILE: file, DATA_DIR: elsewhere });
  expect(existsSync(join(elsewhere, "luntan.db"))).toBe(true);
});

test("a forum that leaves its database server, whose address is in another file, is left with SQLite", async () => {
  const file = join(folder, "leaving.env");
  const secret = join(folder, "secret");
  writeFileSync(secret, "0123456789abcdef\n");
  const twice = "PORT=4000\nPORT=5000\n";
  writeFileSync(
    file,
    `${twice}DB_HOST=db\nDB_USER=a\nDB_NAME=b\nDB_PASSWORD_FILE=${secret}\nMETRICS_TOKEN_FILE=${secret}\n`,
  );
  const { code } = await luntan(["setup", "--file", file], ["http://forum.test", "", "", "no", "no"]);

  expect(code).toBe(0);
  expect(loadConfig(settingsIn(file))).toMatchObject({
    port: 5000,
    databaseUrl: undefined,
    metricsToken: "0123456789abcdef",
  });
  expect(readFileSync(file, "utf8").match(/PORT=/g)).toHaveLength(1);
});

test("a file with which the forum would not start is left as it was, and the reason is said", async () => {
  const file = join(folder, "wrong.env");
  writeFileSync(file, "LOG_LEVEL=loud\n");
  const { code, output } = await luntan(
    ["setup", "--file", file],
    ["http://forum.test", "", "", "no", "no", "no"],
  );

  expect([code, output]).toEqual([1, expect.stringContaining("LOG_LEVEL: ")]);
  expect(readFileSync(file, "utf8")).toBe("LOG_LEVEL=loud\n");
});

test("tests and benchmarks do not begin where settings name a forum", () => {
  expect(() => refuseOwnSettings(ROOT)).not.toThrow();
  const checkout = mkdtempSync(join(folder, "checkout-"));
  writeFileSync(join(checkout, "luntan.env"), "DB_HOST=db\n");
  expect(() => refuseOwnSettings(checkout)).toThrow("names a forum");
});

test("a database server that does not answer is said, and can be left for later; a password never shows", async () => {
  const file = join(folder, "server.env");
  const port = String(await freePort());
  const database = ["yes", "", port, "luntan", "forum", "p@ss word#1"];
  const { code, output } = await luntan(
    ["setup", "--file", file],
    ["", "", "", ...database, "yes", ...database.slice(1), "no", "no", ""],
  );

  expect(code).toBe(0);
  expect(output.match(/ECONNREFUSED/g)).toHaveLength(2);
  expect(output).not.toContain("p@ss");
  expect(settingsIn(file)).toMatchObject({ DB_HOST: "127.0.0.1", DB_PORT: port, DB_PASSWORD: "p@ss word#1" });
  expect(new URL(loadConfig(settingsIn(file)).databaseUrl!).password).toBe("p%40ss%20word%231");
});

test("an input that ends early writes nothing, and a file of settings that is not there is said", async () => {
  const file = join(folder, "third.env");
  const { code, output } = await luntan(["setup", "--file", file], ["http://forum.test"]);
  expect(code).toBe(1);
  expect(output).toContain("nothing was written");
  expect(existsSync(file)).toBe(false);

  const lost = await luntan(["version"], [], { LUNTAN_ENV_FILE: file });
  expect(lost.code).toBe(1);
  expect(lost.output).toContain(`The settings in ${file} cannot be read (ENOENT)`);
});
