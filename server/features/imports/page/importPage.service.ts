import { existsSync } from "node:fs";
import { join } from "node:path";
import { noteChange } from "../../../core/audit.ts";
import type { Context } from "../../../core/context.ts";
import { DomainError, invalid } from "../../../core/errors.ts";
import type { ImportMapping } from "../../../core/importing.ts";
import { inLocale } from "../../../core/locale.ts";
import { withoutEnd } from "../../../core/text.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { verb } from "../../../core/verbs.ts";
import { allow, mustBeAdmin } from "../../../core/viewer.ts";
import { requireProof } from "../../auth/sessions/proof.service.ts";
import { isShared, readLiving } from "../../processes/process.sql.ts";
import { startCheck, endCheck } from "./checkProcess.ts";
import { findObstacle, refuseUnlessEmpty } from "./emptiness.service.ts";
import {
  clearFolder,
  listSiteFolders,
  places,
  readRun,
  readUpload,
  writeRun,
  type ImportRun,
} from "./importFolder.ts";
import type { CheckImportInput } from "./importPage.input.ts";
import {
  ImportPhase,
  ImportSource,
  type ImportCount,
  type ImportPageView,
  type ImportRunView,
  type ImportSourceOption,
} from "./importPage.view.ts";

/** Sources that are databases on a server, and those that come as a file; the others come as either. */
const WITHOUT_FILE: ReadonlySet<ImportSource> = new Set([ImportSource.DISCUZ_Q, ImportSource.DISCUZ_X]);
const FILE_ONLY: ReadonlySet<ImportSource> = new Set([
  ImportSource.NODEBB,
  ImportSource.DISCOURSE,
  ImportSource.NEUTRAL,
]);
/** Phases in which something is under way. */
const BUSY: ReadonlySet<ImportPhase> = new Set([
  ImportPhase.CHECKING,
  ImportPhase.IMPORTING,
  ImportPhase.UNDOING,
]);
const COUNTS_MAX = 100;

/** Gives all that the page shows. @throws {DomainError} FORBIDDEN */
export async function getImportPage(ctx: Context): Promise<ImportPageView> {
  allow(mustBeAdmin(ctx.viewer));
  const { folder, start } = ctx.services.importing;
  const run = await currentRun(ctx);
  return {
    obstacle: await findObstacle(ctx),
    sources: listSources(ctx),
    filesFolder: places(folder).site,
    siteFolders: listSiteFolders(folder),
    upload: readUpload(folder),
    run: run && viewOf(ctx, run),
    mapping: run?.phase === ImportPhase.CHECKED ? findMapping(ctx) : null,
    canStart: start !== null,
  };
}

