import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { NeutralFolder } from "../../server/transfer/format/folder.ts";
import { checkFolder } from "../../server/transfer/import/check.ts";
import { FileFetcher } from "../../server/transfer/sources/fileFetcher.ts";
import { readFlarum } from "../../server/transfer/sources/flarum/read.ts";
import { readPhpbb } from "../../server/transfer/sources/phpbb/read.ts";
import type { SourceOptions, SourceReport } from "../../server/transfer/sources/source.ts";
import { ENGINE } from "../support/forum.ts";
import { DISCUZ_Q } from "./discuzQ/community.ts";
import { discuzX } from "./discuzX/community.ts";
import { statements } from "./flarum/community.ts";
import { PHPBB } from "./phpbb/community.ts";
import { Reading } from "./reading.ts";

/** Discuz! lives on a server; SQLite has none. */
const onServer = test.runIf(ENGINE !== "sqlite");
const AVATAR = "/forum/assets/avatars/a.png";
const [PICTURE, PLAN] = ["/forum/assets/files/2021/b.png", "/forum/assets/files/2021/plan.pdf"];

const root = mkdtempSync(join(tmpdir(), "luntan-fetching-"));
const database = join(root, "flarum.sqlite");
/** The web server of the old site, its request handler, and the paths that were requested. */
let site: Server;
let answer: RequestListener;
let asked: string[] = [];

beforeAll(async () => {
  const file = new Sqlite(database);
  for (const sql of statements()) file.exec(sql);
  file.close();
  site = createServer((request, response) => {
    asked.push(request.url!);
    answer(request, response);
  });
  await new Promise<void>((done) => site.listen(0, "127.0.0.1", done));
});
beforeEach(() => {
  asked = [];
});
afterAll(() => {
  site.close();
  rmSync(root, { recursive: true, force: true });
});

/** Answers with files by their addresses, and 404 to all others. */
function serving(files: Readonly<Record<string, string>>): void {
  answer = ({ url }, response) => {
    const content = files[url!];
    response.writeHead(content === undefined ? 404 : 200, { "content-type": "application/octet-stream" });
    response.end(content ?? "gone");
  };
}

function options(folder: string, other: Partial<SourceOptions> = {}): SourceOptions {
  return {
    from: database,
    address: `http://127.0.0.1:${(site.address() as AddressInfo).port}/forum`,
    files: null,
    fetchFiles: true,
    folder: join(root, folder),
    now: new Date("2026-11-26T08:00:00Z"),
    tell: () => undefined,
    ...other,
  };
}

/** Contents of the files that came; the folder has to be whole. */
async function contentsIn(folder: string): Promise<string[]> {
  const neutral = await NeutralFolder.open(join(root, folder));
  await checkFolder(neutral, () => undefined);
  const contents: string[] = [];
  for await (const { record } of neutral.records("files"))
    contents.push(readFileSync(neutral.location(record.path), "utf8"));
  return contents.sort();
}

const reasonFor = (report: SourceReport, path: string): string | undefined =>
  report.remarks["notFetched"]?.rows.find(({ row }) => row === path)?.reason;

test("files come from the addresses of the old site, and the next run asks only for those that are missing", async () => {
  serving({ [AVATAR]: "avatar", [PICTURE]: "picture b" });
  const report = await readFlarum(options("resumed"));
  expect(await contentsIn("resumed")).toEqual(["avatar", "picture b"]);
  expect(reasonFor(report, "public/assets/files/2021/plan.pdf")).toBe("The old site answered 404.");
  expect(report.remarks["missingFiles"]!.count).toBeGreaterThan(0);
  expect(asked.filter((url) => url === PLAN)).toHaveLength(1);

  asked = [];
  serving({ [PLAN]: "plan" });
  await readFlarum(options("resumed"));
  expect(await contentsIn("resumed")).toEqual(["avatar", "picture b", "plan"]);
  expect(asked).not.toContain(AVATAR);
  expect(asked).not.toContain(PICTURE);
});

test("nothing is fetched unless the owner wants it", async () => {
  serving({ [AVATAR]: "avatar" });
  await readFlarum(options("unasked", { fetchFiles: false }));
  expect(asked).toEqual([]);
  expect(await contentsIn("unasked")).toEqual([]);
  await expect(readFlarum(options("nowhere", { address: "" }))).rejects.toThrow(
    "Give the address of the old site",
  );
});

test("what is cut off, a page, or elsewhere is no file, and is told", async () => {
  answer = ({ url }, response) => {
    if (url === AVATAR) {
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
      response.end("<p>Sign in</p>");
    } else if (url === PICTURE) {
      response.writeHead(200, { "content-length": "1000" });
      response.write("half", () => response.destroy());
    } else {
      response.writeHead(302, { location: "http://127.0.0.1:1/secret" });
      response.end();
    }
  };
  const report = await readFlarum(options("refused"));
  expect(await contentsIn("refused")).toEqual([]);
  expect(reasonFor(report, "public/assets/avatars/a.png")).toBe("The old site showed a page instead.");
  expect(reasonFor(report, "public/assets/files/2021/b.png")).toBe("The old site ended the answer early.");
  expect(reasonFor(report, "public/assets/files/2021/plan.pdf")).toBe("The old site answered 302.");
  expect(existsSync(join(root, "refused/fetched/public/assets/files/2021/b.png.part"))).toBe(false);
});

test("paths of the source lead nowhere else on the old site", async () => {
  serving({});
  await readFlarum(options("outside"));
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.filter((url) => !url.startsWith("/forum/assets/") || url.includes(".."))).toEqual([]);
});

test("a site that does not answer any more ends the run, which can go on later", async () => {
  const fetcher = new FileFetcher("http://127.0.0.1:1");
  const fetch = (): Promise<string | null> => fetcher.fetch("/a.png", join(root, "away/a.png"));
  for (let times = 1; times < 20; times++) expect(await fetch()).toContain("did not answer");
  await expect(fetch()).rejects.toThrow("Run the same command again");
});

onServer("sites of Discuz! give files and avatars by their folders", async () => {
  answer = ({ url }, response) => void response.end(`file ${url}`);
  const q = await Reading.begin(DISCUZ_Q);
  await q.again({ ...options("q"), from: q.database.url });
  await q.end();
  expect(await contentsIn("q")).toEqual(
    expect.arrayContaining([
      "file /forum/storage/attachments/2021/03/04/a.png",
      "file /forum/storage/avatars/000/00/00/01.png",
    ]),
  );
  const x = await Reading.begin(discuzX());
  await x.again({ ...options("x"), from: x.database.url });
  await x.end();
  expect(await contentsIn("x")).toEqual(
    expect.arrayContaining([
      "file /forum/data/attachment/forum/202103/04/cat.png",
      "file /forum/uc_server/data/avatar/000/00/00/01_avatar_big.jpg",
    ]),
  );
});

test("a phpBB site gives attachments and avatars by its script", async () => {
  const { url: from } = await PHPBB.make(root);
  answer = ({ url }, response) => void response.end(`file ${url}`);
  await readPhpbb(options("phpbb", { from }));
  expect(await contentsIn("phpbb")).toContainEqual(
    expect.stringMatching(/^file \/forum\/download\/file\.php\?id=\d+$/),
  );
  expect(await contentsIn("phpbb")).toContainEqual(
    expect.stringMatching(/^file \/forum\/download\/file\.php\?avatar=/),
  );
});
