import type { Context } from "./context.ts";
import type { Permission } from "./permissions.ts";

/**
 * Hooks of lower features that higher ones fill in. The owner of a table defines the hook, and others list their part
 * on their contents pages, so that no feature writes a table of another.
 */

/** Settings before and after a save, by name, secrets in the open. */
export interface SettingsDifference {
  readonly before: Readonly<Record<string, string>>;
  readonly after: Readonly<Record<string, string>>;
}

/** An effect of a save that a hook had; stored with the save, so that undoing it can undo this as well. */
export interface SettingEffect {
  readonly key: string;
  readonly before: string | null;
}

/** Changes that follow from changed settings. */
export interface SettingHook {
  /** Names the hook in the stored history; no tag of a setting. */
  readonly tag: string;
  /** Makes the changes in the transaction of the save. @returns what is to be stored */
  apply(ctx: Context, difference: SettingsDifference): Promise<readonly SettingEffect[]>;
  /** Undoes what `apply` returned, in the transaction that undoes the save. */
  undo(ctx: Context, effects: readonly SettingEffect[]): Promise<void>;
  /** Drops what is cached of the changed rows, after commit. */
  invalidate(ctx: Context): void;
}

/** A deleted group and the group that its members joined. */
export interface DeletedGroup {
  readonly deletionId: number;
  readonly groupId: number;
  readonly movedToId: number;
}

/** Moves the members of groups. */
export interface GroupHook {
  readonly name: string;
  /** Moves all members of a group to another one, for good. @returns how many */
  moveMembers(ctx: Context, fromGroupId: number, toGroupId: number): Promise<number>;
  /** Moves the members of a deleted group back who have not been given another one since. @returns how many */
  returnMembers(ctx: Context, group: DeletedGroup): Promise<number>;
}

/** Erases what a feature holds of members who close their accounts. */
export interface ErasureHook {
  readonly name: string;
  /** Deletes what is private to a member, in a transaction of its own; runs again where it was cut short. */
  erase(ctx: Context, userId: number): Promise<void>;
}

/** A permission that a feature has besides those of the program. */
export interface FurtherPermission {
  readonly key: Permission;
  /** Name in the language of the viewer, as the end of "Members may …". */
  readonly label: string;
}

/** Lists the permissions that groups may be granted because of what is installed. */
export type PermissionHook = (ctx: Context) => Promise<readonly FurtherPermission[]>;

/** Texts that a member is about to publish; an edit has those that it changes. */
export interface Draft {
  readonly title?: string;
  readonly body?: string;
  readonly categoryId?: number;
  readonly threadId?: number;
  readonly postId?: number;
}

/** Content that members are about to publish, or to change. */
export type Publishing = "publishThread" | "reply" | "editThread" | "editReply";

/** Is asked before members publish. */
export interface ContentHook {
  readonly name: string;
  /** Refuses what may not be published, or gives the text that is to be published. @throws {DomainError} with the reason */
  before(ctx: Context, what: Publishing, draft: Draft): Promise<Draft>;
}

/**
 * Asks all features before a member publishes.
 * @returns the draft with the text that is to be published, which the caller checks like that of the member
 * @throws {DomainError} with the reason of the one that refuses
 */
export async function askBefore<D extends Draft>(ctx: Context, what: Publishing, draft: D): Promise<D> {
  let current: Draft = draft;
  for (const hook of ctx.services.hooks.contents) current = await hook.before(ctx, what, current);
  return { ...draft, ...current };
}

/** The hooks of all features, in the order of the features. */
export interface Hooks {
  readonly settings: readonly SettingHook[];
  readonly groups: readonly GroupHook[];
  readonly erasures: readonly ErasureHook[];
  readonly contents: readonly ContentHook[];
  readonly permissions: readonly PermissionHook[];
}
