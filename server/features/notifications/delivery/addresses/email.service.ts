import { Not } from "typeorm";
import type { Context } from "../../../../core/context.ts";
import { DomainError, invalid } from "../../../../core/errors.ts";
import type { Locale } from "../../../../core/locale.ts";
import { nameKey } from "../../../../core/text.ts";
import { inTransaction } from "../../../../core/transaction.ts";
import { verb } from "../../../../core/verbs.ts";
import { NotificationChannel } from "../../templates/channel.view.ts";
import { choicesOfMember, storeLanguage } from "../../inbox/preferences/preference.service.ts";
import { User } from "../../../users/user.entity.ts";
import { getUser } from "../../../users/user.service.ts";
import { ChannelAddress } from "./address.entity.ts";
import { acceptEmail } from "./address.sql.ts";
import { planDigest } from "../messages/digest.service.ts";
import { enqueueDispatches } from "../queue/dispatch.service.ts";
import { VERIFY_KIND } from "../kinds.ts";
import type { emailGiven } from "../../../auth/accounts/account.events.ts";
import { requireProof } from "../../../auth/sessions/proof.service.ts";
import { checkEmail } from "../../../auth/accounts/registerEmail.ts";
import { mailSettings } from "../../../settings/mail/mailSettings.ts";
import { readToken, signToken } from "./signedToken.ts";

/** A mailed link proves an address within this time. */
export const VERIFY_WITHIN_MS = 24 * 3_600_000;
const PURPOSE = "verify e-mail";

/** The e-mail of a member, as they themselves see it. */
export interface OwnEmail {
  /** The proven address, or else the pending one. */
  readonly email: string;
  readonly verifiedAt: Date | null;
  /** Address that replaces it once it is proven; empty if none is pending. */
  readonly pending: string;
  readonly pendingSince: Date | null;
  /** Since when nothing is sent, because it takes nothing. */
  readonly suppressedAt: Date | null;
}

function storedOf(ctx: Context, userId: number): Promise<ChannelAddress | null> {
  return ctx.db.findOneBy(ChannelAddress, { userId, channel: NotificationChannel.EMAIL });
}

/** Reads the viewer's own e-mail; null if they have entered none. */
export function ownEmail(ctx: Context): Promise<OwnEmail | null> {
  return emailOf(ctx, ctx.viewer.id);
}

/** Reads the e-mail of a member, for themselves or whom they allowed to know it; null if they have entered none. */
export async function emailOf(ctx: Context, userId: number): Promise<OwnEmail | null> {
  const stored = await storedOf(ctx, userId);
  if (!stored) return null;
  const { address, pendingAddress: pending } = stored;
  return {
    email: address || pending,
    verifiedAt: stored.verifiedAt,
    pending,
    pendingSince: stored.pendingSince,
    suppressedAt: stored.suppressedAt,
  };
}

/**
 * Notes an address for the viewer and mails a link that proves it; the one before stays in use until then. Says the
 * same whether or not the address belongs to another member: that stands in the mail alone.
 * @throws {DomainError} PROOF_NEEDED; MAIL_OFF if the site sends no mail; INVALID_PARAMETER; RATE_LIMITED.
 */
export const setEmail = verb({
  name: "setEmail",
  who: "member",
  rate: "email",
  beforeJoining: true,
  async run(ctx: Context, value: string): Promise<User> {
    await requireProof(ctx);
    const email = checkEmail(value);
    if ((await mailSettings(ctx)) === null) throw new DomainError("MAIL_OFF");
    await inTransaction(ctx, (ctx) => proposeEmail(ctx, ctx.viewer.id, email, ctx.locale));
    return getUser(ctx, ctx.viewer.id);
  },
});

/** Notes an address for a member and enqueues the mail that proves it, in the caller's transaction. */
async function proposeEmail(ctx: Context, userId: number, email: string, locale: Locale): Promise<void> {
  const stored = await storedOf(ctx, userId);
  const isKnown = stored?.addressKey === nameKey(email) && stored.suppressedAt === null;
  const pending = isKnown
    ? { pendingAddress: "", pendingSince: null }
    : { pendingAddress: email, pendingSince: ctx.now };
  const address = { userId, channel: NotificationChannel.EMAIL };
  if (stored) await ctx.db.update(ChannelAddress, address, pending);
  else
    await ctx.db.upsert(ChannelAddress, { ...address, ...pending, address: "", failures: 0 }, [
      "userId",
      "channel",
    ]);
  await storeLanguage(ctx, userId, locale);
  if (isKnown) return;
  const subject = { type: "verify", userId, time: ctx.now.getTime() } as const;
  const channel = NotificationChannel.EMAIL;
  await enqueueDispatches(ctx, [{ userId, subject, kind: VERIFY_KIND, channel, delayMs: 0 }]);
}

