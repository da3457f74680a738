import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, expect, test } from "vitest";
import { type PackedFile, zipOf } from "../plugins/packing.ts";
import type { ServerProcess } from "../support/serverProcess.ts";
import { BEFORE, communityFiles, isClosed, newForum, opensAgain, Owner } from "./page/owner.ts";

const PATIENCE_MS = 300_000;

let files: PackedFile[];
let server: ServerProcess;

beforeAll(async () => {
  files = await communityFiles();
}, PATIENCE_MS);
afterEach(async () => {
  await server?.close();
});

const phase = (): string =>
  (JSON.parse(readFileSync(join(server.folder, "import/state.json"), "utf8")) as { phase: string }).phase;

test(
  "an owner tries an archive, reads the report, and moves the community in",
  async () => {
    server = await newForum();
    const owner = await Owner.signIn(server);
    expect(await owner.page()).toMatchObject({ obstacle: null, canStart: true, run: null });
    const archive = zipOf(files);
    expect(new Set(await owner.upload("forum.zip", archive, 1_000))).toEqual(new Set([200]));
    expect((await owner.page()).upload).toEqual({ name: "forum.zip", bytes: archive.length });
    const { run } = await owner.check({ source: "NEUTRAL" });
    expect(run).toMatchObject({ phase: "CHECKED", problem: null, administrators: [BEFORE.username] });
    expect(run.counts).toContainEqual({ name: "threads", count: 2 });
    expect(await (await owner.get("/import-report")).text()).toContain("Dry run");
    expect(await (await owner.get("/import-report?format=json")).json()).toMatchObject({ result: null });
    // Nothing was written.
    expect(await server.rows("SELECT t.id FROM threads t WHERE t.title = '搬家的猫'")).toEqual([]);

    await owner.ask(`mutation { startImport }`);
    await isClosed(server);
    await opensAgain(server);
    await expect(Owner.signIn(server)).rejects.toThrow("LOGIN_FAILED");
    const before = await Owner.signIn(server, BEFORE);
    expect(await before.page()).toMatchObject({ obstacle: "MOVED_IN", run: { phase: "MOVED_IN" } });
    expect((await server.ask(`{ threads { nodes { title } } }`)).threads.nodes).toContainEqual({
      title: "搬家的猫",
    });
    const report = await (await before.get("/import-report?format=json")).json();
    expect(report.result.counts.threads).toMatchObject({ added: 2 });
    // It holds messages and hashes: once the report is read, nobody needs it.
    await before.ask(`mutation { discardImport }`);
    expect(readdirSync(join(server.folder, "import"))).toEqual([]);
  },
  PATIENCE_MS,
);

test(
  "while the community moves in, visitors see that, and old clients hear it; a killed server goes on",
  async () => {
    server = await newForum();
    const owner = await Owner.signIn(server);
    await owner.checkArchive(files);
    await owner.ask(`mutation { startImport }`);
    await isClosed(server);
    const page = await fetch(`${server.url}/admin/import`, { headers: { "accept-language": "en" } });
    expect([page.status, await page.text()]).toEqual([
      503,
      expect.stringContaining("A community is moving in"),
    ]);
    const chinese = await fetch(`${server.url}/`, { headers: { "accept-language": "zh-CN" } });
    expect(await chinese.text()).toContain("社区正在迁入");
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    const old = await fetch(`${server.url}/api/v3/thread.list`);
    expect([old.status, (await old.json()).Code]).toEqual([503, -3005]);
    await server.kill();
    expect(phase()).toBe("IMPORTING");
    await server.start();
    await Owner.signIn(server, BEFORE);
    expect(phase()).toBe("MOVED_IN");
  },
  PATIENCE_MS,
);

test(
  "an import that fails leaves an empty forum with its owner",
  async () => {
    server = await newForum();
    const owner = await Owner.signIn(server);
    await owner.checkArchive(files);
    breakFile();
    await owner.ask(`mutation { startImport }`);
    await isClosed(server);
    await opensAgain(server);
    const again = await Owner.signIn(server);
    const page = await again.page();
    expect(page).toMatchObject({ obstacle: null, run: { phase: "FAILED" } });
    expect(page.run?.problem).toMatch(/^[^\n]{10,300}$/);
    expect(readFileSync(join(server.folder, "import/state.json"), "utf8")).not.toContain("passwordHash");
  },
  PATIENCE_MS,
);

/** Changes bytes of a file after it was checked, as a bad disk does: its sum is compared when it is copied. */
function breakFile(): void {
  const folder = join(server.folder, "import/community/files");
  const stored = readdirSync(folder, { recursive: true, withFileTypes: true }).find((entry) =>
    entry.isFile(),
  )!;
  const location = join(stored.parentPath, stored.name);
  const bytes = readFileSync(location);
  bytes[0]! ^= 1;
  writeFileSync(location, bytes);
}