/** Reads the mapping; null if the file is missing or somebody broke it, which the start tells. */
function findMapping({ services }: Context): ImportMapping | null {
  try {
    return services.importing.mappings?.read() ?? null;
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}

function listSources({ services }: Context): ImportSourceOption[] {
  const { sources } = services.importing;
  if (sources.length === 0) return [];
  return Object.values(ImportSource)
    .filter((source) => source === ImportSource.NEUTRAL || sources.includes(source))
    .map((source) => ({
      source,
      takesConnection: !FILE_ONLY.has(source),
      takesFile: !WITHOUT_FILE.has(source),
    }));
}

/** Reads how far it is; a dry run whose server is gone has ended. */
async function currentRun(ctx: Context): Promise<ImportRun | null> {
  const { importing, processId } = ctx.services;
  const run = readRun(importing.folder);
  if (run?.phase !== ImportPhase.CHECKING || run.processId === processId) return run;
  const living = isShared(ctx) ? await readLiving(ctx) : [];
  if (living.some(({ id }) => id === run.processId)) return run;
  const problem = {
    zh: "试运行期间服务器重启了，请重新开始。",
    en: "The server was restarted during the dry run. Please start it again.",
  };
  return { ...run, phase: ImportPhase.FAILED, step: "", problem };
}

function viewOf(ctx: Context, run: ImportRun): ImportRunView {
  const { phase, source, startedAt, step, problem, summary } = run;
  return {
    phase,
    source,
    startedAt: new Date(startedAt),
    step,
    problem: problem && inLocale(problem, ctx.locale),
    counts: countsOf(summary?.counts),
    remarks: countsOf(summary?.remarks),
    losses: countsOf(summary?.losses),
    money: summary?.money ?? null,
    administrators: [...(summary?.administrators ?? [])],
    hasReport: summary !== null && existsSync(reportPath(ctx, "html")),
  };
}

function countsOf(counts: Readonly<Record<string, number>> = {}): ImportCount[] {
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .slice(0, COUNTS_MAX)
    .map(([name, count]) => ({ name, count }));
}

/** Gives the location of the report. */
export function reportPath({ services }: Context, format: "html" | "json"): string {
  return join(places(services.importing.folder).community, `report.${format}`);
}

/** Gives the location of the report to who may read it. @throws {DomainError} FORBIDDEN; NOT_FOUND before the first dry run */
export function getReport(ctx: Context, format: "html" | "json"): string {
  allow(mustBeAdmin(ctx.viewer));
  // It names members and what they wrote; programs have nothing to do here.
  if (ctx.token) throw new DomainError("FORBIDDEN");
  const path = reportPath(ctx, format);
  if (!readRun(ctx.services.importing.folder)?.summary || !existsSync(path))
    throw new DomainError("NOT_FOUND");
  return path;
}

/** Refuses a second one at the same time. @throws {DomainError} FORBIDDEN */
export async function refuseWhileBusy(ctx: Context): Promise<void> {
  const run = await currentRun(ctx);
  if (run && BUSY.has(run.phase))
    throw new DomainError("FORBIDDEN", {
      text: {
        zh: "迁入正在进行，请等待结束或先取消",
        en: "One is under way. Wait for its end, or cancel it first.",
      },
    });
}

/**
 * Begins a dry run, which reads a source, checks all records and writes a report; the forum is not touched.
 * @throws {DomainError} PROOF_NEEDED; FORBIDDEN on a forum that is not empty, or while another one runs; INVALID_PARAMETER
 */
export const checkImport = verb({
  name: "checkImport",
  who: "admin",
  rate: "manage",
  audited: true,
  async run(ctx: Context, input: CheckImportInput): Promise<ImportRunView> {
    await requireProof(ctx);
    await refuseUnlessEmpty(ctx);
    await refuseWhileBusy(ctx);
    const { source, connection = null, address, siteFolder, appKey = null, timeZone = null } = input;
    const { importing, publicUrl, processId } = ctx.services;
    const { folder } = importing;
    checkSource(ctx, source, connection);
    const run: ImportRun = {
      phase: ImportPhase.CHECKING,
      source,
      startedAt: ctx.now.toISOString(),
      processId,
      step: "",
      problem: null,
      summary: null,
      owner: null,
    };
    const files = siteFolder ? folderOf(ctx, siteFolder) : null;
    await inTransaction(ctx, (ctx) => {
      noteChange(ctx, { target: `import:${source}`, after: { isFromFile: connection === null } });
      return Promise.resolve();
    });
    writeRun(folder, run);
    startCheck(ctx.services, {
      folder,
      source,
      connection,
      address: withoutEnd(address ?? "", "/"),
      files,
      appKey,
      timeZone,
      publicUrl,
    });
    return viewOf(ctx, run);
  },
});

function checkSource(ctx: Context, source: ImportSource, connection: string | null): void {
  const option = listSources(ctx).find((each) => each.source === source);
  if (!option) throw invalid("source", "不支持的来源", "This source cannot be read.");
  if (connection !== null && !option.takesConnection)
    throw invalid("connection", "该来源请上传文件", "This source comes as an uploaded file.");
  if (connection === null && !option.takesFile)
    throw invalid("connection", "请填写数据库连接", "Give the address of the database.");
  if (connection === null && !readUpload(ctx.services.importing.folder))
    throw invalid("connection", "请先上传文件", "Upload a file first.");
}

/** Names one of the folders that the operator has filled: an address of the whole disk would read the server's own secrets. */
function folderOf(ctx: Context, name: string): string {
  const { folder } = ctx.services.importing;
  if (!listSiteFolders(folder).includes(name))
    throw invalid("siteFolder", "没有这个文件夹", "There is no such folder.");
  return join(places(folder).site, name);
}

/**
 * Ends a dry run, and removes all that came of it: upload, records, report.
 * @throws {DomainError} FORBIDDEN while the community moves in
 */
export const discardImport = verb({
  name: "discardImport",
  who: "admin",
  rate: "manage",
  audited: true,
  idempotent: true,
  async run(ctx: Context): Promise<boolean> {
    const { folder } = ctx.services.importing;
    const run = readRun(folder);
    if (run?.phase === ImportPhase.IMPORTING || run?.phase === ImportPhase.UNDOING)
      await refuseWhileBusy(ctx);
    await inTransaction(ctx, (ctx) => {
      noteChange(ctx, { target: `import:${run?.source ?? ""}`, before: { phase: run?.phase ?? null } });
      return Promise.resolve();
    });
    endCheck(ctx.services);
    clearFolder(folder);
    return true;
  },
});
