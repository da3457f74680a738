import { createHash, createPublicKey } from "node:crypto";
import type { Context } from "../../core/context.ts";
import { DomainError, invalid } from "../../core/errors.ts";
import { mustBeOutside } from "../../core/outsideCalls.ts";
import { seal } from "../../core/secrets.ts";
import { unhurried } from "../../core/slices.ts";
import { marks, row, rows, run, timeOf } from "../../core/sql.ts";
import { inTransaction } from "../../core/transaction.ts";
import { verb } from "../../core/verbs.ts";
import { allow, MemberStatus, mustBeMember } from "../../core/viewer.ts";
import { keepLanguage } from "../notifications/preference.service.ts";
import type { PushSubscriptionInput, RenewPushInput } from "./push.input.ts";
import type { PushDevice, PushTarget } from "./push.view.ts";

/** Browsers that one member may be told in; a new one beyond that takes the place of the oldest. */
export const DEVICES_MAX = 20;
/** Rows that one statement of a sweep looks at. */
const SWEEP_SLICE = 200;

/** How endpoints are looked up; they themselves are sealed. */
export const endpointHash = (endpoint: string): string => createHash("sha256").update(endpoint).digest("hex");

const TAKEN = ["userId", "sessionId", "sealed", "userAgent", "createdAt", "lastUsedAt"];
/** A browser that is known changes hands, also if two of its windows say so at the same moment. */
const TAKE_OVER = {
  sqlite: `ON CONFLICT (endpointHash) DO UPDATE SET ${TAKEN.map((c) => `${c} = excluded.${c}`).join(", ")}`,
  mysql: `ON DUPLICATE KEY UPDATE ${TAKEN.map((c) => `${c} = VALUES(${c})`).join(", ")}`,
} as const;

/**
 * Keeps where the viewer's browser is reached; its session has one such place. Somebody else who used the browser
 * before is no longer told there.
 * @throws {DomainError} INVALID_PARAMETER for keys that are none, and for addresses that do not lead to a public machine
 */
export const subscribePush = verb({
  name: "subscribePush",
  who: "member",
  rate: "session",
  idempotent: true,
  async run(ctx: Context, input: PushSubscriptionInput): Promise<boolean> {
    const sessionId = ctx.sessionId;
    if (sessionId === null) throw new DomainError("LOGIN_REQUIRED");
    const target = await checked(ctx, input);
    await inTransaction(ctx, async (ctx) => {
      const hash = endpointHash(target.endpoint);
      await run(ctx, "DELETE FROM push_subscriptions WHERE sessionId = ? AND endpointHash <> ?", [
        sessionId,
        hash,
      ]);
      await run(
        ctx,
        `INSERT INTO push_subscriptions (userId, sessionId, endpointHash, sealed, userAgent, createdAt, lastUsedAt)
         VALUES (?, ?, ?, ?, ?, ?, NULL) ${TAKE_OVER[ctx.services.database.engine]}`,
        [ctx.viewer.id, sessionId, hash, sealed(ctx, target), ctx.userAgent, ctx.now],
      );
      const beyond = await rows<{ id: number }>(
        ctx,
        `SELECT p.id FROM push_subscriptions p WHERE p.userId = ?
         ORDER BY p.createdAt DESC, p.id DESC LIMIT ${DEVICES_MAX} OFFSET ${DEVICES_MAX}`,
        [ctx.viewer.id],
      );
      await keepLanguage(ctx);
      for (const { id } of beyond) await run(ctx, "DELETE FROM push_subscriptions WHERE id = ?", [id]);
    });
    return true;
  },
});

/**
 * Puts a new place in the place of an old one, for a browser whose worker has no more than its cookie: the old endpoint,
 * which nobody else knows, is the proof.
 * @throws {DomainError} NOT_FOUND unless the old one belongs to this session; INVALID_PARAMETER as `subscribePush`
 */
export const renewPush = verb({
  name: "renewPush",
  who: "member",
  rate: "session",
  withoutCompanion: true,
  async run(ctx: Context, { oldEndpoint, ...input }: RenewPushInput): Promise<boolean> {
    const known = await row<{ id: number }>(
      ctx,
      "SELECT p.id FROM push_subscriptions p WHERE p.endpointHash = ? AND p.userId = ? AND p.sessionId = ?",
      [endpointHash(oldEndpoint), ctx.viewer.id, ctx.sessionId ?? 0],
    );
    if (!known) throw new DomainError("NOT_FOUND");
    const target = await checked(ctx, input);
    await inTransaction(ctx, async (ctx) => {
      const hash = endpointHash(target.endpoint);
      await run(ctx, "DELETE FROM push_subscriptions WHERE endpointHash = ? AND id <> ?", [hash, known.id]);
      await run(
        ctx,
        "UPDATE push_subscriptions SET endpointHash = ?, sealed = ?, userAgent = ? WHERE id = ?",
        [hash, sealed(ctx, target), ctx.userAgent, known.id],
      );
    });
    return true;
  },
});

/** Forgets a place of the viewer. @returns whether it was known */
export const unsubscribePush = verb({
  name: "unsubscribePush",
  who: "member",
  rate: "session",
  idempotent: true,
  async run(ctx: Context, endpoint: string): Promise<boolean> {
    const { affected } = await inTransaction(ctx, (ctx) =>
      run(ctx, "DELETE FROM push_subscriptions WHERE endpointHash = ? AND userId = ?", [
        endpointHash(endpoint),
        ctx.viewer.id,
      ]),
    );
    return affected > 0;
  },
});

