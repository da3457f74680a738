import { MoreThan } from "typeorm";
import type { Context } from "../../../core/context.ts";
import { DomainError } from "../../../core/errors.ts";
import { nameKey } from "../../../core/text.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { verb } from "../../../core/verbs.ts";
import { ADDRESS_MAX } from "../../notifications/delivery/addresses/address.entity.ts";
import { accountMessage, type AccountMail } from "../../notifications/delivery/messages/accountMail.ts";
import { timeIn } from "../../notifications/delivery/messages/subjects.ts";
import { enqueueDispatches } from "../../notifications/delivery/queue/dispatch.service.ts";
import { NotificationChannel } from "../../notifications/templates/channel.view.ts";
import { mailSettings } from "../../settings/mail/mailSettings.ts";
import { getSettings } from "../../settings/setting.service.ts";
import { User } from "../../users/user.entity.ts";
import { enter, type SignedIn } from "../accounts/enter.service.ts";
import { findAccount } from "../accounts/findAccount.service.ts";
import { beginAttempt } from "../attempts/attempt.service.ts";
import { findKnownDevice } from "../attempts/knownDevice.ts";
import { addPoint } from "../attempts/limitCounter.service.ts";
import {
  assignCode,
  codeOf,
  consumeCode,
  countGuess,
  findOpenCode,
  isRightCode,
  issueCode,
} from "../codes/code.service.ts";
import { CodePurpose, OneTimeCode } from "../codes/oneTimeCode.entity.ts";
import { findMailedAccount, stateOf, type MailedAccount } from "../mail-links/mailLink.service.ts";
import { codeTexts } from "./codeTexts.ts";
import { signInCodeRequested } from "./signInCode.events.ts";
import type { CodeLoginInput } from "./signInCode.input.ts";

/** Time within which a mailed code signs in, in minutes. */
export const CODE_MINUTES = 10;
/** Mails that one account gets within an hour, whoever asks. */
const MAILS_PER_HOUR = 5;
const HOUR_S = 3_600;
/** Kind of the dispatch. */
export const CODE_KIND = "account.code";

/** @throws {DomainError} MAIL_OFF if the site sends no mail or mails no codes. */
async function mustMailCodes(ctx: Context): Promise<void> {
  const { sign_in_codes: mode } = await getSettings(ctx);
  if (mode === "0" || (await mailSettings(ctx)) === null) throw new DomainError("MAIL_OFF");
}

/**
 * Asks for a mailed code that signs in. Answers the same, after the same work, for every account: whether there is one
 * is looked up afterwards.
 * @returns what belongs to the code: it works for the browser that asked alone
 * @emits signInCodeRequested
 * @throws {DomainError} MAIL_OFF; RATE_LIMITED.
 */
export const requestSignInCode = verb({
  name: "requestSignInCode",
  who: "anyone",
  rate: "mailCode",
  anyStanding: true,
  withoutCompanion: true,
  whileClosed: true,
  async run(ctx: Context, account: string): Promise<string> {
    await mustMailCodes(ctx);
    const accountKey = nameKey(account.slice(0, ADDRESS_MAX));
    const purpose = CodePurpose.MAIL_SIGN_IN;
    return inTransaction(ctx, async (ctx) => {
      const code = { purpose, account: accountKey, minutes: CODE_MINUTES, userId: null };
      const { request, id } = await issueCode(ctx, code);
      ctx.emit(signInCodeRequested({ id, accountKey }));
      return request;
    });
  },
});

/** Looks up whose codes were asked for and enqueues their mails. A delivery: runs in a transaction, once. */
export async function mailSignInCodes(
  ctx: Context,
  requests: readonly { readonly id: string; readonly accountKey: string }[],
): Promise<void> {
  for (const { id, accountKey } of requests) {
    const user = await findAccount(ctx, accountKey);
    const account = user && (await findMailedAccount(ctx, user.id));
    const code = await ctx.db.findOneBy(OneTimeCode, { id, expiresAt: MoreThan(ctx.now) });
    if (!account || !code || !(await hasMailLeft(ctx, account.user.id))) continue;
    const userId = account.user.id;
    await assignCode(ctx, id, userId, stateOf(account));
    const subject = { type: "code", userId, time: code.issuedAt.getTime() } as const;
    const channel = NotificationChannel.EMAIL;
    await enqueueDispatches(ctx, [{ userId, subject, kind: CODE_KIND, channel, delayMs: 0 }]);
  }
}

async function hasMailLeft(ctx: Context, userId: number): Promise<boolean> {
  const { factor } = ctx.services.rateLimiter;
  if (factor === 0) return true;
  const { points } = await addPoint(ctx, `code-mail ${userId}`, HOUR_S);
  return points <= Math.max(1, MAILS_PER_HOUR * factor);
}

/** The mail that brings a code. */
export const codeMail: AccountMail = {
  kind: CODE_KIND,
  async compose(ctx, bundle, recipient) {
    const issuedAt = new Date(timeIn(bundle.dispatches[0]!.subject));
    const row = await ctx.db.findOneBy(OneTimeCode, { userId: recipient.id, issuedAt });
    const address = recipient.addresses.get(NotificationChannel.EMAIL)?.address ?? "";
    if (!row || row.expiresAt <= ctx.now || address === "") return null;
    const { site_name: siteName } = await getSettings(ctx);
    const t = codeTexts(recipient.locale);
    const code = codeOf(ctx, row.id);
    return accountMessage(ctx, bundle, recipient, {
      kind: CODE_KIND,
      address,
      title: t.title(siteName, code),
      items: [
        { text: t.text(siteName, code, CODE_MINUTES), url: null, why: "" },
        { text: t.ignore, url: null, why: "" },
      ],
      open: t.open,
      why: t.why,
    });
  },
};

/**
 * Signs in by a mailed code, which works once, for the browser that asked for it. Failures count for the account like
 * wrong passwords.
 * @throws {DomainError} CODE_WRONG; CODE_EXPIRED for codes that are used up, expired or were asked for elsewhere;
 *   RATE_LIMITED; with the right code alone SECOND_FACTOR_NEEDED, SECOND_FACTOR_WRONG, ACCOUNT_BANNED.
 */
export const loginByCode = verb({
  name: "loginByCode",
  who: "anyone",
  rate: "login",
  withoutCompanion: true,
  whileClosed: true,
  async run(ctx: Context, { request, code, client, secondFactor }: CodeLoginInput): Promise<SignedIn> {
    await mustMailCodes(ctx);
    const row = await findOpenCode(ctx, request, CodePurpose.MAIL_SIGN_IN);
    const user = row?.userId ? await ctx.db.findOneBy(User, { id: row.userId }) : null;
    const device = user && findKnownDevice(ctx, user);
    const attempt = await beginAttempt(ctx, user?.usernameKey ?? row?.account ?? request, device);
    const guessed = await countGuess(ctx, row);
    const account = await fittingAccount(ctx, guessed, code);
    if (!account) throw new DomainError("CODE_WRONG", { field: "code" });
    const consume = (): Promise<void> => consumeCode(ctx, guessed);
    return enter(ctx, account.user, { attempt, client, secondFactor, consume });
  },
});

/** The account that a code signs in; null if it is wrong, or password or address have changed since. */
async function fittingAccount(ctx: Context, row: OneTimeCode, typed: string): Promise<MailedAccount | null> {
  if (!isRightCode(ctx, row, typed) || row.userId === null) return null;
  const account = await findMailedAccount(ctx, row.userId);
  return account && stateOf(account) === row.state ? account : null;
}
