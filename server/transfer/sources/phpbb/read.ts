import { mkdir } from "node:fs/promises";
import { settingAt } from "../../../features/settings/catalogue/catalogue.ts";
import { NeutralWriter } from "../../format/folder.ts";
import { takeGhostName } from "../names.ts";
import { addressOf } from "../fileFetcher.ts";
import { oldFilesOf, openMemory } from "../oldFiles.ts";
import { Scratch } from "../scratch.ts";
import { ReportWriter, type SourceOptions, type SourceReport, writeFormerForum } from "../source.ts";
import { textOf, wholeOf } from "../values.ts";
import { ANONYMOUS_ID, readAccess } from "./access.ts";
import { noteAttachments } from "./attachments.ts";
import { PhpbbDatabase } from "./database.ts";
import { readForums } from "./forums.ts";
import { readGroups } from "./groups.ts";
import { noteMembers, noteNames, readMembers } from "./members.ts";
import { readMessages } from "./messages.ts";
import { readPosts } from "./posts.ts";
import { listProfileFields, readRelations, readWatches, readWords } from "./relations.ts";
import { writeFiles, writeSorted } from "../run.ts";
import { lineOf, type Run, secondsOf } from "./run.ts";
import { noteTopics, readTopics } from "./topics.ts";

/** Time of rows without one in a forum without members. */
const EPOCH = new Date(0).toISOString();
/** Posts on a page, where the settings do not say it. */
const POSTS_PER_PAGE = 10;

/** Path of a file on the old site; attachments have addresses of their own. */
const onSite = (path: string): string => addressOf(path);

/** Parts of the reader, in the order in which they need each other. */
const PARTS: readonly (readonly [string, (run: Run) => Promise<void>])[] = [
  ["settings", readSettings],
  ["groups", readGroups],
  ["members", readMembers],
  ["relations", readRelations],
  ["forums", readForums],
  ["outline of topics", noteTopics],
  ["attachments", noteAttachments],
  ["topics", readTopics],
  ["posts", readPosts],
  ["watches", readWatches],
  ["messages", readMessages],
  ["attachments", (run) => writeSorted(run, "attachments")],
  ["words", readWords],
  ["profile fields", listProfileFields],
  ["files", writeFiles],
  ["former forum", writeFormer],
  ["old addresses", (run) => writeSorted(run, "oldAddresses")],
];

/**
 * Reads a forum of phpBB 3 (on MySQL, MariaDB or SQLite) into a folder of the neutral format. Nothing is written to the
 * source; memory does not grow with it.
 * @throws {Error} with one sentence if the database is none of phpBB, or the source cannot be read
 */
export async function readPhpbb(options: SourceOptions): Promise<SourceReport> {
  const source = await PhpbbDatabase.open(options.from, options.now);
  let scratch: Scratch | null = null;
  try {
    await mkdir(options.folder, { recursive: true });
    const [people] = await source.rows(
      `SELECT MAX(user_id) AS id, MIN(CASE WHEN user_id > ${ANONYMOUS_ID} AND user_regdate > 0 THEN user_regdate END) AS time
       FROM {users}`,
    );
    const memory = await openMemory(options, wholeOf(people!["id"]));
    scratch = new Scratch(options.folder);
    const report = new ReportWriter("phpbb");
    for (const table of source.tables()) report.countTable(table, await source.count(table));
    const config = await configOf(source);
    const writer = await NeutralWriter.open(options.folder, {
      software: "phpbb",
      version: config.get("version") ?? "3",
      address: options.address,
    });
    const run: Run = {
      options,
      source,
      writer,
      scratch,
      report,
      files: oldFilesOf(options, memory.key, report, onSite),
      config,
      beginning: secondsOf(people!["time"]) ?? EPOCH,
      ghostId: memory.ghostId,
      ghostName: "",
      access: await readAccess(source),
    };
    await noteNames(run);
    run.ghostName = takeGhostName(run);
    await noteMembers(run);
    for (const [name, read] of PARTS) {
      options.tell(`phpBB: ${name}`);
      await read(run);
    }
    return report.finish(await writer.finish(options.now));
  } finally {
    scratch?.close();
    await source.close();
  }
}

async function configOf(source: PhpbbDatabase): Promise<Map<string, string>> {
  const rows = await source.all("config", { key: ["config_name"], columns: ["config_value"] });
  return new Map(rows.map((row) => [textOf(row["config_name"]), textOf(row["config_value"])]));
}

/** Writes the name of the forum; its other settings do not exist here. */
async function readSettings({ config, writer, report }: Run): Promise<void> {
  const [tag, key] = ["default", "site_name"];
  const name = lineOf(config.get("sitename"));
  if (name === "") return;
  try {
    const value = settingAt(tag, key)!.definition.normalise(key, name);
    await writer.append("settings", { tag, key, value });
  } catch {
    report.remark("settings", "config sitename", `Its value is not allowed here: ${name}`);
  }
}

async function writeFormer({ writer, options, config }: Run): Promise<void> {
  const perPage = wholeOf(config.get("posts_per_page"));
  await writeFormerForum(writer, "phpbb", options.address, perPage > 0 ? perPage : POSTS_PER_PAGE);
}