/** Forgets one of the viewer's browsers. @throws {DomainError} NOT_FOUND for those of others and unknown ones alike. */
export const removePushDevice = verb({
  name: "removePushDevice",
  who: "member",
  rate: "session",
  async run(ctx: Context, id: number): Promise<boolean> {
    const { affected } = await inTransaction(ctx, (ctx) =>
      run(ctx, "DELETE FROM push_subscriptions WHERE id = ? AND userId = ?", [id, ctx.viewer.id]),
    );
    if (affected === 0) throw new DomainError("NOT_FOUND");
    return true;
  },
});

/** What is left of a place once its session has ended, or its member was banned, is nothing. */
const LIVING = `push_subscriptions p
  JOIN sessions s ON s.id = p.sessionId AND s.userId = p.userId AND s.expiresAt > ?
  JOIN users u ON u.id = p.userId AND u.status = 0`;

/** A browser of a member, as it is stored. */
export interface StoredDevice {
  readonly id: number;
  readonly sealed: string;
}

/** Where a member is reached now. */
export function livingDevices(ctx: Context, userId: number): Promise<StoredDevice[]> {
  return rows<StoredDevice>(ctx, `SELECT p.id, p.sealed FROM ${LIVING} WHERE p.userId = ? ORDER BY p.id`, [
    ctx.now,
    userId,
  ]);
}

/** Which of these members are reached now. */
export async function reachableByPush(
  ctx: Context,
  userIds: readonly number[],
): Promise<ReadonlySet<number>> {
  if (userIds.length === 0) return new Set();
  const found = await rows<{ userId: number }>(
    ctx,
    `SELECT DISTINCT p.userId FROM ${LIVING} WHERE p.userId IN (${marks(userIds)})`,
    [ctx.now, ...userIds],
  );
  return new Set(found.map(({ userId }) => userId));
}

/** The browsers in which the viewer is told, the newest first. @throws {DomainError} LOGIN_REQUIRED for visitors. */
export async function listPushDevices(ctx: Context): Promise<PushDevice[]> {
  allow(mustBeMember(ctx.viewer));
  const found = await rows<Omit<PushDevice, "isCurrent"> & { sessionId: number }>(
    ctx,
    `SELECT p.id, p.sessionId, p.userAgent, p.createdAt, p.lastUsedAt FROM ${LIVING}
     WHERE p.userId = ? ORDER BY p.id DESC`,
    [ctx.now, ctx.viewer.id],
  );
  return found.map(({ sessionId, ...device }) => ({
    ...device,
    createdAt: timeOf(device.createdAt),
    lastUsedAt: device.lastUsedAt && timeOf(device.lastUsedAt),
    isCurrent: sessionId === ctx.sessionId,
  }));
}

/** Removes what belongs to sessions that have ended and to members who are banned, slice by slice. */
export async function sweepSubscriptions(ctx: Context, stopping: AbortSignal): Promise<void> {
  const pause = unhurried(stopping);
  let afterId = 0;
  do {
    afterId = await sweepSome(ctx, afterId);
    await pause();
  } while (afterId > 0);
}

/** @returns how far it has come; 0 at the end */
async function sweepSome(ctx: Context, afterId: number): Promise<number> {
  const found = await rows<{ id: number; isDead: number }>(
    ctx,
    `SELECT p.id, (s.id IS NULL OR u.status = ?) AS isDead
     FROM (SELECT x.id, x.userId, x.sessionId FROM push_subscriptions x WHERE x.id > ? ORDER BY x.id LIMIT ${SWEEP_SLICE}) p
     LEFT JOIN sessions s ON s.id = p.sessionId AND s.userId = p.userId AND s.expiresAt > ?
     JOIN users u ON u.id = p.userId`,
    [MemberStatus.BANNED, afterId, ctx.now],
  );
  const dead = found.filter(({ isDead }) => Number(isDead) === 1).map(({ id }) => id);
  if (dead.length > 0)
    await inTransaction(ctx, (ctx) =>
      run(ctx, `DELETE FROM push_subscriptions WHERE id IN (${marks(dead)})`, dead),
    );
  return found.length < SWEEP_SLICE ? 0 : Math.max(...found.map(({ id }) => Number(id)));
}

const sealed = (ctx: Context, target: PushTarget): string => seal(ctx.services, JSON.stringify(target));

/** @throws {DomainError} INVALID_PARAMETER naming the field that does not fit. */
async function checked(ctx: Context, { endpoint, p256dh, auth }: PushSubscriptionInput): Promise<PushTarget> {
  const point = Buffer.from(p256dh, "base64url");
  if (!isPoint(point))
    throw invalid("p256dh", "浏览器公钥无效", "The public key of the browser is not valid.");
  if (!ctx.services.mayCallInner) {
    await mustBeOutside(endpoint).catch(() => {
      throw invalid("endpoint", "推送地址无效", "The address of the push service is not valid.");
    });
  }
  return { endpoint, p256dh: point.toString("base64url"), auth: auth.replace(/={1,2}$/, "") };
}

/** Whether bytes are a point of the curve P-256, uncompressed. */
function isPoint(bytes: Buffer): boolean {
  if (bytes.length !== 65 || bytes[0] !== 4) return false;
  const [x, y] = [bytes.subarray(1, 33).toString("base64url"), bytes.subarray(33).toString("base64url")];
  try {
    createPublicKey({ key: { kty: "EC", crv: "P-256", x, y }, format: "jwk" });
    return true;
  } catch {
    return false;
  }
}
