import { withoutEnd } from "../../core/text.ts";
import type { NeutralWriter } from "../format/folder.ts";
import type { Manifest, Software } from "../format/manifest.ts";
import { KINDS, type Kind, type RecordOf } from "../format/records.ts";

/** Rows of each kind of remark that a report names; all are counted. */
const REMARKS_MAX = 1_000;

/** Options of reading a forum of another program. */
export interface SourceOptions {
  /** Address of the database, such as `mysql://user:password@host/database`. */
  readonly from: string;
  /** Address at which people knew the old site, without a slash at its end; empty where nobody knows it. */
  readonly address: string;
  /** Folder of the files of the old site; null leaves them out. */
  readonly files: string | null;
  /** Fetches files that are in no folder from `address`. */
  readonly fetchFiles?: boolean;
  /** Folder in the neutral format that is written. */
  readonly folder: string;
  /** Key of the old site, which opens what it has sealed. */
  readonly appKey?: string;
  /** Time zone of the old site; `Asia/Shanghai` if it is missing. */
  readonly zone?: string;
  readonly now: Date;
  /** Called with each line of progress. */
  tell(line: string): void;
}

/** Something that a reader changed or left out, by the row of the source. */
export interface Remark {
  /** Table and key, such as `users 12`. */
  readonly row: string;
  readonly reason: string;
}

/** Remarks of one kind: all are counted, the first ones are named. */
export interface Remarks {
  count: number;
  readonly rows: Remark[];
}

/** Difference between the balance of a member and the sum of the log of their wallet, in cents. */
export interface BalanceDifference {
  readonly memberId: number;
  readonly balanceCents: number;
  readonly logCents: number;
}

/** Sums of money, in cents. */
export interface MoneyReport {
  /** Balances of the source, frozen money included. */
  sourceCents: number;
  /** Sum of the opening transactions. */
  openedCents: number;
  /** Balances that were refused: negative ones, what is no money, and those of nobody. */
  refusedCents: number;
  readonly differences: { count: number; readonly rows: BalanceDifference[] };
}

/** Result of reading a forum; plain values, as JSON holds them. */
export interface SourceReport {
  readonly software: Software;
  /** Rows of the source by table. */
  readonly tables: Readonly<Record<string, number>>;
  readonly records: Readonly<Record<Kind, number>>;
  /** Constructs of texts that Markdown cannot express, with how often they occur. */
  readonly losses: Readonly<Record<string, number>>;
  readonly remarks: Readonly<Record<string, Remarks>>;
  readonly money: MoneyReport;
}

/** A report that is being written; its size is bounded, whatever the size of the source. */
export class ReportWriter {
  readonly money: MoneyReport = {
    sourceCents: 0,
    openedCents: 0,
    refusedCents: 0,
    differences: { count: 0, rows: [] },
  };
  private readonly tables: Record<string, number> = {};
  private readonly losses: Record<string, number> = {};
  private readonly remarks: Record<string, Remarks> = {};

  constructor(private readonly software: Software) {}

  /** Counts rows of a table of the source. */
  countTable(table: string, rows: number): void {
    this.tables[table] = rows;
  }

  /** Counts what a text lost. */
  addLosses(losses: Readonly<Record<string, number>>): void {
    for (const [name, count] of Object.entries(losses)) this.losses[name] = (this.losses[name] ?? 0) + count;
  }

  /** Remarks on a row of the source. */
  remark(kind: string, row: string, reason: string): void {
    const remarks = (this.remarks[kind] ??= { count: 0, rows: [] });
    remarks.count++;
    if (remarks.rows.length < REMARKS_MAX) remarks.rows.push({ row, reason });
  }

  /** Remarks on a balance that is not the sum of its log. */
  addDifference(difference: BalanceDifference): void {
    const { differences } = this.money;
    differences.count++;
    if (differences.rows.length < REMARKS_MAX) differences.rows.push(difference);
  }

  /** Gives the report. */
  finish({ records }: Manifest): SourceReport {
    const counts = Object.fromEntries(KINDS.map((kind) => [kind, records[kind].records]));
    const { software, tables, losses, remarks, money } = this;
    return { software, tables, records: counts as Record<Kind, number>, losses, remarks, money };
  }
}

/** Writes the forum that is left, so that its addresses lead to the pages here: ids are kept. */
export async function writeFormerForum(
  writer: NeutralWriter,
  software: RecordOf<"formerForums">["software"],
  address: string,
  postsPerPage: number,
): Promise<void> {
  await writer.append("formerForums", { software, postsPerPage, basePath: basePathOf(address) });
}

/** Gives the folder that an old site was in, such as `/forum`; empty for none. */
export function basePathOf(address: string): string {
  return URL.canParse(address) ? withoutEnd(new URL(address).pathname, "/") : "";
}
