import type { App } from "../../app.ts";
import type { Context } from "../../core/context.ts";
import { inTransaction } from "../../core/transaction.ts";
import { features } from "../../features.ts";
import { removeStored } from "../../features/attachments/storage.ts";
import { IMPORT_ID, Import } from "../../features/imports/import.entity.ts";
import { refuseUnlessEmpty } from "../../features/imports/page/emptiness.service.ts";
import { isShared, readLiving } from "../../features/processes/process.sql.ts";
import { HOST_NAME, User } from "../../features/users/user.entity.ts";
import type { NeutralFolder } from "../format/folder.ts";
import { KINDS, type Kind } from "../format/records.ts";
import { Progress, type ProgressListener } from "../move/progress.ts";
import { checkFolder } from "./check.ts";
import { finishRows } from "./finish.ts";
import { dropTables, emptyTables } from "./finish.sql.ts";
import {
  countImported,
  countRows,
  deleteDigests,
  hasChangesSince,
  readFilePaths,
  readMissing,
} from "./rows.sql.ts";
import { removeRows } from "./giveWay.ts";
import { ROW_KINDS, type OrdinaryKind } from "./rowKinds.ts";
import {
  credentialWriter,
  fileWriter,
  writeFormerForums,
  writeOldAddresses,
  writeTransactions,
} from "./specialKinds.ts";
import { writeKind, type SliceWriter, type Written } from "./writeKind.ts";
import { rowWriter } from "./writeRows.ts";
import { problem } from "../problems.ts";

/** Mark of an undo that has begun: from then on rows are missing. */
const UNDOING = "undoing";
/** Kinds whose rows tell whether anybody has written since an import. */
const WATCHED = [
  "members",
  "follows",
  "attachments",
  "threads",
  "posts",
  "threadReactions",
  "postReactions",
  "favorites",
  "messages",
  "orders",
  "drafts",
] as const;
/** Kinds that later runs take nothing away from: books, and bytes that texts may still show. */
const NEVER_REMOVED: ReadonlySet<Kind> = new Set([
  "credentials",
  "files",
  "transactions",
  "holds",
  "orders",
  "formerForums",
  "oldAddresses",
]);

/** Result of an import; plain values, as JSON holds them. */
export interface ImportResult {
  /** Numbers of this run by kind. */
  readonly counts: Readonly<Record<Kind, Written>>;
  /** Rows of the forum by kind, after it. */
  readonly rows: Readonly<Record<OrdinaryKind, number>>;
  /** Members whose password hash nothing can check; they have to set a password again. */
  readonly withoutPassword: readonly number[];
  /** True if the owner changed groups or categories by a mapping. */
  readonly isMapped: boolean;
}

/** Options of an import. */
export interface ImportOptions {
  readonly folder: NeutralFolder;
  /** The forum may hold its owner, whose account gives way to those of the community. */
  readonly replacesOwner?: boolean;
  readonly listener?: ProgressListener;
  tell(line: string): void;
}

/**
 * Moves the community of a folder in the neutral format into a forum that nobody uses yet, or brings what has changed since
 * the last run. A run that was killed goes on where it ended. Nobody is notified, and no server may run meanwhile.
 * @param app the program, opened for importing
 * @throws {Error} with one sentence: the first record that is wrong, before anything is written; or a forum that is in use
 */
export async function importFolder(app: App, options: ImportOptions): Promise<ImportResult> {
  const { folder, tell, replacesOwner = false, listener } = options;
  const ctx = app.context();
  await refuseServers(ctx);
  await checkFolder(folder, tell);
  const run = await beginRun(ctx, folder, replacesOwner);
  const counts = {} as Record<Kind, Written>;
  const withoutPassword: number[] = [];
  const { records } = folder.manifest;
  const progress = new Progress(
    KINDS.reduce((sum, kind) => sum + records[kind].records, 0),
    tell,
    listener,
  );
  for (const kind of KINDS) {
    counts[kind] = await writeKind(ctx, folder, {
      kind,
      run,
      write: writerOf(kind, folder, withoutPassword) as SliceWriter<Kind>,
      advance: (count) => progress.add(count, kind),
    });
  }
  for (const kind of [...KINDS].reverse())
    counts[kind] = { ...counts[kind], removed: await removeMissing(ctx, kind, run) };
  await finishRows(ctx, tell);
  for (const feature of features) if (feature.name !== "imports") await feature.prepare?.(ctx);
  const isMapped = folder.mapping !== null;
  const result: ImportResult = { counts, rows: await countAll(ctx), withoutPassword, isMapped };
  await endRun(ctx, result);
  return result;
}

/** Counts the rows of each kind. */
async function countAll(ctx: Context): Promise<Record<OrdinaryKind, number>> {
  const rows = {} as Record<OrdinaryKind, number>;
  for (const kind of Object.keys(ROW_KINDS) as OrdinaryKind[])
    rows[kind] = await countRows(ctx, ROW_KINDS[kind].table);
  return rows;
}

function writerOf(kind: Kind, folder: NeutralFolder, withoutPassword: number[]): SliceWriter<never> {
  if (kind === "files") return fileWriter(folder);
  if (kind === "transactions") return writeTransactions;
  if (kind === "credentials") return credentialWriter((memberId) => void withoutPassword.push(memberId));
  if (kind === "formerForums") return writeFormerForums as SliceWriter<never>;
  if (kind === "oldAddresses") return writeOldAddresses as SliceWriter<never>;
  return rowWriter(kind as OrdinaryKind) as SliceWriter<never>;
}

