import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadConfig } from "../../server/config.ts";
import { ArchiveWriter } from "../../server/transfer/backup/archiveWriter.ts";
import { BackupFile } from "../../server/transfer/backup/backupFile.ts";
import { HEADER_NAME, type Header } from "../../server/transfer/backup/format.ts";
import { verifyBackup } from "../../server/transfer/backup/verify.ts";
import { ROOT } from "../support/root.ts";
import { numbersFrom } from "../support/numbers.ts";
import { ServerProcess, UNOPTIMIZED } from "../support/serverProcess.ts";

const PATIENCE_MS = 300_000;
const PASSPHRASE = "correct horse battery staple";
/** Damaged copies of each kind that are tried. */
const DAMAGES = 10;
/** Bytes of gzip's header that say nothing about the content: flags are checked, time and system are not. */
const GZIP_HEADER = 10;

let root: string;
let forum: ServerProcess;
let plain: string;
let encrypted: string;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), "luntan-damage-"));
  forum = await ServerProcess.prepare();
  expect((await forum.run(["seed", "--threads", "5"])).code).toBe(0);
  [plain, encrypted] = [join(root, "plain.backup"), join(root, "encrypted.backup")];
  expect((await forum.run(["backup", plain, "--quick"])).code).toBe(0);
  const secret = join(root, "passphrase");
  writeFileSync(secret, `${PASSPHRASE}\n`);
  expect((await forum.run(["backup", encrypted, "--passphrase-file", secret])).code).toBe(0);
}, PATIENCE_MS);
afterAll(async () => {
  await forum?.close();
  if (root) rmSync(root, { recursive: true, force: true });
});

/** The command says in one line why it does nothing. */
async function expectRefusal(args: string[], why: RegExp, env: Record<string, string> = {}): Promise<void> {
  const { code, output } = await forum.run(args, env);
  expect(output.trim().split("\n"), output).toHaveLength(1);
  expect(output).toMatch(why);
  expect(code).toBe(1);
}

/** An empty data folder, into which nothing may be written. */
function untouched(): { env: Record<string, string>; names(): string[] } {
  const folder = mkdtempSync(join(root, "target-"));
  return { env: { DATA_DIR: folder }, names: () => readdirSync(folder) };
}

/** Writes an archive as one that knows the format would. */
async function forged(
  name: string,
  header: object,
  parts: readonly (readonly [name: string, text: string])[] = [],
): Promise<string> {
  const location = join(root, name);
  const archive = await ArchiveWriter.open(location, null);
  await archive.add(HEADER_NAME, Buffer.from(JSON.stringify(header)));
  for (const [path, text] of parts) await archive.add(path, Buffer.from(text));
  await archive.end();
  return location;
}

async function headerOf(location: string): Promise<Header> {
  const backup = await BackupFile.open(location, null);
  backup.close();
  return backup.header;
}

test(
  "an encrypted backup opens with its passphrase only, and shows nothing of the forum",
  async () => {
    await expectRefusal(["backup", "--verify", encrypted], /is encrypted: give its passphrase/);
    const wrong = { LUNTAN_BACKUP_PASSPHRASE: "incorrect horse battery" };
    await expectRefusal(["backup", "--verify", encrypted], /passphrase is not that of this backup/, wrong);
    const right = { LUNTAN_BACKUP_PASSPHRASE: PASSPHRASE };
    const { code, output } = await forum.run(["backup", "--verify", encrypted], right);
    expect([code, output]).toEqual([0, expect.stringContaining("Verified") as string]);
    expect(output).not.toContain(PASSPHRASE);
    expect(readFileSync(encrypted, "latin1")).not.toMatch(/backup\.json|ustar|\u001f\u008b\u0008/);
    const weak = await forum.run(["backup", join(root, "weak.backup")], {
      LUNTAN_BACKUP_PASSPHRASE: "short",
    });
    expect(weak.code).toBe(1);
    expect(weak.output).toMatch(/LUNTAN_BACKUP_PASSPHRASE: must have 10 characters/);
    expect(existsSync(join(root, "weak.backup"))).toBe(false);
  },
  PATIENCE_MS,
);

/** Unpacks an archive; null if it is damaged. One bit in 2,500 fills up a byte between two blocks, and says nothing. */
function unpacked(archive: Buffer): Buffer | null {
  try {
    return gunzipSync(archive);
  } catch {
    return null;
  }
}

test.each([
  ["plain", null],
  ["encrypted", PASSPHRASE],
] as const)(
  "a backup (%s) that was cut off or changed at any place is refused",
  async (name, passphrase) => {
    const bytes = readFileSync(join(root, `${name}.backup`));
    const config = loadConfig({ DATA_DIR: root, NODE_ENV: "test" });
    const seed = Math.floor(Math.random() * 2 ** 31);
    const random = numbersFrom(seed);
    const damaged = join(root, "damaged.backup");
    const verify = (): Promise<void> =>
      verifyBackup(config, { location: damaged, passphrase, depth: "read" }, () => undefined);
    writeFileSync(damaged, bytes);
    await verify();
    const content = gunzipSync(readFileSync(plain));
    for (let each = 0; each < DAMAGES; each++) {
      const place = each === 0 ? bytes.length - 1 : GZIP_HEADER + random(bytes.length - GZIP_HEADER);
      writeFileSync(damaged, bytes.subarray(0, place));
      await expect(verify(), `seed ${seed}, cut at ${place}`).rejects.toThrow(/damaged|no backup/);
      const flipped = Buffer.from(bytes);
      flipped[place]! ^= 1 << random(8);
      if (passphrase === null && unpacked(flipped)?.equals(content)) continue;
      writeFileSync(damaged, flipped);
      await expect(verify(), `seed ${seed}, changed at ${place}`).rejects.toThrow(/damaged|no backup/);
    }
  },
  PATIENCE_MS,
);

