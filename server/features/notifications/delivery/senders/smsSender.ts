import type { Context } from "../../../../core/context.ts";
import { SmsError, type SmsFailure } from "../../../sms/smsError.ts";
import { findSmsProvider } from "../../../sms/smsProvider.ts";
import { NotificationChannel } from "../../templates/channel.view.ts";
import { reachableByAddress } from "../addresses/address.service.ts";
import { SendingError, type FailureKind, type OutgoingMessage, type Sender } from "./sender.ts";

/** A text message costs money: as mails, it waits whether the member reads the notification in the site. */
export const SMS_DELAY_MS = 10 * 60_000;

/** Sends notifications as text messages. */
export const smsSender: Sender = {
  channel: NotificationChannel.SMS,
  delayMs: SMS_DELAY_MS,
  bundles: false,
  isConfigured: async (ctx) => (await findSmsProvider(ctx)) !== null,
  reachable: (ctx, userIds) => reachableByAddress(ctx, NotificationChannel.SMS, userIds),
  send: sendSms,
};

const FAILURES: Readonly<Record<SmsFailure, FailureKind>> = {
  again: "again",
  down: "down",
  message: "message",
  number: "address",
};

async function sendSms(
  ctx: Context,
  { address: phone, providerTemplateId: templateId, values }: OutgoingMessage,
): Promise<void> {
  const provider = await findSmsProvider(ctx);
  if (!provider) throw new SendingError("down", "NOT_CONFIGURED");
  if (templateId === "") throw new SendingError("message", "NO_PROVIDER_TEMPLATE");
  try {
    await provider.send({ phone, templateId, values });
  } catch (error) {
    throw error instanceof SmsError ? new SendingError(FAILURES[error.failure], error.message) : error;
  }
}
