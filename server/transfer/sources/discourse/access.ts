import type { SqlSource, Row } from "../sqlSource.ts";
import { idOf, textOf, wholeOf } from "../values.ts";

/** Groups that every forum has; those of trust levels follow each other. */
export const AutoGroup = { EVERYONE: 0, ADMINS: 1, MODERATORS: 2, STAFF: 3, TRUST_LEVEL_0: 10 } as const;
/** Name of the group of all members in newer versions. */
const MEMBERS_NAME = "logged_in_users";
/** Largest trust level. */
const TRUST_MAX = 4;

/** Rights in a category, the greatest first: to begin topics, to reply, to read; and none. */
export const Level = { FULL: 1, REPLY: 2, READ: 3, NONE: 4 } as const;

/** A category of Discourse. */
export interface Category {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
  readonly parentId: number | null;
  readonly isRestricted: boolean;
  readonly row: Row;
}

/** Categories, groups, and who may do what where. All of them are made by hand, so they fit. */
export class Access {
  private readonly powers = new Map<number, number>();

  private constructor(
    readonly categories: ReadonlyMap<number, Category>,
    /** Rights by category and group. */
    private readonly rights: ReadonlyMap<number, ReadonlyMap<number, number>>,
    /** Groups that the community made. */
    readonly ownGroups: ReadonlyMap<number, Row>,
    /** The least trust level of the members of each group. */
    private readonly leastTrust: ReadonlyMap<number, number>,
    private readonly membersId: number | null,
    /** True if visitors read nothing. */
    private readonly needsLogin: boolean,
  ) {}

  static async read(source: SqlSource, needsLogin: boolean): Promise<Access> {
    const categories = new Map<number, Category>();
    const columns = "name color slug description position read_restricted parent_category_id created_at";
    for await (const slice of source.slices("categories", { columns: columns.split(" ") }))
      for (const row of slice) categories.set(wholeOf(row["id"]), categoryOf(row));
    const rights = new Map<number, Map<number, number>>();
    const reading = { columns: ["category_id", "group_id", "permission_type"] };
    for await (const slice of source.slices("category_groups", reading))
      for (const row of slice) {
        const id = wholeOf(row["category_id"]);
        const own = rights.get(id) ?? new Map<number, number>();
        rights.set(id, own.set(wholeOf(row["group_id"]), wholeOf(row["permission_type"])));
      }
    const ownGroups = new Map<number, Row>();
    let membersId: number | null = null;
    const groupColumns = ["name", "full_name", "automatic", "visibility_level", "flair_color"];
    for await (const slice of source.slices("groups", { columns: groupColumns }))
      for (const row of slice) {
        const isAutomatic = wholeOf(row["automatic"]) === 1;
        if (!isAutomatic) ownGroups.set(wholeOf(row["id"]), row);
        else if (textOf(row["name"]) === MEMBERS_NAME) membersId = wholeOf(row["id"]);
      }
    return new Access(categories, rights, ownGroups, await leastTrustOf(source), membersId, needsLogin);
  }

  /** Groups of the source that visitors are in; null where they read nothing. */
  get visitors(): ReadonlySet<number> | null {
    return this.needsLogin ? null : new Set([AutoGroup.EVERYONE]);
  }

  /** Groups of the source that members of a trust level are in. */
  ofTrust(level: number): Set<number> {
    const groups = new Set<number>([AutoGroup.EVERYONE]);
    if (this.membersId !== null) groups.add(this.membersId);
    for (let each = 0; each <= Math.min(level, TRUST_MAX); each++) groups.add(AutoGroup.TRUST_LEVEL_0 + each);
    return groups;
  }

  /** Groups of the source that all members of one of them are in. */
  ofGroup(id: number): Set<number> {
    const groups = this.ofTrust(this.leastTrust.get(id) ?? 0).add(id);
    return id === AutoGroup.MODERATORS ? groups.add(AutoGroup.STAFF) : groups;
  }

  /** Gives the greatest right in a category of who is in some groups of the source. */
  level(groups: ReadonlySet<number> | null, category: Category): number {
    if (groups === null) return Level.NONE;
    const rights = this.rights.get(category.id) ?? new Map<number, number>();
    if (!category.isRestricted && rights.size === 0) return Level.FULL;
    const own = [...rights].flatMap(([id, right]) => {
      const isOpenRight = id !== AutoGroup.EVERYONE || !category.isRestricted;
      return groups.has(id) && isOpenRight && right >= Level.FULL && right <= Level.READ ? [right] : [];
    });
    return Math.min(...own, category.isRestricted ? Level.NONE : Level.READ);
  }

  /** The sum of rights of the members of a group: of a trust level, or one that the community made. */
  power(groupId: number): number {
    let power = this.powers.get(groupId);
    if (power !== undefined) return power;
    const isOwn = this.ownGroups.has(groupId);
    const groups = isOwn ? this.ofGroup(groupId) : this.ofTrust(groupId - AutoGroup.TRUST_LEVEL_0);
    power = 0;
    for (const category of this.categories.values()) power += Level.NONE - this.level(groups, category);
    this.powers.set(groupId, power);
    return power;
  }

  /** Trust levels from which on members have rights that those below do not have. */
  trustSteps(): number[] {
    const powers = Array.from({ length: TRUST_MAX + 1 }, (_, level) =>
      this.power(AutoGroup.TRUST_LEVEL_0 + level),
    );
    return powers.flatMap((power, level) => (level > 0 && power > powers[level - 1]! ? [level] : []));
  }

  /** True if everybody who is not banned reads a category, visitors included where they read anything. */
  isOpen(category: Category): boolean {
    return this.level(this.visitors ?? this.ofTrust(0), category) < Level.NONE;
  }

  /** The categories above one, the uppermost one last; a circle ends. */
  above(category: Category): Category[] {
    const path = [category];
    for (let next = category; ;) {
      const parent = this.categories.get(next.parentId ?? 0);
      if (!parent || path.includes(parent)) break;
      path.push((next = parent));
    }
    return path.slice(1);
  }
}

function categoryOf(row: Row): Category {
  return {
    id: wholeOf(row["id"]),
    name: textOf(row["name"]),
    slug: textOf(row["slug"]),
    parentId: idOf(row["parent_category_id"]),
    isRestricted: wholeOf(row["read_restricted"]) !== 0,
    row,
  };
}

async function leastTrustOf(source: SqlSource): Promise<Map<number, number>> {
  const moderators = await source.row(
    "SELECT MIN(u.trust_level) AS level FROM {users} u WHERE u.moderator = 1 AND u.id > 0",
  );
  const trust = new Map([[AutoGroup.MODERATORS as number, wholeOf(moderators["level"])]]);
  if (!source.has("group_users")) return trust;
  const sql = `SELECT g.group_id AS id, MIN(u.trust_level) AS level FROM {group_users} g
    JOIN {users} u ON u.id = g.user_id AND u.id > 0 WHERE g.group_id > ? GROUP BY g.group_id`;
  const last = AutoGroup.TRUST_LEVEL_0 + TRUST_MAX;
  for (const row of await source.rows(sql, [last])) trust.set(wholeOf(row["id"]), wholeOf(row["level"]));
  return trust;
}
