import type { Row } from "../sqlSource.ts";
import type { PhpbbDatabase } from "./database.ts";
import { lineOf } from "./run.ts";
import { idOf, textOf, wholeOf } from "../values.ts";

/** Anonymous visitors. */
export const ANONYMOUS_ID = 1;
/** `forum_type` of forums that hold no topics: categories have 0. */
const [FORUM, LINK] = [1, 2];
/** Rights without which nobody reads a forum: to see it, and to read its topics. */
const RIGHTS = ["f_list", "f_read"] as const;
const [YES, NEVER] = [1, -1];

/** A forum of the source. */
export interface Forum {
  readonly id: number;
  readonly parentId: number | null;
  readonly name: string;
  readonly type: number;
  readonly row: Row;
}

/** Readers of a forum: everybody, the members of some groups of the source, or, where that is not clear, administrators. */
type Readers = "everybody" | ReadonlySet<number>;

/** Why it is not clear who reads a forum. */
interface Unclear {
  readonly reason: string;
}

/** Settings of a forum by right and group. */
type Settings = Map<string, number[]>;

/** Forums, and who of which group of the source reads them. */
export interface Access {
  readonly forums: ReadonlyMap<number, Forum>;
  /** Links to other sites among the forums. */
  readonly links: readonly Forum[];
  /** Category of topics whose forum is missing; null if there are none. */
  readonly lostId: number | null;
  /** True if everybody reads everything. */
  readonly isOpen: boolean;
  /** Forums that only administrators read here, with the reason. */
  readonly closed: ReadonlyMap<number, string>;
  readonly groups: { readonly guests: number; readonly registered: number };
  isPublic(forumId: number): boolean;
  /** Ids of the categories that members of some groups of the source read. */
  readableBy(groupIds: readonly number[]): number[];
}

/** Reads the forums, and by the permissions of phpBB who reads them. Both are small in every forum. */
export async function readAccess(source: PhpbbDatabase): Promise<Access> {
  const all = await forumsOf(source);
  const links = all.filter(({ type }) => type === LINK);
  const forums = new Map(all.filter(({ type }) => type !== LINK).map((forum) => [forum.id, forum]));
  const special = await source.all("groups", {
    key: ["group_id"],
    columns: ["group_name"],
    where: "group_name IN ('GUESTS', 'REGISTERED')",
  });
  const named = (name: string): number =>
    wholeOf(special.find((row) => textOf(row["group_name"]) === name)?.["group_id"]);
  const groups = { guests: named("GUESTS"), registered: named("REGISTERED") };
  const settings = await settingsOf(source);
  const closed = new Map<number, string>();
  const readers = new Map<number, Readers>();
  for (const forum of forums.values()) {
    const result = readersOf(forum, settings, groups.guests);
    const isClear = result === "everybody" || result instanceof Set;
    if (!isClear) closed.set(forum.id, (result as Unclear).reason);
    readers.set(forum.id, isClear ? (result as Readers) : new Set());
  }
  const lostId = (await hasLost(source)) ? Math.max(0, ...all.map(({ id }) => id)) + 1 : null;
  return {
    forums,
    links,
    lostId,
    isOpen: lostId === null && [...readers.values()].every((each) => each === "everybody"),
    closed,
    groups,
    isPublic: (id) => readers.get(id) === "everybody",
    readableBy: (groupIds) =>
      [...readers]
        .filter(([, each]) => each === "everybody" || groupIds.some((id) => each.has(id)))
        .map(([id]) => id),
  };
}

async function forumsOf(source: PhpbbDatabase): Promise<Forum[]> {
  const columns = [
    "parent_id",
    "left_id",
    "forum_name",
    "forum_desc",
    "forum_desc_uid",
    "forum_type",
    "forum_status",
    "forum_password",
    "forum_link",
  ];
  const rows = await source.all("forums", { key: ["forum_id"], columns });
  return rows.map((row) => ({
    id: wholeOf(row["forum_id"]),
    parentId: idOf(row["parent_id"]),
    name: lineOf(row["forum_name"]),
    type: wholeOf(row["forum_type"]),
    row,
  }));
}

