import { LessThanOrEqual } from "typeorm";
import type { Context } from "../../../core/context.ts";
import { DomainError } from "../../../core/errors.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { ChannelAddress } from "../../notifications/delivery/addresses/address.entity.ts";
import { readToken, signToken } from "../../notifications/delivery/addresses/signedToken.ts";
import { NotificationChannel } from "../../notifications/templates/channel.view.ts";
import { User } from "../../users/user.entity.ts";
import { digest } from "../sessions/digest.ts";
import { MailLink, type LinkPurpose } from "./mailLink.entity.ts";

/** An account with the address that its mails go to. */
export interface MailedAccount {
  readonly user: User;
  readonly address: string;
  readonly addressKey: string;
}

interface Token {
  /** Id of the member. */
  readonly u: number;
  /** Time of issue, in milliseconds. */
  readonly t: number;
}

/** Finds a member with their proven address; null if there is none, or none that is proven. */
export async function findMailedAccount(ctx: Context, userId: number): Promise<MailedAccount | null> {
  const user = await ctx.db.findOneBy(User, { id: userId });
  const stored = await ctx.db.findOneBy(ChannelAddress, { userId, channel: NotificationChannel.EMAIL });
  if (!user || !stored?.addressKey || stored.verifiedAt === null) return null;
  return { user, address: stored.address, addressKey: stored.addressKey };
}

/** Digest of password and address, by which what was mailed notices a change of either. */
export function stateOf({ user, addressKey }: MailedAccount): string {
  return digest(`${user.passwordHash}\n${addressKey}`);
}

/** Issues a link in the caller's transaction; earlier ones of the same purpose end. */
export async function issueLink(
  ctx: Context,
  account: MailedAccount,
  purpose: LinkPurpose,
  lifetimeMs: number,
): Promise<void> {
  const link = {
    userId: account.user.id,
    purpose,
    issuedAt: ctx.now,
    expiresAt: new Date(ctx.now.getTime() + lifetimeMs),
    state: stateOf(account),
  };
  await ctx.db.upsert(MailLink, link, ["userId", "purpose"]);
}

/** Makes the token of a link that was issued at a time; null if it has been used, replaced or become worthless. */
export async function tokenOf(
  ctx: Context,
  { userId, purpose, issuedAt }: Pick<MailLink, "userId" | "purpose" | "issuedAt">,
): Promise<string | null> {
  const account = await findLinked(ctx, { u: userId, t: issuedAt.getTime() }, purpose);
  return account && signToken(ctx.services, purpose, { u: userId, t: issuedAt.getTime() } satisfies Token);
}

/**
 * Reads whose link a token is.
 * @throws {DomainError} LINK_INVALID for one that is made up, used, replaced, expired, or older than the password.
 */
export async function accountOfToken(
  ctx: Context,
  token: string,
  purpose: LinkPurpose,
): Promise<MailedAccount> {
  const content = readToken(ctx.services, purpose, token) as Token | null;
  const account = content && (await findLinked(ctx, content, purpose));
  if (!account) throw new DomainError("LINK_INVALID", { field: "token" });
  return account;
}

/** Uses a link up in the caller's transaction: of several calls at once exactly one passes. @throws {DomainError} LINK_INVALID. */
export async function consumeLink(ctx: Context, token: string, purpose: LinkPurpose): Promise<MailedAccount> {
  const account = await accountOfToken(ctx, token, purpose);
  const { t } = readToken(ctx.services, purpose, token) as Token;
  const link = { userId: account.user.id, purpose, issuedAt: new Date(t), state: stateOf(account) };
  const { affected } = await ctx.db.delete(MailLink, link);
  if (affected !== 1) throw new DomainError("LINK_INVALID", { field: "token" });
  return account;
}

async function findLinked(
  ctx: Context,
  { u: userId, t }: Token,
  purpose: LinkPurpose,
): Promise<MailedAccount | null> {
  const link = await ctx.db.findOneBy(MailLink, { userId, purpose });
  if (!link || link.issuedAt.getTime() !== t || link.expiresAt <= ctx.now) return null;
  const account = await findMailedAccount(ctx, userId);
  return account && stateOf(account) === link.state ? account : null;
}

/** Deletes links that nobody used in time. */
export async function removeExpiredLinks(ctx: Context): Promise<void> {
  await inTransaction(ctx, (ctx) => ctx.db.delete(MailLink, { expiresAt: LessThanOrEqual(ctx.now) }));
}
