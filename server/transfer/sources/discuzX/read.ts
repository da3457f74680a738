import { mkdir } from "node:fs/promises";
import { NeutralWriter } from "../../format/folder.ts";
import { DEFAULT_TIME_ZONE } from "../../../features/settings/catalogue/timeZone.ts";
import { SqlSource, type SourceShape } from "../sqlSource.ts";
import { takeGhostName } from "../names.ts";
import { addressOf } from "../fileFetcher.ts";
import { oldFilesOf, openMemory } from "../oldFiles.ts";
import { writeFiles, writeSorted } from "../run.ts";
import { Scratch } from "../scratch.ts";
import { ReportWriter, type SourceOptions, type SourceReport } from "../source.ts";
import { LocalTimes, wholeOf } from "../values.ts";
import { noteAttachments, writeAttachments } from "./attachments.ts";
import { readCategories } from "./categories.ts";
import { noteGroups, writeGroups } from "./groups.ts";
import { noteNames, readMembers } from "./members.ts";
import { readMessages } from "./messages.ts";
import { noteThreads } from "./outline.ts";
import { readPosts } from "./posts.ts";
import { readReactions, readRelations } from "./relations.ts";
import { type Run, secondsOf } from "./run.ts";
import { readSite, readStopWords } from "./site.ts";
import { noteSmileys } from "./texts.ts";
import { noteClosedFiles, readThreads, readTopics } from "./threads.ts";

const SHAPE: SourceShape = {
  name: "Discuz! X",
  signs: {
    common_member: ["uid", "username", "adminid", "groupid"],
    common_usergroup: ["groupid", "radminid", "grouptitle"],
    forum_forum: ["fid", "fup", "type", "status"],
    forum_thread: ["tid", "fid", "authorid", "subject", "displayorder"],
    forum_post: ["pid", "tid", "first", "message", "invisible"],
  },
  anchor: "forum_thread",
  contents: "members, groups, forums, threads and posts",
  others: { parameter: "uc", beginning: "ucenter_" },
};
/** Time of rows without one in a forum without members. */
const EPOCH = new Date(0).toISOString();

/** Path of a file on the old site, whose folders are those of the addresses. */
const onSite = (path: string): string => addressOf(path);

/** Parts of the reader, in the order in which they need each other. */
const PARTS: readonly (readonly [string, (run: Run) => Promise<void>])[] = [
  ["site", readSite],
  ["groups and forums", readGroupsAndForums],
  ["members", readMembers],
  ["relations", readRelations],
  ["topics", readTopics],
  ["smileys", noteSmileys],
  ["outline of threads", noteThreads],
  ["closed files", noteClosedFiles],
  ["attachments", noteAttachments],
  ["threads", readThreads],
  ["posts", readPosts],
  ["attachments", writeAttachments],
  ["reactions", readReactions],
  ["messages", readMessages],
  ["stop words", readStopWords],
  ["files", writeFiles],
  ["old addresses", (run) => writeSorted(run, "oldAddresses")],
];

/**
 * Reads a forum of Discuz! X (3.0 to 3.5, with UCenter in the same database) into a folder of the neutral format. Nothing is
 * written to the source; memory does not grow with it.
 * @throws {Error} with one sentence if the address is none of Discuz! X, or the source cannot be read
 */
export async function readDiscuzX(options: SourceOptions): Promise<SourceReport> {
  const times = new LocalTimes(options.zone ?? DEFAULT_TIME_ZONE);
  const source = await SqlSource.open(options.from, times, options.now, SHAPE);
  let scratch: Scratch | null = null;
  try {
    await mkdir(options.folder, { recursive: true });
    const { id, time } = await source.row(
      "SELECT MAX(m.uid) AS id, MIN(NULLIF(m.regdate, 0)) AS time FROM {common_member} m",
    );
    const archived = source.has("common_member_archive")
      ? wholeOf((await source.row("SELECT MAX(m.uid) AS id FROM {common_member_archive} m"))["id"])
      : 0;
    const memory = await openMemory(options, Math.max(wholeOf(id), archived));
    scratch = new Scratch(options.folder);
    const report = new ReportWriter("discuz-x");
    for (const table of source.tables()) report.countTable(table, await source.count(table));
    const { address } = options;
    const version = source.has("common_member", "secmobile") ? "3.5" : "3";
    const run: Run = {
      options,
      source,
      writer: await NeutralWriter.open(options.folder, { software: "discuz-x", version, address }),
      scratch,
      report,
      times,
      files: oldFilesOf(options, memory.key, report, onSite),
      beginning: secondsOf(time) ?? EPOCH,
      ghostId: memory.ghostId,
      ghostName: "",
      charset: (await charsetOf(source)) === "gbk" ? "gbk" : "utf-8",
      groups: new Map(),
      readers: new Map(),
      closedFiles: new Set(),
      smileys: new Map(),
    };
    await noteNames(run);
    run.ghostName = takeGhostName(run);
    for (const [name, read] of PARTS) {
      options.tell(`Discuz! X: ${name}`);
      await read(run);
    }
    return report.finish(await run.writer.finish(options.now));
  } finally {
    scratch?.close();
    await source.close();
  }
}

/** Categories come first: groups have their grants for each of them. */
async function readGroupsAndForums(run: Run): Promise<void> {
  const groups = await noteGroups(run);
  await readCategories(run, groups);
  await writeGroups(run, groups);
}

/** Gives the encoding of the names of members, which is that of their passwords. */
async function charsetOf(source: SqlSource): Promise<string> {
  return (await source.charset("common_member", "username")).replace(/^gb.*/, "gbk");
}