async function refuseServers(ctx: Context): Promise<void> {
  const living = isShared(ctx) ? await readLiving(ctx) : [];
  if (living.length === 0) return;
  const servers = living.map(({ host, pid }) => `${host} (${pid})`).join(", ");
  throw new Error(
    `A server runs on this database: ${servers}. Stop it first; one that was killed counts as running for eight seconds.`,
  );
}

/** Begins a run, or goes on with one that was killed. @returns its number */
async function beginRun(
  ctx: Context,
  { manifest, mapping }: NeutralFolder,
  replacesOwner: boolean,
): Promise<number> {
  const { software, address } = manifest.source;
  const before = await ctx.db.findOneBy(Import, { id: IMPORT_ID });
  if (before?.report === UNDOING)
    throw new Error("An undo of the import has not finished: run `luntan import --undo` again.");
  if (before && (before.software !== software || before.address !== address))
    throw new Error(
      `This forum came from ${before.software} ${before.address}, and the folder comes from ${software} ${address}.`,
    );
  // Without it, what only administrators read would be open again.
  if (before?.report && !mapping && (JSON.parse(before.report) as ImportResult).isMapped)
    throw new Error("The last run took a mapping of groups and categories: give --mapping FILE again.");
  if (before) await refuseUsed(ctx, before, "bring what has changed");
  else if (replacesOwner) await refuseUnlessEmpty(ctx);
  else await refuseInhabited(ctx);
  return inTransaction(ctx, async (ctx) => {
    if (before) {
      const run = before.finishedAt === null ? before.run : before.run + 1;
      await ctx.db.update(Import, { id: IMPORT_ID }, { run, finishedAt: null });
      return run;
    }
    await emptyTables(ctx, tableNames(ctx));
    await ctx.db.insert(Import, {
      id: IMPORT_ID,
      software,
      address,
      run: 1,
      startedAt: ctx.now,
      finishedAt: null,
      report: "",
    });
    return 1;
  });
}

const tableNames = (ctx: Context): string[] =>
  ctx.db.connection.entityMetadatas.map(({ tableName }) => tableName);

/** A community moves into a forum without members: the account that welcomes the first visitors is none. */
async function refuseInhabited(ctx: Context): Promise<void> {
  const members = await ctx.db.find(User, { select: { id: true, username: true }, take: 2 });
  if (members.length === 0 || (members.length === 1 && members[0]!.username === HOST_NAME)) return;
  throw problem("NOT_EMPTY");
}

/** Refuses to touch a forum in which somebody has written since the last run. */
async function refuseUsed(ctx: Context, { finishedAt }: Import, purpose: string): Promise<void> {
  const tables = WATCHED.map((kind) => [kind, ROW_KINDS[kind].table] as const);
  for (const [kind, table] of [...tables, ["transactions", "money_transactions"] as const]) {
    const extra = (await countRows(ctx, table)) - (await countImported(ctx, kind));
    if (extra > 0)
      throw new Error(
        `Somebody has written since the import: ${extra} of the ${kind} are not from it. To ${purpose} would lose that.`,
      );
  }
  // No server runs while an import has not finished.
  if (finishedAt !== null && (await hasChangesSince(ctx, finishedAt)))
    throw new Error(
      `Somebody has edited, hidden or moved a text since the import. To ${purpose} would lose that.`,
    );
}

/** Takes away what the source has no more. @returns how many records */
async function removeMissing(ctx: Context, kind: Kind, run: number): Promise<number> {
  if (run === 1 || NEVER_REMOVED.has(kind)) return 0;
  let removed = 0;
  for (;;) {
    const keys = await readMissing(ctx, kind, run);
    if (keys.length === 0) return removed;
    await inTransaction(ctx, async (ctx) => {
      await removeRows(ctx, kind as OrdinaryKind, keys);
      await deleteDigests(ctx, kind, keys);
      // Who comes again gets the password again.
      if (kind === "members") await deleteDigests(ctx, "credentials", keys);
    });
    removed += keys.length;
  }
}

async function endRun(ctx: Context, result: ImportResult): Promise<void> {
  const end = { finishedAt: new Date(), report: JSON.stringify(result) };
  await inTransaction(ctx, (ctx) => ctx.db.update(Import, { id: IMPORT_ID }, end));
}

/** True if a community is in the forum, or a part of it. */
export function hasImport(app: App): Promise<boolean> {
  return app.context().db.existsBy(Import, { id: IMPORT_ID });
}

/**
 * Makes a forum empty again into which a community has moved and in which nobody has written since, with its files.
 * @throws {Error} with one sentence if nobody moved in, or somebody has written
 */
export async function undoImport(app: App, tell: (line: string) => void): Promise<void> {
  const ctx = app.context();
  await refuseServers(ctx);
  const row = await ctx.db.findOneBy(Import, { id: IMPORT_ID });
  if (!row) throw new Error("Nobody has moved into this forum by an import.");
  if (row.report !== UNDOING) await refuseUsed(ctx, row, "undo it");
  await inTransaction(ctx, (ctx) =>
    ctx.db.update(Import, { id: IMPORT_ID }, { finishedAt: null, report: UNDOING }),
  );
  const { filesDir } = ctx.services;
  let removed = 0;
  for (let after = ""; ;) {
    const paths = await readFilePaths(ctx, after);
    if (paths.length === 0) break;
    for (const path of paths) await removeStored(filesDir, path);
    removed += paths.length;
    after = paths.at(-1)!;
  }
  await inTransaction(ctx, dropTables);
  tell(`The forum is empty again; ${removed} files were removed. The next start prepares it as a new one.`);
}
