import { existsSync } from "node:fs";
import type { Readable } from "node:stream";
import { noteChange } from "../../../core/audit.ts";
import type { Context } from "../../../core/context.ts";
import { DomainError, invalid } from "../../../core/errors.ts";
import { parseId } from "../../../core/ids.ts";
import type { ImportMapping, ImportMappings, PendingMapping } from "../../../core/importing.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { verb } from "../../../core/verbs.ts";
import { allow, mustBeAdmin } from "../../../core/viewer.ts";
import { refuseUnlessEmpty } from "./emptiness.service.ts";
import { readRun, writeRun, type ImportRun } from "./importFolder.ts";
import type { SaveImportMappingInput } from "./importMapping.input.ts";
import { ImportPhase } from "./importPage.view.ts";

/** Longest file of decisions, in bytes. */
const FILE_MAX_BYTES = 20_000_000;
const NAME_MAX = 100;

/** Gives the location of the file of decisions to who may read it. @throws {DomainError} FORBIDDEN; NOT_FOUND without one */
export function getMappingFile(ctx: Context): string {
  allow(mustBeAdmin(ctx.viewer));
  // It names groups and categories that not everybody reads; programs have nothing to do here.
  if (ctx.token) throw new DomainError("FORBIDDEN");
  const { folder, mappings } = ctx.services.importing;
  const isThere = readRun(folder)?.phase === ImportPhase.CHECKED && mappings && existsSync(mappings.location);
  if (!isThere) throw new DomainError("NOT_FOUND");
  return mappings.location;
}

/**
 * Saves decisions on groups and categories of the community that was read; the start applies them.
 * @throws {DomainError} FORBIDDEN without a dry run that went well, or on a forum that is not empty; CONFLICT if somebody has
 *   saved since, or read another community; INVALID_PARAMETER, whose field names the row by its id: `categories.3`
 */
export const saveImportMapping = verb({
  name: "saveImportMapping",
  who: "admin",
  rate: "manage",
  audited: true,
  async run(ctx: Context, { version, groups, categories }: SaveImportMappingInput): Promise<ImportMapping> {
    const change = {
      version,
      groups: groups.map(({ id, to, grants }) => ({ id: parseId(id), to, grants: grants ?? null })),
      categories: categories.map(({ id, to }) => ({ id: parseId(id), to })),
    };
    return save(ctx, (mappings) => mappings.change(change));
  },
});

/** A file that arrives. */
export interface MappingFile {
  /** Begins to read. @returns null if there is no file */
  open(): Promise<{ readonly name: string; readonly bytes: Readable } | null>;
}

/**
 * Takes a file of decisions, as the command line reads it, in the place of those that are saved.
 * @throws {DomainError} as `saveImportMapping`; INVALID_PARAMETER with the place in the file
 */
export const uploadImportMapping = verb({
  name: "uploadImportMapping",
  who: "admin",
  rate: "manage",
  audited: true,
  async run(ctx: Context, { open }: MappingFile): Promise<ImportMapping> {
    const file = await open();
    if (!file) throw invalid("file", "没有收到文件", "There is no file.");
    const text = await textOf(file.bytes);
    return save(ctx, (mappings) => mappings.replace(file.name.slice(-NAME_MAX), text));
  },
});

async function textOf(bytes: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > FILE_MAX_BYTES) throw invalid("file", "文件过大", "The file is too large.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

async function save(
  ctx: Context,
  check: (mappings: ImportMappings) => PendingMapping,
): Promise<ImportMapping> {
  await refuseUnlessEmpty(ctx);
  const { source } = checkedRun(ctx);
  const { folder, mappings } = ctx.services.importing;
  const pending = check(mappings!);
  await inTransaction(ctx, (ctx) => {
    noteChange(ctx, { target: `import:${source}` });
    return Promise.resolve();
  });
  // Nothing waits from here on, so that nobody starts or reads another community meanwhile.
  const run = checkedRun(ctx);
  pending.save();
  const { administrators, counts } = pending.mapping;
  const summary = { ...run.summary!, administrators, counts: { ...run.summary!.counts, ...counts } };
  writeRun(folder, { ...run, summary });
  return pending.mapping;
}

function checkedRun({ services }: Context): ImportRun {
  const { folder, mappings } = services.importing;
  const run = readRun(folder);
  if (run?.phase === ImportPhase.CHECKED && run.summary && mappings) return run;
  throw new DomainError("FORBIDDEN", {
    text: { zh: "请先完成试运行", en: "A dry run that went well comes first." },
  });
}
