import { rmSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { NeutralWriter } from "../../format/folder.ts";
import type { SqlSource } from "../sqlSource.ts";
import { addressOf } from "../fileFetcher.ts";
import { takeGhostName } from "../names.ts";
import { oldFilesOf, openMemory } from "../oldFiles.ts";
import { writeFiles, writeSorted } from "../run.ts";
import { Scratch } from "../scratch.ts";
import { ReportWriter, writeFormerForum, type SourceOptions, type SourceReport } from "../source.ts";
import { LocalTimes, wholeOf } from "../values.ts";
import { Access } from "./access.ts";
import { BACKUP_FOLDER, isBackup, unpackBackup } from "./backup.ts";
import { filesOf, openDiscourse, TABLES_FILE } from "./database.ts";
import { noteFiles, writeAttachments } from "./files.ts";
import { readGroups } from "./groups.ts";
import { noteNames, readMembers } from "./members.ts";
import { readMessages } from "./messages.ts";
import { noteThreads } from "./outline.ts";
import { readPermalinks } from "./permalinks.ts";
import { readCategories, readTopics } from "./places.ts";
import { readInvitations, readWords } from "./registration.ts";
import { readBlocks, readBookmarks, readLikes, readWatches } from "./relations.ts";
import type { Run } from "./run.ts";
import { readSettings, settingsOf } from "./settings.ts";
import { listQueue, readPosts, readThreads } from "./threads.ts";

/** Time of rows without one in a forum without members. */
const EPOCH = new Date(0).toISOString();
/** Posts on a page of a topic for programs that run no scripts. */
const POSTS_PER_PAGE = 20;

/** Path on the old site of a file that members have uploaded. */
const onSite = (path: string): string | null => (path.startsWith("uploads/") ? addressOf(path) : null);

/** Parts of the reader, in the order in which they need each other. */
const PARTS: readonly (readonly [string, (run: Run) => Promise<void>])[] = [
  ["settings", readSettings],
  ["members", readMembers],
  ["blocks", readBlocks],
  ["outline of topics", noteThreads],
  ["groups", readGroups],
  ["categories", readCategories],
  ["tags", readTopics],
  ["uploads", noteFiles],
  ["topics", readThreads],
  ["posts", readPosts],
  ["queue", listQueue],
  ["messages", readMessages],
  ["uploads", writeAttachments],
  ["likes", readLikes],
  ["bookmarks", readBookmarks],
  ["watches", readWatches],
  ["watched words", readWords],
  ["invitations", readInvitations],
  ["files", writeFiles],
  ["permalinks", readPermalinks],
  [
    "former forum",
    ({ writer, options }) => writeFormerForum(writer, "discourse", options.address, POSTS_PER_PAGE),
  ],
  ["old addresses", (run) => writeSorted(run, "oldAddresses")],
];

/**
 * Reads a forum of Discourse from its backup, or from a dump of its database, into a folder of the neutral format. Nothing is
 * written to it; memory does not grow with it.
 * @throws {Error} with one sentence if it is none of Discourse, or cannot be read
 */
export async function readDiscourse(given: SourceOptions): Promise<SourceReport> {
  await mkdir(given.folder, { recursive: true });
  const backup = join(given.folder, BACKUP_FOLDER);
  let options = given;
  let source: SqlSource | null = null;
  let scratch: Scratch | null = null;
  try {
    if (await isBackup(given.from)) {
      given.tell("Unpacking");
      await unpackBackup(given.from, backup);
      options = { ...given, from: backup };
    }
    source = await openDiscourse(options);
    const largest = wholeOf((await source.row("SELECT MAX(u.id) AS id FROM {users} u"))["id"]);
    const memory = await openMemory(options, largest);
    scratch = new Scratch(options.folder);
    const run = await begin(options, source, scratch, memory);
    await noteNames(run);
    run.ghostName = takeGhostName(run);
    for (const [name, read] of PARTS) {
      options.tell(`Discourse: ${name}`);
      await read(run);
    }
    return run.report.finish(await run.writer.finish(options.now));
  } finally {
    scratch?.close();
    await source?.close();
    rmSync(join(given.folder, TABLES_FILE), { force: true });
    rmSync(backup, { recursive: true, force: true });
  }
}

async function begin(
  options: SourceOptions,
  source: SqlSource,
  scratch: Scratch,
  memory: { readonly key: string; readonly ghostId: number },
): Promise<Run> {
  const { address } = options;
  const report = new ReportWriter("discourse");
  for (const table of source.tables()) report.countTable(table, await source.count(table));
  const writer = await NeutralWriter.open(options.folder, { software: "discourse", version: "", address });
  // Discourse writes its times in UTC.
  const times = new LocalTimes("UTC");
  const settings = await settingsOf(source);
  const access = await Access.read(source, settings.get("login_required") === "t");
  const first = await source.row(
    "SELECT MIN(u.created_at) AS time FROM {users} u WHERE u.id > 0 AND u.created_at > '1971-01-01'",
  );
  return {
    options,
    source,
    writer,
    scratch,
    report,
    times,
    access,
    settings,
    files: oldFilesOf({ ...options, files: await filesOf(options) }, memory.key, report, onSite),
    beginning: times.utc(first["time"]) ?? EPOCH,
    ghostId: memory.ghostId,
    ghostName: "",
    closedCategoryId: Math.max(0, ...access.categories.keys()) + 1,
    hasClosedCategory: false,
  };
}
