import type { Context } from "../../core/context.ts";
import { DomainError, invalid } from "../../core/errors.ts";
import { row, run, timeOf } from "../../core/sql.ts";
import { cleanLine, lengthOf, nameKey } from "../../core/text.ts";
import { inTransaction } from "../../core/transaction.ts";
import { verb } from "../../core/verbs.ts";
import { NoticeChannel } from "../notification-templates/channel.view.ts";
import { choicesOfMember, keepLanguage } from "../notifications/preference.service.ts";
import type { User } from "../users/user.entity.ts";
import { getUser } from "../users/user.service.ts";
import { ADDRESS_MAX } from "./address.entity.ts";
import { planDigest } from "./digest.service.ts";
import { noteDispatches } from "./dispatch.service.ts";
import { VERIFY_KIND } from "./kinds.ts";
import { isMailAddress, mailSettings } from "./mailSettings.ts";
import { readToken, signToken } from "./signedToken.ts";

/** A mailed link proves an address within this time. */
export const VERIFY_WITHIN_MS = 24 * 3_600_000;
const PURPOSE = "verify e-mail";

/** The e-mail of a member, as they themselves see it. */
export interface OwnEmail {
  /** What notices go to, or else what waits to be proven. */
  readonly email: string;
  readonly verifiedAt: Date | null;
  /** What will take its place once it is proven; empty if nothing waits. */
  readonly pending: string;
  readonly pendingSince: Date | null;
  /** Since when nothing is sent, because it takes nothing. */
  readonly suppressedAt: Date | null;
}

interface Stored {
  readonly address: string;
  readonly addressKey: string | null;
  readonly verifiedAt: string | Date | null;
  readonly pendingAddress: string;
  readonly pendingSince: string | Date | null;
  readonly suppressedAt: string | Date | null;
}

function storedOf(ctx: Context, userId: number): Promise<Stored | null> {
  return row<Stored>(
    ctx,
    `SELECT a.address, a.addressKey, a.verifiedAt, a.pendingAddress, a.pendingSince, a.suppressedAt
     FROM channel_addresses a WHERE a.userId = ? AND a.channel = ?`,
    [userId, NoticeChannel.EMAIL],
  );
}

const timeOrNull = (time: string | Date | null): Date | null => (time === null ? null : timeOf(time));

/** The viewer's own e-mail; null if they have given none. */
export async function ownEmail(ctx: Context): Promise<OwnEmail | null> {
  const stored = await storedOf(ctx, ctx.viewer.id);
  if (!stored) return null;
  const { address, pendingAddress: pending } = stored;
  return {
    email: address || pending,
    verifiedAt: timeOrNull(stored.verifiedAt),
    pending,
    pendingSince: timeOrNull(stored.pendingSince),
    suppressedAt: timeOrNull(stored.suppressedAt),
  };
}

/** @throws {DomainError} INVALID_PARAMETER unless it has the form of an e-mail address of at most 255 characters. */
function checkEmail(value: string): string {
  const email = cleanLine(value, "email");
  if (lengthOf(email) > ADDRESS_MAX || !isMailAddress(email))
    throw invalid("email", "邮箱地址格式错误", "This is not an e-mail address.");
  return email;
}

const UPSERT = {
  sqlite: `ON CONFLICT(userId, channel) DO UPDATE SET
    pendingAddress = excluded.pendingAddress, pendingSince = excluded.pendingSince`,
  mysql:
    "ON DUPLICATE KEY UPDATE pendingAddress = VALUES(pendingAddress), pendingSince = VALUES(pendingSince)",
} as const;

/**
 * Notes an address for the viewer and mails a link that proves it; the one before stays in use until then. Says the
 * same whether or not the address belongs to another member: that stands in the mail alone.
 * @throws {DomainError} MAIL_OFF if the site sends no mail; INVALID_PARAMETER; RATE_LIMITED.
 */
