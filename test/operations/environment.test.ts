import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadConfig } from "../../server/config.ts";

/** An operator keeps secrets in files, as Docker and systemd hand them over, and names the database by its parts. */
let folder: string;
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), "luntan-environment-"))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

test("secrets are read from the files that the variables with _FILE name, without the line's end", () => {
  const config = loadConfig({
    ADMIN_USERNAME: "owner",
    ADMIN_PASSWORD_FILE: file("admin", "a long password\n"),
    METRICS_TOKEN_FILE: file("token", "0123456789abcdef\r\n"),
    LUNTAN_BACKUP_PASSPHRASE_FILE: file("passphrase", "correct horse battery"),
    DATABASE_URL_FILE: file("url", "mysql://a:b@host/forum\n"),
  });
  expect(config.firstAdmin).toEqual({ username: "owner", password: "a long password" });
  expect(config.metricsToken).toBe("0123456789abcdef");
  expect(config.backupPassphrase).toBe("correct horse battery");
  expect(config.databaseUrl).toBe("mysql://a:b@host/forum");
});

test("the parts of the database's address may hold any character", () => {
  const parts = { DB_HOST: "db", DB_USER: "lun@tan", DB_PASSWORD: "p/a:s?s#%", DB_NAME: "论坛" };
  const { username, password, host, pathname } = new URL(loadConfig(parts).databaseUrl!);
  expect([username, password, pathname].map(decodeURIComponent)).toEqual(["lun@tan", "p/a:s?s#%", "/论坛"]);
  expect(host).toBe("db:3306");
  expect(loadConfig({ ...parts, DB_PORT: "3307" }).databaseUrl).toContain("@db:3307/");
  const inFile = { ...parts, DB_PASSWORD: "", DB_PASSWORD_FILE: file("password", "p@ss\n") };
  expect(loadConfig(inFile).databaseUrl).toContain(":p%40ss@");
});

test.each([
  [
    { METRICS_TOKEN: "0123456789abcdef", METRICS_TOKEN_FILE: "x" },
    "METRICS_TOKEN: set it or METRICS_TOKEN_FILE, not both",
  ],
  [{ METRICS_TOKEN_FILE: "missing/file" }, "METRICS_TOKEN_FILE: missing/file holds no first line to read"],
  [{ DB_HOST: "db" }, "DB_HOST, DB_USER and DB_NAME go together"],
  [{ DB_PASSWORD: "secret" }, "DB_HOST, DB_USER and DB_NAME go together"],
  [
    { DB_HOST: "db", DB_USER: "a", DB_NAME: "b", DATABASE_URL: "mysql://a@b/c" },
    "DATABASE_URL: set it or DB_HOST",
  ],
])("%j is refused with a sentence that names the variable", (variables, sentence) => {
  expect(() => loadConfig(variables)).toThrow(sentence);
});

test("an empty file is no secret", () => {
  expect(() => loadConfig({ METRICS_TOKEN_FILE: file("empty", "\n") })).toThrow("METRICS_TOKEN_FILE");
});
