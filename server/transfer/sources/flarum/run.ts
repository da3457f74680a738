import type { SqlSource } from "../sqlSource.ts";
import type { SourceRun } from "../run.ts";
import type { LocalTimes } from "../values.ts";
import type { Access } from "./access.ts";

/** Everything that the parts of the reader of Flarum share. */
export interface Run extends SourceRun {
  readonly source: SqlSource;
  readonly times: LocalTimes;
  /** Permissions of groups in tags. */
  readonly access: Access;
  /** Folder of the old site's address, such as `/forum`; empty for none. */
  readonly basePath: string;
  /** Category of discussions without a primary tag. */
  readonly looseCategoryId: number;
  /** Category that administrators read, for discussions that fewer people may read than their category. */
  readonly closedCategoryId: number;
  /** Those of both that hold discussions. */
  readonly extraCategories: Set<number>;
}

/** Gives a time in UTC; rows without one take that of the beginning of the forum. */
export function timeOf(run: Run, value: unknown): string {
  return run.times.utc(value) ?? run.beginning;
}
