import type { MysqlSource } from "../mysqlSource.ts";
import type { SourceRun } from "../run.ts";
import type { LocalTimes } from "../values.ts";
import type { Access } from "./access.ts";

const ADDRESS_MAX = 500;

/** Everything that the parts of the reader of Discourse share. */
export interface Run extends SourceRun {
  readonly source: MysqlSource;
  readonly times: LocalTimes;
  /** Categories, and which groups read them. */
  readonly access: Access;
  /** Values of settings that the site has changed, by their names. */
  readonly settings: ReadonlyMap<string, string>;
  /** Folder of the old site's address, such as `/forum`; empty for none. */
  readonly basePath: string;
  /** Category that administrators read, for topics that are in no list there. */
  readonly closedCategoryId: number;
  /** True if a topic is in it. */
  hasClosedCategory: boolean;
}

/** Gives a time in UTC; rows without one take that of the beginning of the forum. */
export function timeOf(run: Run, value: unknown): string {
  return run.times.utc(value) ?? run.beginning;
}

/** Puts an address of the old site aside with the page that has taken it over. */
export function putAddress(run: Run, path: string, target: string): void {
  const address = run.basePath + path;
  if (address.length <= ADDRESS_MAX) run.scratch.put("oldAddresses", [address, 0], { address, target });
}