test(
  "archives that would reach out of their folder, or blow up, are refused in one sentence",
  async () => {
    server = await newForum();
    const owner = await Owner.signIn(server);
    const bomb = Buffer.alloc(30_000_000, "a");
    const cases: [string, Buffer, RegExp, RegExp][] = [
      [
        "a way out",
        zipOf([...files, { name: "../../secret.key", content: "x" }]),
        /指向文件夹之外/,
        /leads out/,
      ],
      [
        "an absolute name",
        zipOf([...files, { name: "/etc/cron.d/x", content: "x" }]),
        /指向文件夹之外/,
        /leads out/,
      ],
      [
        "a link",
        zipOf([...files, { name: "files/aa/link", content: "/etc/passwd", mode: 0o120777 }]),
        /链接/,
        /a link/,
      ],
      [
        "a bomb",
        zipOf([...files, { name: "files/aa/bomb", content: bomb }]),
        /比看起来大得多/,
        /much larger/,
      ],
      [
        "a lie",
        zipOf([{ name: "manifest.json", content: "x".repeat(5_000), announced: 5 }]),
        /与声明的长度不符/,
        /not as long as it says/,
      ],
      [
        "no folder",
        zipOf([{ name: "readme.txt", content: "x" }]),
        /没有 manifest\.json/,
        /no manifest\.json/,
      ],
      [
        "another version",
        zipOf(ofVersion(9)),
        /格式版本是 9，本程序读取版本 1/,
        /has version 9 of the format/,
      ],
      ["no archive", randomBytes(5_000), /不是 zip 压缩包/, /no zip archive/],
      ["half an archive", zipOf(files).subarray(0, 3_000), /不是 zip 压缩包/, /no zip archive/],
      [
        "a record that is none",
        zipOf(broken()),
        /^threads\.ndjson 第 1 行：不符合格式（id: 无效输入：/,
        /^threads\.ndjson, line 1: id: Invalid input/,
      ],
    ];
    for (const [name, archive, zh, en] of cases) {
      await owner.upload("forum.zip", archive);
      const { run } = await owner.check({ source: "NEUTRAL" });
      const problems = await owner.problems();
      expect([name, run.phase, ...problems]).toEqual([
        name,
        "FAILED",
        expect.stringMatching(zh),
        expect.stringMatching(en),
      ]);
      expect(problems.join("")).not.toContain("\n");
      await expect(owner.ask(`mutation { startImport }`)).rejects.toThrow("FORBIDDEN");
    }
    expect(existsSync(join(server.folder, "secret.key"))).toBe(true);
  },
  PATIENCE_MS,
);

const ofVersion = (version: number): PackedFile[] =>
  files.map((file) => {
    if (file.name !== "manifest.json") return file;
    const manifest = JSON.parse(String(file.content)) as object;
    return { ...file, content: JSON.stringify({ ...manifest, version }) };
  });

const broken = (): PackedFile[] =>
  files.map((file) => (file.name === "threads.ndjson" ? { ...file, content: "{}\n" } : file));

test(
  "passwords of databases are nowhere afterwards, and errors do not repeat them",
  async () => {
    server = await newForum({ LOG_LEVEL: "info" });
    const owner = await Owner.signIn(server);
    const connection = "mysql://root:Sesame-open-9@127.0.0.1:9/old";
    const { run } = await owner.check({ source: "DISCUZ_Q", connection });
    expect(run.phase).toBe("FAILED");
    expect(await owner.problems()).toEqual([
      "无法读取数据库 old（ECONNREFUSED）：该地址没有数据库应答。",
      "The database old cannot be read (ECONNREFUSED): nothing answers at this address.",
    ]);
    const state = readFileSync(join(server.folder, "import/state.json"), "utf8");
    const log = await server.rows("SELECT a.* FROM audit_log a");
    expect(JSON.stringify(log)).toContain("checkImport");
    for (const text of [state, server.output, JSON.stringify(log)]) expect(text).not.toContain("Sesame");
    for (const odd of ["/etc/passwd", "file:///etc/passwd", "http://127.0.0.1/"])
      await expect(owner.check({ source: "FLARUM", connection: odd })).rejects.toThrow("INVALID_PARAMETER");
    await expect(owner.check({ source: "FLARUM", connection, siteFolder: "../.." })).rejects.toThrow(
      "siteFolder",
    );
  },
  PATIENCE_MS,
);

test(
  "a forum in which people are is no place for another community",
  async () => {
    server = await newForum();
    const owner = await Owner.signIn(server);
    await owner.checkArchive(files);
    const { token } = await server.register("ada");
    expect((await owner.page()).obstacle).toBe("HAS_MEMBERS");
    await expect(owner.ask(`mutation { startImport }`)).rejects.toThrow("除站长外论坛已有成员");
    await expect(owner.check({ source: "NEUTRAL" })).rejects.toThrow("FORBIDDEN");
    expect(await owner.upload("forum.zip", zipOf(files))).toEqual([403]);
    // Members see none of it.
    const report = await fetch(`${server.url}/import-report`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(report.status).toBe(403);
    expect((await fetch(`${server.url}/import-report`)).status).toBe(401);
  },
  PATIENCE_MS,
);
