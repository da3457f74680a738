import type { SqlSource } from "../sqlSource.ts";
import type { SourceRun } from "../run.ts";
import type { LocalTimes } from "../values.ts";
import type { Access } from "./access.ts";

/** Everything that the parts of the reader of Discourse share. */
export interface Run extends SourceRun {
  readonly source: SqlSource;
  readonly times: LocalTimes;
  /** Categories, and which groups read them. */
  readonly access: Access;
  /** Values of settings that the site has changed, by their names. */
  readonly settings: ReadonlyMap<string, string>;
  /** Category that administrators read, for topics that are in no list there. */
  readonly closedCategoryId: number;
  /** True if a topic is in it. */
  hasClosedCategory: boolean;
}

/** Gives a time in UTC; rows without one take that of the beginning of the forum. */
export function timeOf(run: Run, value: unknown): string {
  return run.times.utc(value) ?? run.beginning;
}