/** Mails the links that confirm the addresses of new members. A delivery: runs in a transaction, once. */
export async function proposeEmails(
  ctx: Context,
  events: readonly Parameters<typeof emailGiven>[0][],
): Promise<void> {
  for (const { userId, email, locale } of events) await proposeEmail(ctx, userId, email, locale);
}

interface Proof {
  readonly u: number;
  /** Normalised address. */
  readonly k: string;
  /** Time at which it was entered. */
  readonly s: number;
}

/** Makes the link that verifies an address: a page with a button, since mail programs follow links by themselves. */
export function verifyUrlFor(ctx: Context, userId: number, address: string, since: number): string {
  const token = signToken(ctx.services, PURPOSE, {
    u: userId,
    k: nameKey(address),
    s: since,
  } satisfies Proof);
  return `${ctx.services.publicUrl}/email/verify?token=${token}`;
}

const badLink = (): DomainError =>
  invalid("token", "链接无效或已过期", "The link is not valid, or no longer.");

/** Reads the proof in a mailed link. @throws {DomainError} INVALID_PARAMETER for a link that is not valid, or no longer. */
export async function readEmailProof(
  ctx: Context,
  token: string,
): Promise<{ userId: number; nickname: string; email: string; since: Date }> {
  const proof = readToken(ctx.services, PURPOSE, token) as Proof | null;
  if (!proof) throw badLink();
  const stored = await storedOf(ctx, proof.u);
  const user = await ctx.db.findOne(User, { select: { id: true, nickname: true }, where: { id: proof.u } });
  if (!stored || !user) throw badLink();
  const { nickname } = user;
  // Opened a second time: it has been proven already.
  if (stored.verifiedAt !== null && stored.addressKey === proof.k)
    return { userId: proof.u, nickname, email: stored.address, since: new Date(proof.s) };
  const isSame = nameKey(stored.pendingAddress) === proof.k && stored.pendingSince?.getTime() === proof.s;
  if (!isSame || ctx.now.getTime() > proof.s + VERIFY_WITHIN_MS) throw badLink();
  return { userId: proof.u, nickname, email: stored.pendingAddress, since: new Date(proof.s) };
}

/** True if another member has proven an address. */
export function isTakenByOther(ctx: Context, userId: number, address: string): Promise<boolean> {
  const addressKey = nameKey(address);
  return ctx.db.existsBy(ChannelAddress, {
    addressKey,
    channel: NotificationChannel.EMAIL,
    userId: Not(userId),
  });
}

/**
 * Verifies an address by a mailed link; possession of the link is the proof, so nobody need be signed in.
 * @throws {DomainError} INVALID_PARAMETER for a link that is not valid, or no longer; ALREADY_EXISTS if another member
 *   has proven the same address meanwhile; RATE_LIMITED.
 */
export const verifyEmail = verb({
  name: "verifyEmail",
  who: "anyone",
  rate: "unsubscribe",
  idempotent: true,
  anyStanding: true,
  withoutCompanion: true,
  run: (ctx: Context, token: string): Promise<boolean> =>
    inTransaction(ctx, async (ctx) => {
      const { userId, email, since } = await readEmailProof(ctx, token);
      await acceptEmail(ctx, { userId, email, addressKey: nameKey(email), since });
      if ((await storedOf(ctx, userId))?.addressKey !== nameKey(email))
        throw new DomainError("ALREADY_EXISTS", { field: "token" });
      await planDigest(ctx, userId, await choicesOfMember(ctx, userId));
      return true;
    }),
});

/** Removes the viewer's address; nothing is mailed to them any more. */
export const removeEmail = verb({
  name: "removeEmail",
  who: "member",
  rate: "edit",
  idempotent: true,
  anyStanding: true,
  async run(ctx: Context): Promise<User> {
    await requireProof(ctx);
    await inTransaction(ctx, (ctx) =>
      ctx.db.delete(ChannelAddress, { userId: ctx.viewer.accountId, channel: NotificationChannel.EMAIL }),
    );
    return getUser(ctx, ctx.viewer.accountId);
  },
});
