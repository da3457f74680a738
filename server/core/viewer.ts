import { DomainError, type ErrorName } from "./errors.ts";
import type { Sentence } from "./locale.ts";
import type { CategoryPermission, Permission } from "./permissions.ts";

/** Group of everybody who is not signed in (legacy preset). */
export const GUEST_GROUP_ID = 7;
/** Group that may do everything (legacy preset). */
export const ADMIN_GROUP_ID = 1;

/** An answer to "may they?": yes, or the error to raise with the permission that is missing. */
export interface Decision {
  readonly allowed: boolean;
  readonly code?: ErrorName;
  readonly permission?: Permission;
}

/** The decision that allows. */
export const YES: Decision = Object.freeze({ allowed: true });

const refusals = new Map<string, Decision>();

/** A decision that refuses; equal refusals are one object, since lists ask thousands of times. */
export function no(code: ErrorName, permission?: Permission): Decision {
  const key = `${code} ${permission ?? ""}`;
  let refusal = refusals.get(key);
  if (!refusal) refusals.set(key, (refusal = Object.freeze({ allowed: false, code, permission })));
  return refusal;
}

/** @throws {DomainError} with the refusal's code and missing permission, unless the decision allows. */
export function allow(decision: Decision): void {
  if (!decision.allowed)
    throw new DomainError(decision.code ?? "FORBIDDEN", { permission: decision.permission });
}

/** The member states of the predecessor (users.status). */
export enum UserStatus {
  NORMAL = 0,
  BANNED = 1,
  UNDER_REVIEW = 2,
  REFUSED = 3,
  IGNORED = 4,
  /** Has yet to fill in the sign-in fields. */
  FIELDS_MISSING = 10,
}

/** Data of a viewer: the row of a member with the grants of their group. */
export interface ViewerRow {
  readonly id: number;
  readonly groupId: number;
  readonly status: UserStatus;
  readonly grants: ReadonlySet<string>;
  /** Message of the closed site; undefined for viewers to whom it is open. */
  readonly closedMessage?: string;
  /** True if the site is paid, and this viewer has not joined it. */
  readonly mustJoin?: boolean;
  /** End of a silence that is in force, `SILENCE_WITHOUT_END` for one without; null or absent for none. */
  readonly silencedUntil?: Date | null;
  /** True if the grants are all that the viewer may, administrators included: the viewer of a token. */
  readonly isScoped?: boolean;
}

/** Members in these states stay signed in to see the reason, and are visitors otherwise. */
const SHUT_OUT: ReadonlySet<UserStatus> = new Set([
  UserStatus.BANNED,
  UserStatus.REFUSED,
  UserStatus.IGNORED,
]);

/** True if members in a state read what visitors read, and nothing of their own. */
export function isShutOut(status: UserStatus): boolean {
  return SHUT_OUT.has(status);
}

/**
 * The viewer of a request, with their permissions. One evaluator serves GraphQL, REST, pages, search and notifications.
 */
export class Viewer {
  /** Id of the member; 0, which no member has, for visitors and for members who are shut out. */
  readonly id: number;
  /** Id of the member who is signed in, whatever their standing; 0 for visitors. */
  readonly accountId: number;
  readonly groupId: number;
  readonly status: UserStatus;
  readonly grants: ReadonlySet<string>;
  /** End of the silence of a member who publishes nothing; null for who may. */
  readonly silencedUntil: Date | null;
  /** Message of the closed site to this viewer, who may do nothing until it opens; null while it is open to them. */
  readonly closedMessage: string | null;
  /** True if the site is paid and the viewer has not joined it: what it holds is closed to them (legacy code −3006). */
  readonly mustJoin: boolean;
  /** True for viewers of tokens that may not do all that their member may: their grants say everything. */
  readonly isScoped: boolean;

  constructor(row: ViewerRow) {
    this.closedMessage = row.closedMessage ?? null;
    this.mustJoin = row.mustJoin ?? false;
    this.isScoped = row.isScoped ?? false;
    this.silencedUntil = row.silencedUntil ?? null;
    this.accountId = row.id;
    this.id = isShutOut(row.status) ? 0 : row.id;
    this.groupId = row.groupId;
    this.status = row.status;
    this.grants = row.grants;
  }

  /** A visitor, who has the grants of the guest group and the id 0, which no member has. */
  static visitor(grants: ReadonlySet<string>, closedMessage?: string, mustJoin = false): Viewer {
    const groupId = GUEST_GROUP_ID;
    return new Viewer({ id: 0, groupId, status: UserStatus.NORMAL, grants, closedMessage, mustJoin });
  }

  /** True if the viewer reads as a member: signed in, and not shut out. */
  get isMember(): boolean {
    return this.id > 0;
  }

  /** True if a member is signed in, whatever their standing. */
  get isSignedIn(): boolean {
    return this.accountId > 0;
  }

  /** Administrators have every permission, in every category; not so through a token that is not for administration. */
  get isAdmin(): boolean {
    return this.groupId === ADMIN_GROUP_ID && this.status === UserStatus.NORMAL && !this.isScoped;
  }

  /** True if the viewer has a permission everywhere, or in the given category. */
  may(permission: Permission, categoryId?: number): boolean {
    if (this.isAdmin || this.grants.has(permission)) return true;
    return categoryId !== undefined && this.grants.has(`category${categoryId}.${permission}`);
  }

