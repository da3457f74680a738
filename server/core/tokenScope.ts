import { DomainError } from "./errors.ts";
import {
  ALL_PERMISSIONS,
  CATEGORY_PERMISSIONS,
  inCategory,
  permissionOf,
  RESTRICTIONS,
  type CategoryPermission,
  type Permission,
} from "./permissions.ts";
import {
  CALLS_OF_AREAS,
  COMMANDS_OF_AREAS,
  FIELDS_OF_ACCOUNTS,
  FIELDS_OF_NOBODY,
  QUERIES_OF_AREAS,
  TokenArea,
} from "./tokenAreas.ts";
import { Viewer } from "./viewer.ts";

/** The part of its member's rights that a token has. */
export interface TokenScope {
  readonly id: number;
  /** False for tokens that read only. */
  readonly mayWrite: boolean;
  readonly areas: ReadonlySet<TokenArea>;
  /** Permission keys that it has, if its member has them; null for all. */
  readonly permissions: ReadonlySet<Permission> | null;
  /** Categories in which it has permissions that hold per category; null for all. */
  readonly categoryIds: readonly number[] | null;
}

function areasByName(lists: Readonly<Record<TokenArea, readonly string[]>>): ReadonlyMap<string, TokenArea> {
  return new Map(
    Object.values(TokenArea).flatMap((area) => lists[area].map((name) => [name, area] as const)),
  );
}

const AREA_OF_COMMAND = areasByName(COMMANDS_OF_AREAS);
const AREA_OF_QUERY = areasByName(QUERIES_OF_AREAS);
const AREA_OF_CALL = areasByName(CALLS_OF_AREAS);

/** Fields below the root that not every token reads. */
export const FIELDS_OF_AREAS: readonly string[] = [...FIELDS_OF_ACCOUNTS, ...FIELDS_OF_NOBODY];

function refuseBeyondArea(token: TokenScope, area: TokenArea | undefined): void {
  if (area === undefined)
    throw new DomainError("SCOPE_TOO_SMALL", {
      text: {
        zh: "令牌不能用于此操作，请登录后进行",
        en: "No token may do this. Please sign in instead.",
      },
    });
  if (token.areas.has(area)) return;
  throw new DomainError("SCOPE_TOO_SMALL", {
    text: {
      zh: `该令牌的权限范围不包括 ${area}`,
      en: `The scope of this token does not include ${area}.`,
    },
  });
}

/** Refuses commands that a token may not run; what no area names is refused. @throws {DomainError} SCOPE_TOO_SMALL */
export function refuseCommandBeyondScope(token: TokenScope, name: string): void {
  refuseBeyondArea(token, AREA_OF_COMMAND.get(name));
  if (!token.mayWrite)
    throw new DomainError("SCOPE_TOO_SMALL", {
      text: { zh: "该令牌只能读取，不能修改", en: "This token may only read." },
    });
}

/** Refuses queries that a token may not ask; what no area names is refused. @throws {DomainError} SCOPE_TOO_SMALL */
export function refuseQueryBeyondScope(token: TokenScope, name: string): void {
  refuseBeyondArea(token, AREA_OF_QUERY.get(name));
}

/** True if a token may ask a query. */
export function coversQuery({ areas }: TokenScope, name: string): boolean {
  const area = AREA_OF_QUERY.get(name);
  return area !== undefined && areas.has(area);
}

/** True if a token may run a command. */
export function coversCommand({ areas, mayWrite }: TokenScope, name: string): boolean {
  const area = AREA_OF_COMMAND.get(name);
  return mayWrite && area !== undefined && areas.has(area);
}

/** Refuses calls of the legacy API that a token may not make. @throws {DomainError} SCOPE_TOO_SMALL */
export function refuseCallBeyondScope(token: TokenScope, name: string): void {
  refuseBeyondArea(token, AREA_OF_CALL.get(name));
}

/** Refuses fields that a token may not read. @throws {DomainError} SCOPE_TOO_SMALL */
export function refuseFieldBeyondScope(token: TokenScope, path: string): void {
  if (FIELDS_OF_NOBODY.has(path)) return refuseBeyondArea(token, undefined);
  if (!token.areas.has(TokenArea.ADMINISTRATION)) refuseBeyondArea(token, TokenArea.ACCOUNT);
}

/** Refuses money that a command of an area would spend: no token may. @throws {DomainError} SCOPE_TOO_SMALL */
export function refuseMoneyByToken(token: TokenScope | null): void {
  if (token) refuseBeyondArea(token, undefined);
}

const PER_CATEGORY: ReadonlySet<string> = new Set(CATEGORY_PERMISSIONS);
const RESTRICTING: ReadonlySet<string> = new Set(RESTRICTIONS);
const ALLOWING = ALL_PERMISSIONS.filter((key) => !RESTRICTING.has(key));

/**
 * Makes the viewer of a token from that of its member: the same person with fewer permissions. Restrictions stay.
 * Administrators keep being ones through tokens for administration alone.
 */
export function scopedViewer(viewer: Viewer, token: TokenScope): Viewer {
  if (viewer.isAdmin && token.areas.has(TokenArea.ADMINISTRATION)) return viewer;
  const { accountId: id, groupId, status, mustJoin, silencedUntil } = viewer;
  const own = viewer.isAdmin ? ALLOWING : [...viewer.grants];
  const grants = new Set(own.flatMap((grant) => scoped(grant, token)));
  const closedMessage = viewer.closedMessage ?? undefined;
  return new Viewer({ id, groupId, status, grants, closedMessage, mustJoin, silencedUntil, isScoped: true });
}

/** The part of a grant that a token leaves. */
function scoped(grant: string, { permissions, categoryIds }: TokenScope): string[] {
  const permission = permissionOf(grant);
  if (RESTRICTING.has(permission)) return [grant];
  if (permissions && !permissions.has(permission)) return [];
  if (categoryIds === null || !PER_CATEGORY.has(permission)) return [grant];
  const here = categoryIds.map((id) => inCategory(id, permission as CategoryPermission));
  return grant === permission ? here : here.filter((each) => each === grant);
}
