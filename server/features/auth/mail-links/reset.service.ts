import type { Context } from "../../../core/context.ts";
import { DomainError } from "../../../core/errors.ts";
import { nameKey } from "../../../core/text.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { verb } from "../../../core/verbs.ts";
import { ADDRESS_MAX } from "../../notifications/delivery/addresses/address.entity.ts";
import { accountMessage, type AccountMail } from "../../notifications/delivery/messages/accountMail.ts";
import { timeIn } from "../../notifications/delivery/messages/subjects.ts";
import { enqueueDispatches } from "../../notifications/delivery/queue/dispatch.service.ts";
import { mailSettings } from "../../settings/mail/mailSettings.ts";
import { NotificationChannel } from "../../notifications/templates/channel.view.ts";
import { getSettings } from "../../settings/setting.service.ts";
import { findAccount } from "../accounts/findAccount.service.ts";
import { addPoint } from "../attempts/limitCounter.service.ts";
import { hashNewPassword } from "../passwords/password.ts";
import { replacePassword } from "../passwords/passwordChange.service.ts";
import { LinkPurpose } from "./mailLink.entity.ts";
import { passwordResetRequested } from "./mailLink.events.ts";
import { accountOfToken, findMailedAccount, issueLink, tokenOf, consumeLink } from "./mailLink.service.ts";
import { resetTexts } from "./resetTexts.ts";

/** Time within which a mailed link sets a password, in minutes. */
export const RESET_MINUTES = 30;
/** Mails that one account gets within an hour, whoever asks. */
const MAILS_PER_HOUR = 3;
const HOUR_S = 3_600;
/** Kind of the dispatch. */
export const RESET_KIND = "account.password";

/**
 * Asks for a mail that leads to a new password. Answers the same, after the same work, for every account: whether there
 * is one, and whether it has a proven address, is looked up afterwards.
 * @emits passwordResetRequested
 * @throws {DomainError} MAIL_OFF if the site sends no mail; RATE_LIMITED.
 */
export const requestPasswordReset = verb({
  name: "requestPasswordReset",
  who: "anyone",
  rate: "recovery",
  anyStanding: true,
  withoutCompanion: true,
  whileClosed: true,
  async run(ctx: Context, account: string): Promise<boolean> {
    if ((await mailSettings(ctx)) === null) throw new DomainError("MAIL_OFF");
    const accountKey = nameKey(account.slice(0, ADDRESS_MAX));
    await inTransaction(ctx, (ctx) => {
      ctx.emit(passwordResetRequested({ accountKey }));
      return Promise.resolve();
    });
    return true;
  },
});

/** Issues the links that were asked for and enqueues their mails. A delivery: runs in a transaction, once. */
export async function mailPasswordResets(
  ctx: Context,
  requests: readonly { readonly accountKey: string }[],
): Promise<void> {
  for (const { accountKey } of requests) {
    const user = await findAccount(ctx, accountKey);
    const account = user && (await findMailedAccount(ctx, user.id));
    if (!account || !(await hasMailLeft(ctx, account.user.id))) continue;
    await issueLink(ctx, account, LinkPurpose.PASSWORD, RESET_MINUTES * 60_000);
    const subject = { type: "link", userId: account.user.id, time: ctx.now.getTime() } as const;
    const channel = NotificationChannel.EMAIL;
    await enqueueDispatches(ctx, [
      { userId: account.user.id, subject, kind: RESET_KIND, channel, delayMs: 0 },
    ]);
  }
}

async function hasMailLeft(ctx: Context, userId: number): Promise<boolean> {
  const { factor } = ctx.services.rateLimiter;
  if (factor === 0) return true;
  const { points } = await addPoint(ctx, `reset-mail ${userId}`, HOUR_S);
  return points <= Math.max(1, MAILS_PER_HOUR * factor);
}

/** The mail that leads to a new password. */
export const resetMail: AccountMail = {
  kind: RESET_KIND,
  async compose(ctx, bundle, recipient) {
    const issuedAt = new Date(timeIn(bundle.dispatches[0]!.subject));
    const purpose = LinkPurpose.PASSWORD;
    const token = await tokenOf(ctx, { userId: recipient.id, purpose, issuedAt });
    const address = recipient.addresses.get(NotificationChannel.EMAIL)?.address ?? "";
    if (token === null || address === "") return null;
    const { site_name: siteName } = await getSettings(ctx);
    const t = resetTexts(recipient.locale);
    // Behind the #, so that it is sent to no server: not in logs, not as a referrer. The host is the configured one.
    const url = `${ctx.services.publicUrl}/user/reset-password#token=${token}`;
    return accountMessage(ctx, bundle, recipient, {
      kind: RESET_KIND,
      address,
      title: t.title(siteName),
      items: [
        { text: t.text(siteName, RESET_MINUTES), url, why: "" },
        { text: t.ignore, url: null, why: "" },
      ],
      open: t.open,
      why: t.why,
    });
  },
};

/** Reads for whom a mailed link sets a password. @throws {DomainError} LINK_INVALID. */
export async function readPasswordReset(ctx: Context, token: string): Promise<{ nickname: string }> {
  const { user } = await accountOfToken(ctx, token, LinkPurpose.PASSWORD);
  return { nickname: user.nickname };
}

/** Input of `resetPassword`. */
export interface PasswordByLink {
  readonly token: string;
  readonly password: string;
}

/**
 * Sets a new password by a mailed link, which works once, and ends all sessions of the member.
 * @emits sessionsEnded
 * @throws {DomainError} LINK_INVALID; PASSWORD_TOO_SHORT and its like; RATE_LIMITED.
 */
export const resetPassword = verb({
  name: "resetPassword",
  who: "anyone",
  rate: "unsubscribe",
  anyStanding: true,
  withoutCompanion: true,
  whileClosed: true,
  async run(ctx: Context, { token, password }: PasswordByLink): Promise<boolean> {
    const { user } = await accountOfToken(ctx, token, LinkPurpose.PASSWORD);
    const passwordHash = await hashNewPassword(ctx, password, user, await getSettings(ctx));
    await inTransaction(ctx, async (ctx) => {
      const account = await consumeLink(ctx, token, LinkPurpose.PASSWORD);
      await replacePassword(ctx, account.user, passwordHash);
    });
    return true;
  },
});
