import { mkdir } from "node:fs/promises";
import { settingAt } from "../../../features/settings/catalogue/catalogue.ts";
import { NeutralWriter } from "../../format/folder.ts";
import { addressOf } from "../fileFetcher.ts";
import { takeGhostName } from "../names.ts";
import { oldFilesOf, openMemory } from "../oldFiles.ts";
import { leaveOut, writeFiles, writeSorted } from "../run.ts";
import { Scratch } from "../scratch.ts";
import { ReportWriter, type SourceOptions, type SourceReport, writeFormerForum } from "../source.ts";
import { textOf, wholeOf } from "../values.ts";
import { Access } from "./access.ts";
import { millisOf } from "./fields.ts";
import { noteUploaders, writeAttachments } from "./files.ts";
import { noteGroups, readGroups } from "./groups.ts";
import { NameIds } from "./ids.ts";
import { loadNodebb } from "./load.ts";
import { noteNames, readMembers } from "./members.ts";
import { readMessages } from "./messages.ts";
import type { NodebbObjects } from "./objects.ts";
import { noteThreads } from "./outline.ts";
import { readCategories, readTopics } from "./places.ts";
import { readRelations, readVotes, readWatches } from "./relations.ts";
import type { Run } from "./run.ts";
import { listQueue, readPosts, readThreads } from "./threads.ts";

/** Time of rows without one in a forum without members. */
const EPOCH = new Date(0).toISOString();
/** Posts on a page, where the settings do not say it. */
const POSTS_PER_PAGE = 20;
/** Kinds of objects that the report counts. */
const COUNTED = ["user", "category", "topic", "post", "chat:room", "message"] as const;
/** Settings here that have the value of one of NodeBB, in their order. */
const SETTINGS = [
  ["site_introduction", "description"],
  ["site_name", "title"],
] as const;

/** Path on the old site of a file that members have uploaded. */
const onSite = (path: string): string | null =>
  path.startsWith("public/uploads/") ? addressOf(path.replace("public/", "assets/")) : null;

/** Parts of the reader, in the order in which they need each other. */
const PARTS: readonly (readonly [string, (run: Run) => void | Promise<void>])[] = [
  ["settings", readSettings],
  ["members", readMembers],
  ["relations", readRelations],
  ["uploads", noteUploaders],
  ["outline of topics", noteThreads],
  ["groups", readGroups],
  ["categories", readCategories],
  ["tags", readTopics],
  ["topics", readThreads],
  ["posts", readPosts],
  ["moves of posts", (run) => writeSorted(run, "postMoves")],
  ["queue", listQueue],
  ["other servers", listRemote],
  ["votes", readVotes],
  ["watches", readWatches],
  ["messages", readMessages],
  ["attachments", writeAttachments],
  ["files", writeFiles],
  ["drafts", (run) => writeSorted(run, "drafts")],
  ["former forum", writeFormer],
  ["old addresses", (run) => writeSorted(run, "oldAddresses")],
];

/**
 * Reads a forum of NodeBB 3 or 4 from a file of its database into a folder of the neutral format. Nothing is written to the
 * source; memory does not grow with it.
 * @throws {Error} with one sentence if the file is none of NodeBB, or cannot be read
 */
export async function readNodebb(options: SourceOptions): Promise<SourceReport> {
  await mkdir(options.folder, { recursive: true });
  options.tell("NodeBB: objects");
  const objects = await loadNodebb(options.from, options.folder, options.tell);
  let scratch: Scratch | null = null;
  let ids: NameIds | null = null;
  try {
    const memory = await openMemory(options, objects.largest("user"));
    scratch = new Scratch(options.folder);
    ids = new NameIds(options.folder);
    const report = new ReportWriter("nodebb");
    for (const kind of COUNTED) report.countTable(kind, objects.count(kind));
    const { address } = options;
    const writer = await NeutralWriter.open(options.folder, {
      software: "nodebb",
      version: versionOf(objects),
      address,
    });
    const run: Run = {
      options,
      objects,
      ids,
      writer,
      scratch,
      report,
      files: oldFilesOf(options, memory.key, report, onSite),
      config: objects.hash("config") ?? {},
      access: Access.read(objects),
      beginning: beginningOf(objects),
      beganAt: memory.beganAt,
      ghostId: memory.ghostId,
      ghostName: "",
      extraCategories: new Set(),
    };
    for (const name of objects.remnants) leaveOut(run, name, "Only some fields are left of it.");
    noteGroups(run);
    noteNames(run);
    run.ghostName = takeGhostName(run);
    for (const [name, read] of PARTS) {
      options.tell(`NodeBB: ${name}`);
      await read(run);
    }
    return report.finish(await writer.finish(options.now));
  } finally {
    ids?.close();
    scratch?.close();
    objects.close();
  }
}

/** Gives the version: the fourth one speaks with other servers; neither tells its number. */
function versionOf(objects: NodebbObjects): string {
  return objects.remote().next().done ? "3" : "4";
}

/** The time at which the first member joined. */
function beginningOf(objects: NodebbObjects): string {
  let first: string | null = null;
  for (const { row } of objects.each("user")) {
    const time = millisOf(row["joindate"]);
    if (time !== null && (first === null || time < first)) first = time;
  }
  return first ?? EPOCH;
}

/** Writes the name of the forum and what it says of itself. */
async function readSettings({ config, writer, report }: Run): Promise<void> {
  for (const [key, name] of SETTINGS) {
    const value = textOf(config[name]);
    if (value === "") continue;
    try {
      const { definition } = settingAt("default", key)!;
      await writer.append("settings", { tag: "default", key, value: definition.normalise(key, value) });
    } catch {
      report.remark("settings", `config ${name}`, `Its value is not allowed here: ${value.slice(0, 200)}`);
    }
  }
}

/** Lists what came from other servers: it is theirs, and stays there. */
function listRemote(run: Run): void {
  for (const name of run.objects.remote()) leaveOut(run, name, "It is of another server.");
}

async function writeFormer({ writer, options, config }: Run): Promise<void> {
  const perPage = wholeOf(config["postsPerPage"]);
  await writeFormerForum(writer, "nodebb", options.address, perPage > 0 ? perPage : POSTS_PER_PAGE);
}