test(
  "a damaged backup is not restored, and what is there stays",
  async () => {
    const cut = join(root, "cut.backup");
    writeFileSync(cut, readFileSync(plain).subarray(0, -100));
    await forum.start();
    await forum.stop();
    const before = await forum.rows("SELECT * FROM users ORDER BY id");
    const { code, output } = await forum.run(["restore", cut, "--yes"]);
    expect([code, output]).toEqual([1, expect.stringContaining("The backup is damaged") as string]);
    expect(await forum.rows("SELECT * FROM users ORDER BY id")).toEqual(before);
    expect((await forum.run(["doctor"])).output).toMatch(/warn +backup: a restore has ended early/);
    await forum.start();
    await forum.stop();
  },
  PATIENCE_MS,
);

test(
  "other files, newer backups and names that lead out of the folder are refused",
  async () => {
    const target = untouched();
    const foreign = join(root, "foreign");
    writeFileSync(foreign, "CREATE TABLE users");
    await expectRefusal(["restore", foreign, "--yes"], /is no backup of Luntan/, target.env);
    writeFileSync(foreign, gzipSync("CREATE TABLE users"));
    await expectRefusal(["restore", foreign, "--yes"], /damaged|is no backup of Luntan/, target.env);
    await expectRefusal(["restore", join(root, "nowhere"), "--yes"], /cannot be read \(ENOENT\)/, target.env);

    const header = await headerOf(plain);
    const format = await forged("format.backup", { ...header, format: 2, version: "9.1.0" });
    await expectRefusal(["restore", format, "--yes"], /made by Luntan 9\.1\.0, which is newer/, target.env);
    const migrations = [...header.migrations, "Later1999000000000"];
    const newer = await forged("newer.backup", { ...header, migrations, version: "9.1.0" });
    await expectRefusal(["restore", newer, "--yes"], /does not know Later1999000000000/, target.env);
    expect(target.names()).toEqual([]);

    for (const name of [
      "files/../../evil.txt",
      "/etc/evil.txt",
      "files//evil.txt",
      "evil.txt",
      "plugins/..\\evil",
    ]) {
      const place = untouched();
      const forgery = await forged("names.backup", header, [[name, "evil"]]);
      const { code, output } = await forum.run(["restore", forgery, "--yes"], place.env);
      expect([code, output]).toEqual([
        1,
        expect.stringContaining("which no backup of this program holds") as string,
      ]);
      expect(existsSync(join(root, "evil.txt"))).toBe(false);
      expect(place.names()).not.toContain("evil.txt");
    }
    const tables = [{ ...header.tables[0]!, name: "plugin_x` (id int); DROP TABLE users; --" }];
    const injected = await forged("tables.backup", { ...header, tables });
    await expectRefusal(["restore", injected, "--yes"], /backup\.json has another form/, target.env);
  },
  PATIENCE_MS,
);

test(
  "a backup replaces no file, and has a folder",
  async () => {
    await expectRefusal(["backup"], /Give one file/);
    await expectRefusal(["backup", plain], /exists already/);
    await expectRefusal(["backup", join(root, "no", "such.backup")], /The folder .*no does not exist/);
    await expectRefusal(["backup", join(forum.folder, "files", "a.backup")], /lies in what is backed up/);
  },
  PATIENCE_MS,
);

/** Ends a command without warning once it has said something. */
async function killedAfter(word: string, args: string[], env: Record<string, string>): Promise<void> {
  const child = spawn(process.execPath, [...UNOPTIMIZED, "server/cli/luntan.mjs", ...args], {
    cwd: ROOT,
    env: { PATH: process.env["PATH"] ?? "", DATA_DIR: forum.folder, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const signal = await new Promise((resolve) => {
    child.stdout.on("data", (bytes: Buffer) => {
      if (bytes.toString().includes(word)) child.kill("SIGKILL");
    });
    child.once("close", (_code, by) => resolve(by));
  });
  expect(signal).toBe("SIGKILL");
}

test(
  "a backup that is killed leaves no file under its name, and runs again",
  async () => {
    const file = join(root, "killed.backup");
    await killedAfter("Backing up", ["backup", file], {});
    expect(existsSync(file)).toBe(false);
    const { code, output } = await forum.run(["backup", file]);
    expect(code, output).toBe(0);
    expect(readdirSync(root).filter((name) => name.startsWith("killed"))).toEqual(["killed.backup"]);
  },
  PATIENCE_MS,
);

test(
  "a restore into an empty place that is killed is refused by start and doctor, and runs again",
  async () => {
    const { env, names } = untouched();
    await killedAfter("Copying", ["restore", plain, "--yes"], env);
    for (const command of [["start"], ["backup", join(root, "half.backup")], ["migrate"]])
      await expectRefusal(command, /A move or a restore into this database has not finished/, env);
    expect((await forum.run(["doctor"], env)).output).toMatch(
      /FAIL +database: A move or a restore into this database has not finished/,
    );
    const { code, output } = await forum.run(["restore", plain, "--yes"], env);
    expect(code, output).toBe(0);
    expect(output).toMatch(/replaces what an unfinished restore or move has left[^]*Restored, equal/);
    expect(names()).not.toContain("restoring");
  },
  PATIENCE_MS,
);