/** True if there are topics without a forum; links to other topics are none. */
async function hasLost(source: PhpbbDatabase): Promise<boolean> {
  const sql = `SELECT 1 AS n FROM {topics} t LEFT JOIN {forums} f ON f.forum_id = t.forum_id AND f.forum_type <> ${LINK}
    WHERE t.topic_status <> 2 AND f.forum_id IS NULL LIMIT 1`;
  return (await source.rows(sql)).length > 0;
}

/** Gives who reads a forum, or why that is not clear. */
function readersOf(
  { id, type, row }: Forum,
  settings: ReadonlyMap<number, Settings>,
  guestsId: number,
): Readers | Unclear {
  if (textOf(row["forum_password"]) !== "") return { reason: "It has a password." };
  const own = settings.get(id);
  if (!own) return { reason: "Nobody has a permission on it." };
  const isSet = (right: string, group: string): boolean => {
    const values = own.get(`${right} ${group}`) ?? [];
    return values.includes(YES) && !values.includes(NEVER);
  };
  const needed = type === FORUM ? RIGHTS : RIGHTS.slice(0, 1);
  const isReader = (group: string): boolean => needed.every((right) => isSet(right, group));
  // What visitors read, nobody can be kept from: they sign out.
  const hasVisitorRule = [...own.keys()].some((key) => key.endsWith(` user ${ANONYMOUS_ID}`));
  if (isReader(`group ${guestsId}`) && !hasVisitorRule) return "everybody";
  for (const [key, values] of own)
    if (values.includes(NEVER) && key !== `f_list group ${guestsId}` && key !== `f_read group ${guestsId}`)
      return { reason: "Somebody may never read it, which groups here do not express." };
  const ids = [...own.keys()].flatMap((key) => Number(/ group (\d+)$/.exec(key)?.[1] ?? 0) || []);
  return new Set(ids.filter((group) => group !== guestsId && isReader(`group ${group}`)));
}

/** Reads the settings of the rights by forum, with those that roles stand for. */
async function settingsOf(source: PhpbbDatabase): Promise<Map<number, Settings>> {
  const rights = new Map<number, string>();
  for (const row of await source.all("acl_options", { key: ["auth_option_id"], columns: ["auth_option"] })) {
    const name = textOf(row["auth_option"]);
    if ((RIGHTS as readonly string[]).includes(name)) rights.set(wholeOf(row["auth_option_id"]), name);
  }
  const roles = new Map<number, [string, number][]>();
  const ofRoles = { key: ["role_id", "auth_option_id"], columns: ["auth_setting"] };
  for (const row of await source.all("acl_roles_data", ofRoles)) {
    const right = rights.get(wholeOf(row["auth_option_id"]));
    const id = wholeOf(row["role_id"]);
    if (right) roles.set(id, [...(roles.get(id) ?? []), [right, wholeOf(row["auth_setting"])]]);
  }
  const settings = new Map<number, Settings>();
  for (const kind of ["group", "user"] as const) {
    const key = [`${kind}_id`, "forum_id", "auth_option_id", "auth_role_id"];
    const reading = { key, columns: ["auth_setting"], where: "forum_id > 0" };
    for await (const slice of source.slices(`acl_${kind}s`, reading))
      for (const row of slice) {
        const right = rights.get(wholeOf(row["auth_option_id"]));
        const own: [string, number][] = right ? [[right, wholeOf(row["auth_setting"])]] : [];
        const id = wholeOf(row[`${kind}_id`]);
        // Of members it matters only whether one of them may never read.
        const owner = kind === "group" || id === ANONYMOUS_ID ? id : 0;
        for (const [name, value] of [...own, ...(roles.get(wholeOf(row["auth_role_id"])) ?? [])])
          note(settings, wholeOf(row["forum_id"]), `${name} ${kind} ${owner}`, value);
      }
  }
  return settings;
}

function note(settings: Map<number, Settings>, forumId: number, key: string, value: number): void {
  const own = settings.get(forumId) ?? new Map<string, number[]>();
  const values = own.get(key) ?? [];
  if (!values.includes(value)) own.set(key, [...values, value]);
  settings.set(forumId, own);
}
