import { mkdir } from "node:fs/promises";
import { NeutralWriter } from "../../format/folder.ts";
import { DEFAULT_TIME_ZONE } from "../../../features/settings/catalogue/timeZone.ts";
import { takeGhostName } from "../names.ts";
import { addressOf } from "../fileFetcher.ts";
import { oldFilesOf, openMemory } from "../oldFiles.ts";
import { Scratch } from "../scratch.ts";
import { ReportWriter, writeFormerForum, type SourceOptions, type SourceReport } from "../source.ts";
import { LocalTimes, textOf, wholeOf } from "../values.ts";
import { noteAttachments } from "./attachments.ts";
import { SqlSource, type SourceShape } from "../sqlSource.ts";
import { readBounties, readOrders, readQuestions, readRedPackets } from "./gifts.ts";
import { readGroups } from "./groups.ts";
import { noteNames, readMembers } from "./members.ts";
import { readMessages } from "./messages.ts";
import { readWallets, readWithdrawals, writeHolds } from "./money.ts";
import { noteThreads } from "./outline.ts";
import { readCategories, readTopics } from "./places.ts";
import { readPosts } from "./posts.ts";
import { readInvitations, readSignInFields, readStopWords } from "./registration.ts";
import { readReactions, readRelations, readWechatAccounts } from "./relations.ts";
import { writeFiles, writeSorted } from "../run.ts";
import type { Run } from "./run.ts";
import { readSettings } from "./settings.ts";
import { readThreads } from "./threads.ts";

/** Time of rows without one in a forum without members. */
const EPOCH = new Date(0).toISOString();
/** Columns that came with a version, newest first. */
const VERSIONS = [
  ["3", "threads", "issue_at"],
  ["3", "thread_tom", "id"],
  ["2.3", "threads", "is_anonymous"],
] as const;

const SHAPE: SourceShape = {
  name: "Discuz! Q",
  signs: {
    users: ["username", "password", "mobile", "status"],
    groups: ["name", "default"],
    group_user: ["group_id", "user_id"],
    categories: ["name", "moderators"],
    threads: ["user_id", "category_id", "is_essence", "is_approved", "price"],
    posts: ["thread_id", "content", "is_first", "is_approved"],
    settings: ["key", "value", "tag"],
  },
  anchor: "posts",
  contents: "users, groups, categories, threads and posts",
};

/** Path of a file on the old site: what its storage shows to everybody. */
const onSite = (path: string): string | null =>
  path.startsWith("public/") ? addressOf(path.replace("public/", "storage/")) : null;

/** Parts of the reader, in the order in which they need each other. */
const PARTS: readonly (readonly [string, (run: Run) => Promise<void>])[] = [
  ["settings", readSettings],
  ["groups", readGroups],
  ["members", readMembers],
  ["WeChat accounts", readWechatAccounts],
  ["relations", readRelations],
  ["categories", readCategories],
  ["topics", readTopics],
  ["outline of threads", noteThreads],
  ["attachments", noteAttachments],
  ["threads", readThreads],
  ["posts", readPosts],
  ["attachments", (run) => writeSorted(run, "attachments")],
  ["reactions", readReactions],
  ["messages", readMessages],
  ["stop words", readStopWords],
  ["invitations", readInvitations],
  ["sign-in fields", readSignInFields],
  ["wallets", readWallets],
  ["withdrawals", readWithdrawals],
  ["red packets", readRedPackets],
  ["bounties", readBounties],
  ["questions", readQuestions],
  ["orders", readOrders],
  ["entitlements", (run) => writeSorted(run, "entitlements")],
  ["holds", writeHolds],
  ["files", writeFiles],
  [
    "former forum",
    ({ writer, options }) => writeFormerForum(writer, "discuz-q", options.address, POSTS_PER_PAGE),
  ],
  ["old addresses", (run) => writeSorted(run, "oldAddresses")],
];

/** Posts that Discuz! Q loads together; its addresses name no pages. */
const POSTS_PER_PAGE = 20;

/**
 * Reads a forum of Discuz! Q (2.3 to 4, on MySQL or MariaDB) into a folder of the neutral format. Nothing is written to the
 * source; memory does not grow with it.
 * @throws {Error} with one sentence if the address is none of Discuz! Q, or the source cannot be read
 */
export async function readDiscuzQ(options: SourceOptions): Promise<SourceReport> {
  const times = new LocalTimes(options.zone ?? DEFAULT_TIME_ZONE);
  const source = await SqlSource.open(options.from, times, options.now, SHAPE);
  let scratch: Scratch | null = null;
  try {
    await mkdir(options.folder, { recursive: true });
    const largest = wholeOf((await source.row("SELECT MAX(u.id) AS id FROM {users} u"))["id"]);
    const memory = await openMemory(options, largest);
    scratch = new Scratch(options.folder);
    const report = new ReportWriter("discuz-q");
    for (const table of source.tables()) report.countTable(table, await source.count(table));
    const writer = await NeutralWriter.open(options.folder, {
      software: "discuz-q",
      version: versionOf(source),
      address: options.address,
    });
    const first = await source.row(
      "SELECT MIN(u.created_at) AS time FROM {users} u WHERE u.created_at > '1971-01-01'",
    );
    const run: Run = {
      options,
      source,
      writer,
      scratch,
      report,
      times,
      files: oldFilesOf(options, memory.key, report, onSite),
      beginning: times.utc(first["time"]) ?? EPOCH,
      ghostId: memory.ghostId,
      ghostName: "",
      defaultGroupId: 0,
      lostCategoryId: null,
      categoryIds: new Set(),
      groupIds: new Set(),
      wechatApps: { official: "", miniProgram: "", website: "" },
    };
    await noteNames(run);
    run.ghostName = takeGhostName(run);
    for (const [name, read] of PARTS) {
      options.tell(`Discuz! Q: ${name}`);
      await read(run);
    }
    return report.finish(await writer.finish(options.now));
  } finally {
    scratch?.close();
    await source.close();
  }
}

/** Gives the oldest version that has the columns of the source; it does not tell its own. */
function versionOf(source: SqlSource): string {
  return textOf(VERSIONS.find(([, table, column]) => source.has(table, column))?.[0]) || "2";
}