export const setEmail = verb({
  name: "setEmail",
  who: "member",
  rate: "email",
  async run(ctx: Context, value: string): Promise<User> {
    const email = checkEmail(value);
    if ((await mailSettings(ctx)) === null) throw new DomainError("MAIL_OFF");
    await inTransaction(ctx, async (ctx) => {
      const userId = ctx.viewer.id;
      const stored = await storedOf(ctx, userId);
      const isKnown = stored?.addressKey === nameKey(email) && stored.suppressedAt === null;
      await run(
        ctx,
        `INSERT INTO channel_addresses (userId, channel, address, addressKey, verifiedAt, pendingAddress,
           pendingSince, failures, suppressedAt, digestDueAt) VALUES (?, ?, '', NULL, NULL, ?, ?, 0, NULL, NULL)
         ${UPSERT[ctx.services.database.engine]}`,
        [userId, NoticeChannel.EMAIL, isKnown ? "" : email, isKnown ? null : ctx.now],
      );
      await keepLanguage(ctx);
      if (isKnown) return;
      const subject = { type: "verify", userId, time: ctx.now.getTime() } as const;
      const channel = NoticeChannel.EMAIL;
      await noteDispatches(ctx, [{ userId, subject, kind: VERIFY_KIND, channel, delayMs: 0 }]);
    });
    return getUser(ctx, ctx.viewer.id);
  },
});

interface Proof {
  readonly u: number;
  /** Normalised address. */
  readonly k: string;
  /** When it was given. */
  readonly s: number;
}

/** The link that proves an address: a page that asks, and acts when it is told to. */
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

/** Whose address a link proves. @throws {DomainError} INVALID_PARAMETER for a link that is not valid, or no longer. */
export async function readEmailProof(
  ctx: Context,
  token: string,
): Promise<{ userId: number; nickname: string; email: string; since: Date }> {
  const proof = readToken(ctx.services, PURPOSE, token) as Proof | null;
  if (!proof) throw badLink();
  const stored = await storedOf(ctx, proof.u);
  const user = await row<{ nickname: string }>(ctx, "SELECT u.nickname FROM users u WHERE u.id = ?", [
    proof.u,
  ]);
  if (!stored || !user) throw badLink();
  const { nickname } = user;
  // Opened a second time: it has been proven already.
  if (stored.verifiedAt !== null && stored.addressKey === proof.k)
    return { userId: proof.u, nickname, email: stored.address, since: new Date(proof.s) };
  const isSame =
    nameKey(stored.pendingAddress) === proof.k && timeOrNull(stored.pendingSince)?.getTime() === proof.s;
  if (!isSame || ctx.now.getTime() > proof.s + VERIFY_WITHIN_MS) throw badLink();
  return { userId: proof.u, nickname, email: stored.pendingAddress, since: new Date(proof.s) };
}

/** Whether another member has proven an address. */
export async function isTakenByOther(ctx: Context, userId: number, address: string): Promise<boolean> {
  const found = await row(
    ctx,
    "SELECT a.userId FROM channel_addresses a WHERE a.addressKey = ? AND a.channel = ? AND a.userId <> ?",
    [nameKey(address), NoticeChannel.EMAIL, userId],
  );
  return found !== null;
}

/**
 * Proves an address by a mailed link; whoever has the link has read the mail, so nobody need be signed in.
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
      // Of two members who prove one address at the same moment the first has it.
      const ignore = ctx.services.database.engine === "mysql" ? "IGNORE" : "OR IGNORE";
      await run(
        ctx,
        `UPDATE ${ignore} channel_addresses SET address = ?, addressKey = ?, verifiedAt = ?, pendingAddress = '',
           pendingSince = NULL, failures = 0, suppressedAt = NULL
         WHERE userId = ? AND channel = ? AND pendingSince = ?`,
        [email, nameKey(email), ctx.now, userId, NoticeChannel.EMAIL, since],
      );
      if ((await storedOf(ctx, userId))?.addressKey !== nameKey(email))
        throw new DomainError("ALREADY_EXISTS", { field: "token" });
      await planDigest(ctx, userId, await choicesOfMember(ctx, userId));
      return true;
    }),
});

/** Forgets the viewer's address; nothing is mailed to them any more. */
export const removeEmail = verb({
  name: "removeEmail",
  who: "member",
  rate: "edit",
  idempotent: true,
  anyStanding: true,
  async run(ctx: Context): Promise<User> {
    await inTransaction(ctx, (ctx) =>
      run(ctx, "DELETE FROM channel_addresses WHERE userId = ? AND channel = ?", [
        ctx.viewer.accountId,
        NoticeChannel.EMAIL,
      ]),
    );
    return getUser(ctx, ctx.viewer.accountId);
  },
});
