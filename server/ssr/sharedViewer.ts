import { createHash } from "node:crypto";
import type { Context } from "../core/context.ts";
import { LoaderStore, prime } from "../core/loaders.ts";
import { UserStatus, Viewer } from "../core/viewer.ts";
import { ListDensity, User } from "../features/users/user.entity.ts";
import { userById } from "../features/users/user.loaders.ts";

/** Id of the member whom a shared page names as its viewer; no row has it. The client knows it as `SHARED_VIEWER_ID`. */
export const SHARED_MEMBER_ID = Number.MAX_SAFE_INTEGER;

/** Moderators see what is hidden, each change of which would have to be announced; their pages are their own. */
const MODERATING = ["thread.hide", "thread.hidePosts"] as const;

/**
 * Stands for all members with the same permissions: is signed in, has written, liked and read nothing. Remembers the
 * members for whom what it was given is another answer, so that they get pages of their own.
 */
export class SharedViewer extends Viewer {
  /** Members who must not get the page. */
  readonly exceptions = new Set<number>();

  /** @param member who asks first, and whose budget pays */
  constructor(private readonly member: Viewer) {
    const { groupId, grants } = member;
    super({ id: SHARED_MEMBER_ID, groupId, status: UserStatus.NORMAL, grants });
  }

  override get isShared(): boolean {
    return true;
  }

  override get readerId(): number {
    return this.member.id;
  }

  override differsFor(memberId: number): void {
    this.exceptions.add(memberId);
  }

  /**
   * Never true. What is hidden or anonymous shows its author more; that they may edit what everybody sees is brought by
   * the query of what is theirs.
   */
  override owns(thing: {
    readonly authorId: number;
    readonly visible?: boolean;
    readonly isAnonymous?: boolean;
  }): boolean {
    if (thing.visible !== true || thing.isAnonymous !== false) this.exceptions.add(thing.authorId);
    return false;
  }
}

/**
 * Names the permissions of a member, equal for all who have the same; null for who gets pages of their own: visitors,
 * members who are not in good standing or silenced, moderators, administrators, who has not joined a paid site, and everybody while the site is closed.
 */
export function audienceOf(viewer: Viewer): string | null {
  const isPlain =
    viewer.isMember &&
    viewer.status === UserStatus.NORMAL &&
    viewer.closedMessage === null &&
    viewer.silencedUntil === null &&
    !viewer.mustJoin;
  if (!isPlain || viewer.isAdmin) return null;
  let audience = audiences.get(viewer.grants);
  if (audience === undefined) audiences.set(viewer.grants, (audience = nameOf(viewer)));
  return audience;
}

/** Grants of a group are one set as long as they are cached. */
const audiences = new WeakMap<ReadonlySet<string>, string | null>();

function nameOf(viewer: Viewer): string | null {
  if (MODERATING.some((permission) => viewer.mayAnywhere(permission))) return null;
  const permissions = [...viewer.grants].sort().join("\n");
  return createHash("sha256").update(permissions).digest("base64url");
}

/** Makes of a member's context the one in which a page is rendered for all with the same permissions. */
export function sharedContext(ctx: Context): Context & { readonly viewer: SharedViewer } {
  const viewer = new SharedViewer(ctx.viewer);
  const shared = { ...ctx, viewer, sessionId: null, proof: "none", loaders: new LoaderStore() } as const;
  prime(shared, userById, SHARED_MEMBER_ID, placeholder(ctx, viewer.groupId));
  return shared;
}

/** The member that stands in the frame of a shared page: without a name or a picture. */
function placeholder(ctx: Context, groupId: number): User {
  return Object.assign(new User(), {
    id: SHARED_MEMBER_ID,
    username: "",
    nickname: "",
    avatarUrl: null,
    status: UserStatus.NORMAL,
    silencedUntil: null,
    silenceReason: "",
    groupId,
    isNew: false,
    listDensity: ListDensity.CARDS,
    createdAt: ctx.now,
  });
}
