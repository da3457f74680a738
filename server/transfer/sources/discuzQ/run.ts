import type { Kind, RecordOf } from "../../format/records.ts";
import type { NeutralWriter } from "../../format/folder.ts";
import type { OldFiles } from "../oldFiles.ts";
import type { Scratch } from "../scratch.ts";
import type { ReportWriter, SourceOptions } from "../source.ts";
import { cut, type LocalTimes, textOf } from "../values.ts";
import type { DiscuzQDatabase, Row } from "./database.ts";

/** Everything that the parts of the reader of Discuz! Q share. */
export interface Run {
  readonly options: SourceOptions;
  readonly source: DiscuzQDatabase;
  readonly writer: NeutralWriter;
  readonly scratch: Scratch;
  readonly report: ReportWriter;
  readonly files: OldFiles;
  readonly times: LocalTimes;
  /** Time of rows that have none: when the first member joined. */
  readonly beginning: string;
  readonly ghostId: number;
  ghostName: string;
  /** Group of new members. */
  defaultGroupId: number;
  /** Category of threads whose category is missing; null if there are none. */
  lostCategoryId: number | null;
  /** Ids of categories and groups that exist. */
  readonly categoryIds: Set<number>;
  readonly groupIds: Set<number>;
  /** Ids of WeChat's apps, which the settings name. */
  readonly wechatApps: { official: string; miniProgram: string; website: string };
}

/** Gives the member that a row names, or the one in place of deleted members. */
export function authorOf(run: Run, id: number | null): number {
  return run.scratch.member(id)?.id ?? run.ghostId;
}

/** Remarks that a row is left out. */
export function leaveOut(run: Run, row: string, reason: string): void {
  run.report.remark("leftOut", row, reason);
}

/** Gives the time of a row in UTC; rows without one take that of another column, or of the beginning of the forum. */
export function timeOf(run: Run, row: Row, ...columns: string[]): string {
  for (const column of columns) {
    const time = run.times.utc(row[column]);
    if (time !== null) return time;
  }
  return run.beginning;
}

/** Gives a text of a row, shortened to what the format holds; the report names what was cut. */
export function shortText(run: Run, row: Row, column: string, units: number, label: string): string {
  const text = textOf(row[column]);
  if (text.length > units) run.report.remark("shortened", label, `${column}: ${text}`);
  return cut(text, units);
}

/** Writes the records of a kind that were put aside, in the order of their keys. */
export async function writeSorted<K extends Kind>(run: Run, kind: K): Promise<void> {
  for (const record of run.scratch.sorted<RecordOf<K>>(kind)) await run.writer.append(kind, record);
}