  /**
   * Like `may`, as a decision that names what is missing; visitors are asked to sign in, and members whose standing
   * is in the way are told that.
   */
  check(permission: Permission, categoryId?: number): Decision {
    if (this.may(permission, categoryId)) return YES;
    if (this.closedMessage !== null) return no("SITE_CLOSED");
    if (this.mustJoin && standingCodeOf(this.status) === null) return no("JOIN_REQUIRED");
    const code = refusalOf(this);
    return no(code, code === standingCodeOf(this.status) ? undefined : permission);
  }

  /** True if the viewer has a permission in at least one category. */
  mayAnywhere(permission: CategoryPermission): boolean {
    const categories = this.categoriesWith(permission);
    return categories === "all" || categories.length > 0;
  }

  /** The categories in which the viewer has a permission: "all", or their ids in ascending order. */
  categoriesWith(permission: CategoryPermission): "all" | number[] {
    if (this.may(permission)) return "all";
    const suffix = `.${permission}`;
    const ids: number[] = [];
    for (const grant of this.grants) {
      if (grant.startsWith("category") && grant.endsWith(suffix)) {
        const id = Number(grant.slice("category".length, grant.length - suffix.length));
        if (Number.isSafeInteger(id)) ids.push(id);
      }
    }
    return ids.sort((a, b) => a - b);
  }

  /** True if the viewer stands for all members with the same permissions and is none of them. */
  get isShared(): boolean {
    return false;
  }

  /** Id of the member whose budget pays for what is read. */
  get readerId(): number {
    return this.id;
  }

  /** Notes that the answer would be another one for a member; only where others get it as well. */
  differsFor(_memberId: number): void {}

  /** True if the viewer is the author. */
  owns(thing: { readonly authorId: number }): boolean {
    return this.isMember && thing.authorId === this.id;
  }
}

/** @throws {DomainError} SITE_CLOSED with what the site says, if it is closed to the viewer (legacy code −3005). */
export function refuseIfClosed({ closedMessage }: Viewer): void {
  if (closedMessage === null) return;
  const text = closedMessage === "" ? undefined : { zh: closedMessage, en: closedMessage };
  throw new DomainError("SITE_CLOSED", { text, data: { detail: closedMessage } });
}

/** @throws {DomainError} JOIN_REQUIRED on a paid site for who has not joined it; their standing, if that is in the way. */
export function refuseUnlessJoined({ mustJoin, status }: Viewer): void {
  if (mustJoin) throw new DomainError(standingCodeOf(status) ?? "JOIN_REQUIRED");
}

/**
 * Members who are banned, refused or still reviewed read nothing through the legacy API and change nothing anywhere.
 * @throws {DomainError} ACCOUNT_BANNED, UNDER_REVIEW, REVIEW_REFUSED, REVIEW_IGNORED, SIGN_IN_FIELDS_MISSING.
 */
export function refuseUnlessInGoodStanding({ status }: Viewer): void {
  const code = standingCodeOf(status);
  if (code) throw new DomainError(code);
}

/** The end of a silence without an end: the last day that all engines store. */
export const SILENCE_WITHOUT_END = new Date("9999-12-31T00:00:00.000Z");

/**
 * Members whom the staff has silenced read, vote, like and pay, and publish nothing.
 * @throws {DomainError} SILENCED with the end.
 */
export function refuseIfSilenced({ silencedUntil }: Viewer): void {
  if (silencedUntil === null) return;
  const isEndless = silencedUntil >= SILENCE_WITHOUT_END;
  throw new DomainError("SILENCED", {
    data: { silencedUntil: isEndless ? null : silencedUntil.toISOString() },
    text: silenceText(silencedUntil),
  });
}

/** Says that a member is silenced, and until when. */
export function silenceText(end: Date): Sentence {
  if (end >= SILENCE_WITHOUT_END)
    return { zh: "你已被禁言，不能发布内容。", en: "You are silenced and cannot publish anything." };
  const day = end.toISOString().slice(0, 16).replace("T", " ");
  return {
    zh: `你已被禁言，在 ${day}（UTC）之前不能发布内容。`,
    en: `You are silenced and cannot publish anything until ${day} (UTC).`,
  };
}

/** The decision about publishing by itself: silenced members may not. */
export function mayPublish({ silencedUntil }: Viewer): Decision {
  return silencedUntil === null ? YES : no("SILENCED");
}

/** The error that answers whatever members in a state try; null in good standing. */
export function standingCodeOf(status: UserStatus): ErrorName | null {
  return STANDING[status] ?? null;
}

/** The error for a viewer who may not: their standing, a missing sign-in, or a missing permission. */
export function refusalOf(viewer: Viewer): ErrorName {
  return standingCodeOf(viewer.status) ?? (viewer.isSignedIn ? "FORBIDDEN" : "LOGIN_REQUIRED");
}

const STANDING: Readonly<Partial<Record<UserStatus, ErrorName>>> = {
  [UserStatus.BANNED]: "ACCOUNT_BANNED",
  [UserStatus.UNDER_REVIEW]: "UNDER_REVIEW",
  [UserStatus.REFUSED]: "REVIEW_REFUSED",
  [UserStatus.IGNORED]: "REVIEW_IGNORED",
  [UserStatus.FIELDS_MISSING]: "SIGN_IN_FIELDS_MISSING",
};

/** Administrators only. */
export function mustBeAdmin(viewer: Viewer): Decision {
  return viewer.isAdmin ? YES : no(refusalOf(viewer));
}

/** Requires a member; those who are shut out get the reason. */
export function mustBeMember(viewer: Viewer): Decision {
  return viewer.isMember ? YES : no(refusalOf(viewer));
}
