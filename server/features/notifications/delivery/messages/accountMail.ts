import type { Context } from "../../../../core/context.ts";
import { getSettings } from "../../../settings/setting.service.ts";
import type { Bundle } from "../queue/claim.service.ts";
import type { Recipient } from "../recipient.service.ts";
import type { OutgoingMessage } from "../senders/sender.ts";
import { bodiesOf, mailFor, messageName } from "./message.service.ts";
import type { MailItem } from "./messageBody.ts";

/**
 * Mails that concern the account itself: they prove an address or lead to a new password. They stand alone, cannot be
 * switched off, reach members whatever their standing, and take no part in the limits of notifications.
 */
export interface AccountMail {
  /** Kind of the dispatch; unique. */
  readonly kind: string;
  /** Composes the mail when it is its turn; null if it is no longer wanted. */
  compose(ctx: Context, bundle: Bundle, recipient: Recipient): Promise<OutgoingMessage | null>;
}

const byKind = new Map<string, AccountMail>();

/** Registers a kind of account mail; features above call it when they are loaded. */
export function addAccountMail(mail: AccountMail): void {
  byKind.set(mail.kind, mail);
}

/** Gives the account mail of a kind; undefined for all other kinds. */
export function accountMailOf(kind: string): AccountMail | undefined {
  return byKind.get(kind);
}

/** Words of an account mail, in the recipient's language. */
export interface AccountMailText {
  readonly kind: string;
  readonly address: string;
  readonly title: string;
  readonly items: readonly MailItem[];
  /** Words of the link. */
  readonly open: string;
  readonly why: string;
}

/** Makes the mail to a member out of its words. */
export async function accountMessage(
  ctx: Context,
  { letterId }: Bundle,
  recipient: Recipient,
  { kind, address, ...content }: AccountMailText,
): Promise<OutgoingMessage> {
  const { site_name: siteName } = await getSettings(ctx);
  const mail = mailFor(ctx, recipient, siteName, { ...content, intro: "", topics: [] });
  const { id, nickname, locale } = recipient;
  return {
    id: messageName(letterId),
    recipient: { id, nickname, locale },
    address,
    kind,
    title: content.title,
    url: content.items.find(({ url }) => url !== null)?.url ?? ctx.services.publicUrl,
    why: content.why,
    notificationIds: [],
    providerTemplateId: "",
    values: [],
    ...bodiesOf(mail),
  };
}
