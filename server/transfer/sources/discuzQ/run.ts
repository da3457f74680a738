import type { SqlSource, Row } from "../sqlSource.ts";
import type { SourceRun } from "../run.ts";
import type { LocalTimes } from "../values.ts";

/** Everything that the parts of the reader of Discuz! Q share. */
export interface Run extends SourceRun {
  readonly source: SqlSource;
  readonly times: LocalTimes;
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

/** Gives the time of a row in UTC; rows without one take that of another column, or of the beginning of the forum. */
export function timeOf(run: Run, row: Row, ...columns: string[]): string {
  for (const column of columns) {
    const time = run.times.utc(row[column]);
    if (time !== null) return time;
  }
  return run.beginning;
}
