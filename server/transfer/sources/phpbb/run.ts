import { decodeHTML } from "entities";
import { cleanLine } from "../../../core/text.ts";
import type { RecordOf } from "../../format/records.ts";
import type { SourceRun } from "../run.ts";
import { cut, idOf, textOf, wholeOf } from "../values.ts";
import type { Access } from "./access.ts";
import type { Row } from "../sqlSource.ts";
import type { PhpbbDatabase } from "./database.ts";

const SECOND_MS = 1_000;
/** Greatest time that a column of phpBB holds. */
const SECONDS_MAX = 4_294_967_295;

/** Everything that the parts of the reader of phpBB share. */
export interface Run extends SourceRun {
  readonly source: PhpbbDatabase;
  /** `config` of the source. */
  readonly config: ReadonlyMap<string, string>;
  /** Forums and who reads them. */
  readonly access: Access;
}

/** Gives a time of seconds; null for none. */
export function secondsOf(value: unknown): string | null {
  const seconds = wholeOf(value);
  return seconds > 0 && seconds <= SECONDS_MAX ? new Date(seconds * SECOND_MS).toISOString() : null;
}

/** Gives the time of a row; rows without one take that of another column, or of the beginning of the forum. */
export function timeOf(run: Run, row: Row, ...columns: string[]): string {
  for (const column of columns) {
    const time = secondsOf(row[column]);
    if (time !== null) return time;
  }
  return run.beginning;
}

/** Gives a line that phpBB stored with entities. */
export function lineOf(value: unknown): string {
  return cleanLine(decodeHTML(textOf(value)));
}

/** Gives a line, shortened to what the format holds; the report names what was cut. */
export function shortLine(run: Run, value: unknown, units: number, label: string): string {
  const text = lineOf(value);
  if (text.length > units) run.report.remark("shortened", label, text);
  return cut(text, units);
}

/** Gives what a row says about approval and deletion; before 3.1 there were only approved and unapproved ones. */
export function visibilityOf(
  run: Run,
  row: Row,
  name: "topic" | "post",
): Pick<RecordOf<"posts">, "approval" | "deletedAt" | "deletedById"> {
  const visibility = wholeOf(row[`${name}_visibility`] ?? row[`${name}_approved`]);
  const isDeleted = visibility === 2;
  return {
    // What nobody knows waits for a review.
    approval: visibility === 1 || isDeleted ? "APPROVED" : "PENDING",
    deletedAt: isDeleted ? timeOf(run, row, `${name}_delete_time`, `${name}_time`) : null,
    deletedById: isDeleted ? (run.scratch.member(idOf(row[`${name}_delete_user`]))?.id ?? null) : null,
  };
}
