import { chmodSync, mkdirSync, renameSync, rmSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ENGINE } from "../support/forum.ts";
import { ServerProcess } from "../support/serverProcess.ts";

const PATIENCE_MS = 300_000;

let server: ServerProcess;
/** Location of the one uploaded file. */
let upload = "";
beforeAll(async () => {
  server = await ServerProcess.open();
  const { token } = await server.register("ada");
  const form = new FormData();
  form.append("file", new Blob(["Some notes."], { type: "text/plain" }), "notes.txt");
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${server.url}/uploads?kind=file`, { method: "POST", headers, body: form });
  const { url } = (await answer.json()) as { url: string };
  upload = join(server.folder, url.slice(1));
}, PATIENCE_MS);
afterAll(() => server?.close());

/** A finding that ends with something to do. */
async function expectFailure(finding: RegExp, todo: RegExp): Promise<void> {
  const { code, output } = await server.run(["doctor"]);
  const lines = output.split("\n");
  const at = lines.findIndex((line) => line.startsWith("FAIL") && finding.test(line));
  expect(at, output).toBeGreaterThanOrEqual(0);
  expect(lines[at + 1]).toMatch(/^ +→ /);
  expect(lines[at + 1]).toMatch(todo);
  expect(code).toBe(1);
}

async function expectHealth(): Promise<string> {
  const { code, output } = await server.run(["doctor"]);
  expect(code, output).toBe(0);
  return output;
}

test(
  "a forum that serves is looked at while it runs, and found healthy",
  async () => {
    const output = await expectHealth();

    expect(output).toMatch(/ok +migrations: all \d+ have run/);
    expect(output).toMatch(/ok +tables: \d{3} can be read and written, \d+ groups of statements run/);
    expect(output).toMatch(/ok +secrets: the key opens all 1 sealed values/);
    expect(output).toMatch(/ok +storage: .* can be read and written/);
    expect(output).toMatch(/ok +files: 1 of 1 stored files looked for, all there/);
    expect(output).toMatch(/ok +clock: /);
    expect(output).toMatch(/(ok|warn) +disk: /);
    expect(output).toMatch(/ok +port: a forum is running/);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  },
  PATIENCE_MS,
);

test(
  "an emptied folder of uploads is found, and so is a file that cannot be read",
  async () => {
    renameSync(join(server.folder, "files"), join(server.folder, "elsewhere"));
    await expectFailure(/files: 1 of the 1 looked for \(1 in all\) are missing: .*ENOENT/, /restore .*files/);

    rmSync(join(server.folder, "files"), { recursive: true });
    renameSync(join(server.folder, "elsewhere"), join(server.folder, "files"));
    renameSync(upload, `${upload}.aside`);
    // A link to itself cannot be read by anybody, whoever runs this test.
    symlinkSync(upload, upload);
    await expectFailure(/files: 1 of the 1 looked for .* unreadable: .*ELOOP/, /give .*files/);

    rmSync(upload);
    renameSync(`${upload}.aside`, upload);
    await expectHealth();
  },
  PATIENCE_MS,
);

test(
  "a clock that stands before what was written or before the last start is found",
  async () => {
    const ahead = "2099-01-01 00:00:00.000";
    const [before] = await server.rows<{ at: string | Date }>(
      "SELECT createdAt AS at FROM users ORDER BY id DESC LIMIT 1",
    );
    const text = (at: string | Date): string =>
      at instanceof Date ? at.toISOString().replace("T", " ").replace("Z", "") : at;
    await server.write("UPDATE users SET createdAt = ? WHERE username = 'ada'", ahead);
    await expectFailure(/clock: .* the newest row of users was written at 2099-01-01/, /set the clock/);
    await server.write("UPDATE users SET createdAt = ? WHERE username = 'ada'", text(before!.at));

    await server.write("UPDATE program_marks SET at = ? WHERE name = 'started'", ahead);
    await expectFailure(/clock: .* the server last noted "started" at 2099-01-01/, /set the clock/);
    await server.write("UPDATE program_marks SET at = ? WHERE name = 'started'", text(before!.at));
    await expectHealth();
  },
  PATIENCE_MS,
);

test(
  "a key that others can read is mentioned, one that cannot be read is a failure",
  async () => {
    const key = join(server.folder, "secret.key");
    chmodSync(key, 0o644);
    expect(await expectHealth()).toMatch(/warn +secrets: other users .*\n +→ chmod 600 /);
    chmodSync(key, 0o600);

    renameSync(key, `${key}.aside`);
    mkdirSync(key);
    await expectFailure(/secret\.key cannot be read \(EISDIR\)/, /must belong to the user/);
    rmSync(key, { recursive: true });
    renameSync(`${key}.aside`, key);
    expect(statSync(key).isFile()).toBe(true);
  },
  PATIENCE_MS,
);

test(
  "a table that lacks a column is named, and so is one whose statements the database does not take; nothing is kept",
  async () => {
    const kept = () =>
      server.rows("SELECT (SELECT COUNT(*) FROM outbox) AS o, (SELECT COUNT(*) FROM notifications) AS n");
    const before = await kept();
    await server.write("ALTER TABLE badges RENAME COLUMN icon TO picture");
    await expectFailure(/tables: badges cannot be used: .*icon/, /restore a backup/);
    await server.write("ALTER TABLE badges RENAME COLUMN picture TO icon");

    // The table is sound, and yet its lists fail: as when the database reserves a word of a statement.
    const index = "ix_posts_approval_createdAt_id";
    await server.write(`DROP INDEX ${index}${ENGINE === "sqlite" ? "" : " ON posts"}`);
    await expectFailure(new RegExp(`tables: posts cannot be used: .*${index}`), /grant the account/);
    await server.write(`CREATE INDEX ${index} ON posts (approval, createdAt, id)`);
    await expectHealth();
    expect(await kept()).toEqual(before);
  },
  PATIENCE_MS,
);
