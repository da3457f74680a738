import { Field, Int, ObjectType, type ClassType } from "type-graphql";
import { DomainError, invalid } from "./errors.ts";

/** Most rows that one page of a list may ask for. */
export const PAGE_MAX = 100;
/** Rows of a page when nothing is said. */
export const PAGE_DEFAULT = 20;

/** Relay's page information. */
@ObjectType("PageInfo", { simpleResolvers: true, description: "Where a page lies in its list." })
export class PageInfo {
  @Field(() => Boolean, { description: "Whether rows follow this page." })
  hasNextPage!: boolean;
  @Field(() => Boolean, { description: "Whether rows come before this page." })
  hasPreviousPage!: boolean;
  @Field(() => String, { nullable: true, description: "Cursor of the first row; null for an empty page." })
  startCursor!: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Cursor of the last row: give it as `after` to read on; null for an empty page.",
  })
  endCursor!: string | null;
}

/** One row of a list with its place. */
export interface Edge<T> {
  readonly cursor: string;
  readonly node: T;
}

/** A page of a list, as Relay wants it. */
export interface Connection<T> {
  readonly edges: readonly Edge<T>[];
  readonly nodes: readonly T[];
  readonly pageInfo: PageInfo;
  /** Length of the list where a counter is kept of it; null or absent elsewhere. */
  readonly totalCount?: number | null;
}

/** Makes the GraphQL types `<Name>Edge` and `<Name>Connection` for a node type. */
export function connectionType<T extends object>(
  name: string,
  node: () => ClassType<T>,
): ClassType<Connection<T>> {
  @ObjectType(`${name}Edge`, { simpleResolvers: true, description: "A row of a list with its place." })
  class EdgeType {
    @Field(() => String, { description: "Its place: as `after` it asks for the rows behind it." })
    cursor!: string;
    @Field(node, { description: "The row." })
    node!: T;
  }

  @ObjectType(`${name}Connection`, { simpleResolvers: true, description: "A page of a list." })
  class ConnectionType {
    @Field(() => [EdgeType], { description: "The rows with their places." })
    edges!: EdgeType[];
    @Field(() => [node()], { description: "The rows." })
    nodes!: T[];
    @Field(() => PageInfo, { description: "Where the page lies in the list." })
    pageInfo!: PageInfo;
    @Field(() => Int, {
      nullable: true,
      description:
        "Rows of the whole list that all its readers see, where a counter is kept of them (threads of categories, " +
        "replies, comments, relations of members); null elsewhere.",
    })
    totalCount!: number | null;
  }
  return ConnectionType as unknown as ClassType<Connection<T>>;
}

/** A position in a list: the sort key of the row, its parts in order. */
export type CursorKey = readonly (string | number)[];

/** Writes a cursor; `list` names the list and its order, so that a cursor of another list is refused. */
export function encodeCursor(list: string, key: CursorKey): string {
  return Buffer.from(JSON.stringify([list, ...key])).toString("base64url");
}

/** True if a cursor says that it is of a list; `decodeCursor` has the last word. */
export function isCursorOf(list: string, cursor: string): boolean {
  return Buffer.from(cursor, "base64url")
    .toString("utf8")
    .startsWith(`[${JSON.stringify(list)},`);
}

/**
 * Reads a cursor that this program wrote for the same list.
 * @param types the type of each part of the key
 * @throws {DomainError} INVALID_PARAMETER for anything forged, cut, or of another list.
 */
export function decodeCursor(
  list: string,
  cursor: string,
  types: readonly ("string" | "number")[],
): CursorKey {
  const wrong = (): DomainError =>
    invalid("after", "分页游标无效", "This cursor is not valid for this list.");
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
  } catch {
    throw wrong();
  }
  if (!Array.isArray(parts) || parts.length !== types.length + 1 || parts[0] !== list) throw wrong();
  const key = parts.slice(1) as (string | number)[];
  const fits = key.every(
    (part, index) =>
      typeof part === types[index] &&
      (typeof part === "number" ? Number.isSafeInteger(part) : part.length <= 64),
  );
  if (!fits) throw wrong();
  return key;
}

/** @throws {DomainError} INVALID_PARAMETER unless 1 ≤ first ≤ 100. */
export function checkFirst(first: number): number {
  if (!Number.isInteger(first) || first < 1 || first > PAGE_MAX) {
    throw invalid("first", `first 须在 1 到 ${PAGE_MAX} 之间`, `first must be between 1 and ${PAGE_MAX}.`);
  }
  return first;
}

/**
 * Makes a page of rows that were read with one row more than asked for. Edges are made when somebody asks for them,
 * since most ask for nodes.
 * @param cursorOf the cursor of a row
 * @param continued whether the page follows an earlier one
 * @param hasNextPage whether another follows; by default judged by the one row more
 */
export function pageOf<T>(
  found: readonly T[],
  first: number,
  cursorOf: (node: T) => string,
  continued: boolean,
  hasNextPage = found.length > first,
): Connection<T> {
  const nodes = found.length > first ? found.slice(0, first) : found;
  const last = nodes.at(-1);
  return {
    get edges() {
      return nodes.map((node) => ({ node, cursor: cursorOf(node) }));
    },
    nodes,
    pageInfo: {
      hasNextPage,
      hasPreviousPage: continued,
      startCursor: nodes[0] === undefined ? null : cursorOf(nodes[0]),
      endCursor: last === undefined ? null : cursorOf(last),
    },
  };
}

/** Adds the length of the whole list to its page. */
export function counted<T>(page: Connection<T>, totalCount: number): Connection<T> {
  return Object.assign(page, { totalCount });
}

/** Arguments of a list: `first` rows after a cursor. */
export interface PageRequest {
  readonly first: number;
  readonly after?: string | null;
}
