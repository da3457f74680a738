import { In } from "typeorm";
import type { Context, Services } from "../../core/context.ts";
import { DomainError } from "../../core/errors.ts";
import { permissionNamed, type Permission } from "../../core/permissions.ts";
import { unhurried } from "../../core/slices.ts";
import { TokenArea } from "../../core/tokenAreas.ts";
import type { TokenScope } from "../../core/tokenScope.ts";
import { inTransaction } from "../../core/transaction.ts";
import { digest } from "../auth/sessions/digest.ts";
import type { Along } from "../auth/sessions/session.sql.ts";
import { isWithin } from "./addressRanges.ts";
import { AccessToken } from "./token.entity.ts";
import { findTokenRow, type TokenRow } from "./token.sql.ts";

/** Begin of every secret, so that people and scanners recognise a leaked one. */
export const TOKEN_PREFIXES = {
  PERSONAL: "luntan_pat_",
  APPLICATION: "luntan_app_",
  OAUTH: "luntan_oat_",
} as const;
/** Minimum time between two writes of a token's last use, in milliseconds. */
const USED_EVERY_MS = 60_000;
/** Tokens of one UPDATE: on SQLite all other writes wait for it. */
const IDS_PER_STATEMENT = 50;

/** A token that a request came with: its member, and what it may. */
export interface UsedToken extends TokenRow {
  readonly scope: TokenScope;
}

/** True if a bearer token has the form of a personal or application token. */
export function isAccessToken(bearer: string): boolean {
  return Object.values(TOKEN_PREFIXES).some((prefix) => bearer.startsWith(prefix));
}

/**
 * Finds the token of a request.
 * @param address of the client, as limits count it
 * @throws {DomainError} INVALID_TOKEN for unknown, replaced and expired ones; TOKEN_ADDRESS from outside its networks.
 */
export async function useToken(
  services: Services,
  now: Date,
  request: { readonly bearer: string; readonly address: string },
  along: Along,
): Promise<UsedToken> {
  const token = await findTokenRow(services, digest(request.bearer), along);
  if (!token) throw new DomainError("INVALID_TOKEN", UNKNOWN);
  if ([token.expiresAt, token.endsAt].some((end) => end !== null && end <= now))
    throw new DomainError("INVALID_TOKEN", ENDED);
  if (!isWithin(listOf(token.addressRanges), request.address)) throw new DomainError("TOKEN_ADDRESS");
  if (now.getTime() - (token.lastUsedAt?.getTime() ?? 0) > USED_EVERY_MS)
    waitingIn(services).set(token.id, now);
  return { ...token, scope: scopeOf(token) };
}

/** Refusal of a token that the site does not know. */
export const UNKNOWN = { text: { zh: "访问令牌无效", en: "This access token is not valid." } } as const;
const ENDED = { text: { zh: "访问令牌已过期", en: "This access token has expired." } } as const;

/** Cuts a stored list. */
export function listOf(stored: string): string[] {
  return stored === "" ? [] : stored.split(",");
}

function scopeOf({ id, mayWrite, areas, permissions, categoryIds }: TokenRow): TokenScope {
  return {
    id,
    mayWrite,
    areas: new Set(listOf(areas).filter((area): area is TokenArea => area in TokenArea)),
    permissions:
      permissions === null
        ? null
        : new Set(
            listOf(permissions)
              .map(permissionNamed)
              .filter((key): key is Permission => key !== null),
          ),
    categoryIds: categoryIds === null ? null : listOf(categoryIds).map(Number),
  };
}

const waiting = new WeakMap<Services, Map<number, Date>>();

function waitingIn(services: Services): Map<number, Date> {
  let used = waiting.get(services);
  if (!used) waiting.set(services, (used = new Map()));
  return used;
}

/** Writes the buffered times of last use, with the newest of some dozens. */
export async function flushUse(ctx: Context, stopping: AbortSignal): Promise<void> {
  const pause = unhurried(stopping);
  const used = [...waitingIn(ctx.services)].sort(([a], [b]) => a - b);
  for (let start = 0; start < used.length; start += IDS_PER_STATEMENT) {
    const part = used.slice(start, start + IDS_PER_STATEMENT);
    const ids = part.map(([id]) => id);
    const lastUsedAt = new Date(Math.max(...part.map(([, at]) => at.getTime())));
    await inTransaction(ctx, (ctx) => ctx.db.update(AccessToken, { id: In(ids) }, { lastUsedAt }));
    // Failed ones stay buffered.
    for (const id of ids) waitingIn(ctx.services).delete(id);
    await pause();
  }
}
