import { createHash, createPublicKey } from "node:crypto";
import { In, Not } from "typeorm";
import type { Context } from "../../../core/context.ts";
import { DomainError, invalid } from "../../../core/errors.ts";
import { mustBeOutside } from "../../../core/outsideCalls.ts";
import { seal } from "../../../core/secrets.ts";
import { unhurried } from "../../../core/slices.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { verb } from "../../../core/verbs.ts";
import { allow, mustBeMember } from "../../../core/viewer.ts";
import { storeLanguage } from "../inbox/preferences/preference.service.ts";
import { PushSubscription } from "./push.entity.ts";
import type { PushSubscriptionInput, RenewPushInput } from "./push.input.ts";
import { devicesOf, sweptSubscriptions } from "./push.sql.ts";
import type { PushDevice, PushTarget } from "./push.view.ts";

/** Maximum subscriptions of a member; a new one replaces the oldest. */
export const DEVICES_MAX = 20;
/** Rows that one statement of a sweep looks at. */
const SWEEP_SLICE = 200;

/** Hashes an endpoint for look-ups; endpoints themselves are stored encrypted. */
export const endpointHash = (endpoint: string): string => createHash("sha256").update(endpoint).digest("hex");

/**
 * Stores the subscription of the viewer's browser; one per session. A member who used the browser before gets nothing
 * there any more.
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
      const userId = ctx.viewer.id;
      await ctx.db.delete(PushSubscription, { sessionId, endpointHash: Not(hash) });
      // An existing endpoint moves to the new member, also if two windows subscribe at once.
      await ctx.db.upsert(
        PushSubscription,
        {
          userId,
          sessionId,
          endpointHash: hash,
          sealed: sealed(ctx, target),
          userAgent: ctx.userAgent,
          createdAt: ctx.now,
          lastUsedAt: null,
        },
        ["endpointHash"],
      );
      const beyond = await ctx.db.find(PushSubscription, {
        select: { id: true },
        where: { userId },
        order: { createdAt: "DESC", id: "DESC" },
        skip: DEVICES_MAX,
        take: DEVICES_MAX,
      });
      await storeLanguage(ctx);
      for (const { id } of beyond) await ctx.db.delete(PushSubscription, { id });
    });
    return true;
  },
});

/**
 * Replaces a subscription, for a service worker that has no more than the cookie: the old endpoint,
 * which nobody else knows, is the proof.
 * @throws {DomainError} NOT_FOUND unless the old one belongs to this session; INVALID_PARAMETER as `subscribePush`
 */
export const renewPush = verb({
  name: "renewPush",
  who: "member",
  rate: "session",
  withoutCompanion: true,
  async run(ctx: Context, { oldEndpoint, ...input }: RenewPushInput): Promise<boolean> {
    const existing = await ctx.db.findOneBy(PushSubscription, {
      endpointHash: endpointHash(oldEndpoint),
      userId: ctx.viewer.id,
      sessionId: ctx.sessionId ?? 0,
    });
    if (!existing) throw new DomainError("NOT_FOUND");
    const target = await checked(ctx, input);
    await inTransaction(ctx, async (ctx) => {
      const hash = endpointHash(target.endpoint);
      const { id } = existing;
      await ctx.db.delete(PushSubscription, { endpointHash: hash, id: Not(id) });
      const place = { endpointHash: hash, sealed: sealed(ctx, target), userAgent: ctx.userAgent };
      await ctx.db.update(PushSubscription, { id }, place);
    });
    return true;
  },
});

/** Removes a subscription of the viewer. @returns false if there was none */
export const unsubscribePush = verb({
  name: "unsubscribePush",
  who: "member",
  rate: "session",
  idempotent: true,
  async run(ctx: Context, endpoint: string): Promise<boolean> {
    const { affected } = await inTransaction(ctx, (ctx) =>
      ctx.db.delete(PushSubscription, { endpointHash: endpointHash(endpoint), userId: ctx.viewer.id }),
    );
    return Number(affected) > 0;
  },
});

/** Removes one of the viewer's browsers. @throws {DomainError} NOT_FOUND for those of others and unknown ones alike. */
export const removePushDevice = verb({
  name: "removePushDevice",
  who: "member",
  rate: "session",
  async run(ctx: Context, id: number): Promise<boolean> {
    const { affected } = await inTransaction(ctx, (ctx) =>
      ctx.db.delete(PushSubscription, { id, userId: ctx.viewer.id }),
    );
    if (affected === 0) throw new DomainError("NOT_FOUND");
    return true;
  },
});

/** Lists the viewer's browsers with push notifications, newest first. @throws {DomainError} LOGIN_REQUIRED for visitors. */
export async function listPushDevices(ctx: Context): Promise<PushDevice[]> {
  allow(mustBeMember(ctx.viewer));
  const devices = await devicesOf(ctx, ctx.viewer.id);
  return devices.map(({ sessionId, ...device }) => ({
    ...device,
    isCurrent: sessionId === ctx.sessionId,
  }));
}

/** Removes subscriptions of ended sessions and banned members, slice by slice. */
export async function sweepSubscriptions(ctx: Context, stopping: AbortSignal): Promise<void> {
  const pause = unhurried(stopping);
  let afterId = 0;
  do {
    afterId = await sweepSome(ctx, afterId);
    await pause();
  } while (afterId > 0);
}

/** @returns the last id of the slice; 0 at the end */
async function sweepSome(ctx: Context, afterId: number): Promise<number> {
  const subscriptions = await sweptSubscriptions(ctx, afterId, SWEEP_SLICE);
  const endedIds = subscriptions.filter(({ isDead }) => Number(isDead) === 1).map(({ id }) => id);
  if (endedIds.length > 0)
    await inTransaction(ctx, (ctx) => ctx.db.delete(PushSubscription, { id: In(endedIds) }));
  return subscriptions.length < SWEEP_SLICE ? 0 : Math.max(...subscriptions.map(({ id }) => Number(id)));
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

/** True if bytes are an uncompressed point of the curve P-256. */
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
