import type { SqlSource, Row } from "../sqlSource.ts";
import { idOf, textOf, wholeOf } from "../values.ts";

/** Groups of Flarum that every forum has. */
export const FlarumGroup = { ADMIN: 1, GUEST: 2, MEMBER: 3 } as const;

/** A tag of Flarum: primary ones are categories here, all others topics. */
export interface Tag {
  readonly id: number;
  readonly name: string;
  readonly position: number;
  readonly parentId: number | null;
  readonly isPrimary: boolean;
  /** Its permissions are its own, `tag<ID>.…`; those for all tags do not hold in it. */
  readonly isRestricted: boolean;
}

/** Permissions of Flarum: who may do what in which tag. Groups and tags are made by hand, so all of them fit. */
export class Access {
  private constructor(
    readonly tags: ReadonlyMap<number, Tag>,
    private readonly permissions: ReadonlyMap<number, ReadonlySet<string>>,
    readonly groupIds: ReadonlySet<number>,
  ) {}

  static async read(source: SqlSource): Promise<Access> {
    const tags = new Map<number, Tag>();
    const columns = ["id", "name", "position", "parent_id", "is_primary", "is_restricted"];
    for await (const slice of source.slices("tags", { columns }))
      for (const row of slice) tags.set(wholeOf(row["id"]), tagOf(row));
    const permissions = new Map<number, Set<string>>();
    const reading = { columns: ["group_id", "permission"], key: ["group_id", "permission"] };
    for await (const slice of source.slices("group_permission", reading))
      for (const row of slice) {
        const id = wholeOf(row["group_id"]);
        permissions.set(id, (permissions.get(id) ?? new Set()).add(textOf(row["permission"])));
      }
    const groupIds = new Set<number>();
    for await (const slice of source.slices("groups", { columns: ["id"] }))
      for (const row of slice) groupIds.add(wholeOf(row["id"]));
    return new Access(tags, permissions, groupIds);
  }

  /** True if members of a group may do something in a tag, or where there is none. Members have all that guests have. */
  may(groupId: number, permission: string, tag: Tag | null): boolean {
    for (const each of this.path(tag)) {
      const key = each?.isRestricted ? `tag${each.id}.${permission}` : permission;
      if (!this.has(groupId, key)) return false;
    }
    return true;
  }

  /** Groups, administrators left out, that may read what has all of these tags. */
  readers(tags: readonly (Tag | null)[]): number[] {
    return [...this.groupIds].filter(
      (id) => id !== FlarumGroup.ADMIN && tags.every((tag) => this.may(id, "viewForum", tag)),
    );
  }

  /** The number of permissions of a group. */
  power(groupId: number): number {
    return groupId === FlarumGroup.ADMIN ? Infinity : (this.permissions.get(groupId)?.size ?? 0);
  }

  /** A tag with all above it, the uppermost one last; a circle ends. */
  path(tag: Tag | null): (Tag | null)[] {
    const path: (Tag | null)[] = [tag];
    for (let next = tag; (next = this.tags.get(next?.parentId ?? 0) ?? null) !== null;) {
      if (path.includes(next)) break;
      path.push(next);
    }
    return path;
  }

  private has(groupId: number, permission: string): boolean {
    const groups =
      groupId === FlarumGroup.GUEST ? [groupId] : [groupId, FlarumGroup.MEMBER, FlarumGroup.GUEST];
    return groups.some((id) => this.permissions.get(id)?.has(permission));
  }
}

function tagOf(row: Row): Tag {
  const parentId = idOf(row["parent_id"]);
  const isPlaced = row["position"] !== null && row["position"] !== undefined;
  return {
    id: wholeOf(row["id"]),
    name: textOf(row["name"]),
    position: wholeOf(row["position"]),
    parentId,
    // Flarum 1 tells primary tags by their position.
    isPrimary:
      parentId !== null || (row["is_primary"] === undefined ? isPlaced : wholeOf(row["is_primary"]) === 1),
    isRestricted: wholeOf(row["is_restricted"]) === 1,
  };
}
