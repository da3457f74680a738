import type { Context } from "../../../../core/context.ts";
import { NotificationChannel } from "../../templates/channel.view.ts";
import { getSettings } from "../../../settings/setting.service.ts";
import type { Bundle } from "../queue/claim.service.ts";
import { isTakenByOther, verifyUrlFor } from "../addresses/email.service.ts";
import { VERIFY_KIND } from "../kinds.ts";
import { accountMessage, type AccountMail } from "./accountMail.ts";
import { messageTexts } from "./messageTexts.ts";
import type { Recipient } from "../recipient.service.ts";
import type { OutgoingMessage } from "../senders/sender.ts";
import { timeIn } from "./subjects.ts";

/** The mail that verifies an address. */
export const verificationMail: AccountMail = { kind: VERIFY_KIND, compose: composeVerification };

/** Composes the mail that verifies an address; null if the address was changed or removed meanwhile. */
async function composeVerification(
  ctx: Context,
  bundle: Bundle,
  recipient: Recipient,
): Promise<OutgoingMessage | null> {
  const stored = recipient.addresses.get(NotificationChannel.EMAIL);
  const since = timeIn(bundle.dispatches[0]!.subject);
  if (!stored || stored.pendingAddress === "" || stored.pendingSince !== since) return null;
  const { site_name: siteName } = await getSettings(ctx);
  const t = messageTexts(recipient.locale);
  const isTaken = await isTakenByOther(ctx, recipient.id, stored.pendingAddress);
  const url = isTaken ? null : verifyUrlFor(ctx, recipient.id, stored.pendingAddress, since);
  return accountMessage(ctx, bundle, recipient, {
    kind: VERIFY_KIND,
    address: stored.pendingAddress,
    title: t.verifyTitle(siteName),
    items: [
      { text: isTaken ? t.verifyTaken(siteName) : t.verify(siteName), url, why: "" },
      { text: t.verifyIgnore, url: null, why: "" },
    ],
    open: t.verifyOpen,
    why: t.whyVerify,
  });
}
