import type { NeutralWriter } from "../format/folder.ts";
import type { Kind, RecordOf } from "../format/records.ts";
import type { Row } from "./sqlSource.ts";
import type { OldFiles } from "./oldFiles.ts";
import type { Scratch } from "./scratch.ts";
import { basePathOf, type ReportWriter, type SourceOptions } from "./source.ts";
import { cut, textOf } from "./values.ts";

/** Longest address that the format holds. */
const ADDRESS_MAX = 500;

/** Everything that readers of all programs share. */
export interface SourceRun {
  readonly options: SourceOptions;
  readonly writer: NeutralWriter;
  readonly scratch: Scratch;
  readonly report: ReportWriter;
  readonly files: OldFiles;
  /** Time of rows that have none: when the first member joined. */
  readonly beginning: string;
  readonly ghostId: number;
  ghostName: string;
}

/** Gives the member that a row names, or the one in place of deleted members. */
export function authorOf(run: SourceRun, id: number | null): number {
  return run.scratch.member(id)?.id ?? run.ghostId;
}

/** Remarks that a row is left out. */
export function leaveOut(run: SourceRun, row: string, reason: string): void {
  run.report.remark("leftOut", row, reason);
}

/** Gives a text of a row, shortened to what the format holds; the report names what was cut. */
export function shortText(run: SourceRun, row: Row, column: string, units: number, label: string): string {
  const text = textOf(row[column]);
  if (text.length > units) run.report.remark("shortened", label, `${column}: ${text}`);
  return cut(text, units);
}

/** Puts a file of the old site aside until files are copied. */
export function putFile({ scratch }: SourceRun, path: string, location: string): void {
  scratch.put("files", [path, 0], { path, location });
}

/** Puts an address of the old site aside with the page that has taken it over. @param path below the folder of the old site */
export function putAddress({ scratch, options }: SourceRun, path: string, target: string): void {
  const address = basePathOf(options.address) + path;
  if (address.length <= ADDRESS_MAX) scratch.put("oldAddresses", [address, 0], { address, target });
}

/** Writes the records of a kind that were put aside, in the order of their keys. */
export async function writeSorted<K extends Kind>(run: SourceRun, kind: K): Promise<void> {
  for (const record of run.scratch.sorted<RecordOf<K>>(kind)) await run.writer.append(kind, record);
}

/** Copies the files that were put aside. */
export async function writeFiles({ scratch, writer }: SourceRun): Promise<void> {
  for (const { path, location } of scratch.sorted<{ path: string; location: string }>("files"))
    await writer.addFile(path, location);
}
