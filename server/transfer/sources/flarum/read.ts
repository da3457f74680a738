import { mkdir } from "node:fs/promises";
import { NeutralWriter } from "../../format/folder.ts";
import type { SqlSource } from "../sqlSource.ts";
import { takeGhostName } from "../names.ts";
import { addressOf } from "../fileFetcher.ts";
import { oldFilesOf, openMemory } from "../oldFiles.ts";
import { writeFiles, writeSorted } from "../run.ts";
import { Scratch } from "../scratch.ts";
import {
  basePathOf,
  ReportWriter,
  writeFormerForum,
  type SourceOptions,
  type SourceReport,
} from "../source.ts";
import { LocalTimes, wholeOf } from "../values.ts";
import { Access } from "./access.ts";
import { openFlarum } from "./database.ts";
import { noteFiles, writeAttachments } from "./files.ts";
import { readGroups } from "./groups.ts";
import { noteNames, readMembers } from "./members.ts";
import { readMessages } from "./messages.ts";
import { noteThreads } from "./outline.ts";
import { readCategories, readTopics } from "./places.ts";
import { readLikes, readWatches } from "./relations.ts";
import type { Run } from "./run.ts";
import { readSettings } from "./settings.ts";
import { readPosts, readThreads } from "./threads.ts";

/** Time of rows without one in a forum without members. */
const EPOCH = new Date(0).toISOString();
/** Posts that Flarum loads together; its addresses name posts and no pages. */
const POSTS_PER_PAGE = 20;

/** Path of a file on the old site: what its public folder shows to everybody. */
const onSite = (path: string): string | null =>
  path.startsWith("public/") ? addressOf(path.replace("public/", "")) : null;

/** Parts of the reader, in the order in which they need each other. */
const PARTS: readonly (readonly [string, (run: Run) => Promise<void>])[] = [
  ["settings", readSettings],
  ["members", readMembers],
  ["outline of discussions", noteThreads],
  ["groups", readGroups],
  ["categories", readCategories],
  ["topics", readTopics],
  ["attachments", noteFiles],
  ["discussions", readThreads],
  ["posts", readPosts],
  ["attachments", writeAttachments],
  ["likes", readLikes],
  ["watches", readWatches],
  ["messages", readMessages],
  ["files", writeFiles],
  [
    "former forum",
    ({ writer, options }) => writeFormerForum(writer, "flarum", options.address, POSTS_PER_PAGE),
  ],
  ["old addresses", (run) => writeSorted(run, "oldAddresses")],
];

/**
 * Reads a forum of Flarum (1 or 2, on MySQL, MariaDB or SQLite) into a folder of the neutral format. Nothing is written to
 * the source; memory does not grow with it.
 * @throws {Error} with one sentence if the address is none of Flarum, or the source cannot be read
 */
export async function readFlarum(options: SourceOptions): Promise<SourceReport> {
  // Flarum writes its times in UTC.
  const times = new LocalTimes("UTC");
  const source = await openFlarum(options.from, times, options.now);
  let scratch: Scratch | null = null;
  try {
    await mkdir(options.folder, { recursive: true });
    const largest = wholeOf((await source.row("SELECT MAX(u.id) AS id FROM {users} u"))["id"]);
    const memory = await openMemory(options, largest);
    scratch = new Scratch(options.folder);
    const report = new ReportWriter("flarum");
    for (const table of source.tables()) report.countTable(table, await source.count(table));
    const { address } = options;
    const writer = await NeutralWriter.open(options.folder, {
      software: "flarum",
      version: versionOf(source),
      address,
    });
    const first = await source.row(
      "SELECT MIN(u.joined_at) AS time FROM {users} u WHERE u.joined_at > '1971-01-01'",
    );
    const access = await Access.read(source);
    const largestTag = Math.max(0, ...access.tags.keys());
    const run: Run = {
      options,
      source,
      writer,
      scratch,
      report,
      times,
      access,
      files: oldFilesOf(options, memory.key, report, onSite),
      beginning: times.utc(first["time"]) ?? EPOCH,
      ghostId: memory.ghostId,
      ghostName: "",
      basePath: basePathOf(address),
      looseCategoryId: largestTag + 1,
      closedCategoryId: largestTag + 2,
      extraCategories: new Set(),
    };
    await noteNames(run);
    run.ghostName = takeGhostName(run);
    for (const [name, read] of PARTS) {
      options.tell(`Flarum: ${name}`);
      await read(run);
    }
    return report.finish(await writer.finish(options.now));
  } finally {
    scratch?.close();
    await source.close();
  }
}

/** Gives the version: the second one marks primary tags and has dialogs, and does not tell its number. */
function versionOf(source: SqlSource): string {
  return source.has("tags", "is_primary") || source.has("dialog_user") ? "2" : "1";
}
