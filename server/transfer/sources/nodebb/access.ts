import type { Row } from "../sqlSource.ts";
import { idOf, textOf, wholeOf } from "../values.ts";
import { isSet } from "./fields.ts";
import type { NodebbObjects } from "./objects.ts";

/** Groups that every NodeBB has. */
export const SystemGroup = {
  ADMINISTRATORS: "administrators",
  MODERATORS: "Global Moderators",
  MEMBERS: "registered-users",
  VISITORS: "guests",
} as const;
/** Those that say something of the state of an account, or of programs: nobody is put into them. */
const STATES: ReadonlySet<string> = new Set([
  "verified-users",
  "unverified-users",
  "banned-users",
  "spiders",
  "fediverse",
]);
/** Rights without which nobody reads a category: to see it in lists, to open it, and to read its topics. */
const READING = ["find", "read", "topics:read"] as const;
const WRITING = ["topics:create", "topics:reply", "posts:edit", "posts:delete", "topics:delete"] as const;
const RIGHTS = [...READING, ...WRITING, "moderate"] as const;
/** Category of NodeBB 4 for topics of other servers, and for those that belong to no category. */
const WORLD = -1;

/** A right in a category. */
export type Right = (typeof RIGHTS)[number];

/** A category of the source. */
export interface Category {
  readonly id: number;
  readonly row: Row;
  readonly parentId: number | null;
  readonly name: string;
  /** Nobody but administrators sees it. */
  readonly isDisabled: boolean;
}

/** Categories, and by the rights of NodeBB who may do what in them. Both are small in every forum. */
export class Access {
  private constructor(
    readonly categories: ReadonlyMap<number, Category>,
    /** Links to other sites among the categories. */
    readonly links: readonly Category[],
    /** Groups of the community, without those that every forum has. */
    readonly groups: readonly string[],
    private readonly owners: ReadonlyMap<string, ReadonlySet<string>>,
    /** Members with rights of their own, by category and right. */
    readonly exceptions: readonly {
      readonly categoryId: number;
      readonly right: string;
      readonly members: number;
    }[],
    /** Category for topics of no category; read by who may read the world. */
    readonly worldId: number,
    /** Category that administrators read, for topics whose category does not exist. */
    readonly lostId: number,
  ) {}

  static read(objects: NodebbObjects): Access {
    const all = [...objects.each("category")].map(({ id, row }) => categoryOf(id, row));
    const isLink = ({ row }: Category): boolean => textOf(row["link"]) !== "";
    const categories = new Map(all.filter((each) => !isLink(each)).map((each) => [each.id, each]));
    const groups = objects.namesBehind("group:").filter((name) => isOwn(name));
    const owners = new Map<string, Set<string>>();
    const exceptions: { categoryId: number; right: string; members: number }[] = [];
    for (const id of [WORLD, ...categories.keys()])
      for (const right of RIGHTS) {
        const names = [...objects.members(`group:cid:${id}:privileges:groups:${right}:members`)];
        owners.set(`${id} ${right}`, new Set(names.map(({ value }) => value)));
        const members = objects.size(`group:cid:${id}:privileges:${right}:members`);
        if (members > 0) exceptions.push({ categoryId: id, right, members });
      }
    const largest = Math.max(0, ...all.map(({ id }) => id));
    return new Access(categories, all.filter(isLink), groups, owners, exceptions, largest + 1, largest + 2);
  }

  /** True if members of a group may do something in a category. Members have all that visitors have. */
  may(group: string, right: Right, categoryId: number): boolean {
    if (categoryId === this.lostId || this.categories.get(categoryId)?.isDisabled) return false;
    const key = `${categoryId === this.worldId ? WORLD : categoryId} ${right}`;
    return groupsOf(group).some((name) => this.owners.get(key)?.has(name));
  }

  /** True if members of a group read a category. */
  reads(group: string, categoryId: number): boolean {
    return READING.every((right) => this.may(group, right, categoryId));
  }

  /** Groups that read a category; administrators read all of them. */
  readers(categoryId: number): string[] {
    const groups = [SystemGroup.VISITORS, SystemGroup.MEMBERS, SystemGroup.MODERATORS, ...this.groups];
    return groups.filter((group) => this.reads(group, categoryId));
  }

  /** The number of rights of a group. */
  power(group: string): number {
    return [...this.owners.values()].filter((names) => names.has(group)).length;
  }

  /** Gives the category here of a topic. */
  categoryOf(value: unknown): number {
    const id = wholeOf(value);
    if (this.categories.has(id)) return id;
    return id === WORLD ? this.worldId : this.lostId;
  }

  /** Categories above one, the uppermost last; none if there is no end of them. */
  above({ id, parentId }: Category): Category[] {
    const path: Category[] = [];
    for (
      let next = this.categories.get(parentId ?? 0);
      next;
      next = this.categories.get(next.parentId ?? 0)
    ) {
      if (path.includes(next) || next.id === id) return [];
      path.push(next);
    }
    return path;
  }
}

function isOwn(name: string): boolean {
  const isSystem = (Object.values(SystemGroup) as string[]).includes(name);
  return !isSystem && !STATES.has(name) && !name.endsWith(":members");
}

/** Groups whose rights members of a group have. */
function groupsOf(group: string): string[] {
  return group === SystemGroup.VISITORS ? [group] : [group, SystemGroup.MEMBERS, SystemGroup.VISITORS];
}

function categoryOf(id: number, row: Row): Category {
  return {
    id,
    row,
    parentId: idOf(row["parentCid"]),
    name: textOf(row["name"]),
    isDisabled: isSet(row["disabled"]),
  };
}
