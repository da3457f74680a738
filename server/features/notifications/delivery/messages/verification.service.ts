import type { Context } from "../../../../core/context.ts";
import { NotificationChannel } from "../../templates/channel.view.ts";
import { getSettings } from "../../../settings/setting.service.ts";
import type { Bundle } from "../queue/claim.service.ts";
import { isTakenByOther, verifyUrlFor } from "../addresses/email.service.ts";
import { VERIFY_KIND } from "../kinds.ts";
import { bodiesOf, letterName, mailFor } from "./message.service.ts";
import { letterTexts } from "./messageTexts.ts";
import type { Recipient } from "../recipient.service.ts";
import type { Letter } from "../senders/sender.ts";
import { timeIn } from "./subjects.ts";

/** The mail that asks to prove an address; null if the member has thought better of it. */
export async function composeVerification(
  ctx: Context,
  { letterId, dispatches }: Bundle,
  recipient: Recipient,
): Promise<Letter | null> {
  const stored = recipient.addresses.get(NotificationChannel.EMAIL);
  const since = timeIn(dispatches[0]!.subject);
  if (!stored || stored.pendingAddress === "" || stored.pendingSince !== since) return null;
  const { site_name: siteName } = await getSettings(ctx);
  const t = letterTexts(recipient.locale);
  const title = t.verifyTitle(siteName);
  const isTaken = await isTakenByOther(ctx, recipient.id, stored.pendingAddress);
  const url = isTaken ? null : verifyUrlFor(ctx, recipient.id, stored.pendingAddress, since);
  const mail = mailFor(ctx, recipient, siteName, {
    title,
    intro: "",
    items: [
      { text: isTaken ? t.verifyTaken(siteName) : t.verify(siteName), url, why: "" },
      { text: t.verifyIgnore, url: null, why: "" },
    ],
    open: t.verifyOpen,
    why: t.whyVerify,
    topics: [],
  });
  const { id, nickname, locale } = recipient;
  return {
    id: letterName(letterId),
    recipient: { id, nickname, locale },
    address: stored.pendingAddress,
    kind: VERIFY_KIND,
    title,
    url: url ?? ctx.services.publicUrl,
    why: t.whyVerify,
    notificationIds: [],
    providerTemplateId: "",
    values: [],
    ...bodiesOf(mail),
  };
}
