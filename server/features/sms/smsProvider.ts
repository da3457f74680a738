import type { Context } from "../../core/context.ts";
import { getSettings } from "../settings/setting.service.ts";
import { smsOutbox } from "./smsOutbox.ts";
import { isSmsSwitchedOn, smsSettings } from "./smsSettings.ts";
import { tencentSms } from "./tencentSms.ts";

/** A text message: providers send templates that they have approved, with values for their variables. */
export interface TextMessage {
  /** Phone number with country code, `+8613800000000`. */
  readonly phone: string;
  readonly templateId: string;
  /** Values of the template's variables, in order. */
  readonly values: readonly string[];
}

/** Sends text messages. */
export interface SmsProvider {
  /** Returns once the provider has accepted the message. @throws {SmsError} saying what is wrong, nothing private. */
  send(message: TextMessage): Promise<void>;
}

/**
 * Gives the provider of the site: Tencent Cloud once its settings are complete; outside production a local outbox in its
 * place, which `/dev/sms` shows. Null while text messages are switched off, or cannot be sent.
 */
export async function findSmsProvider(ctx: Context): Promise<SmsProvider | null> {
  if (!(await isSmsSwitchedOn(ctx))) return null;
  const settings = await smsSettings(ctx);
  if (settings) return tencentSms(settings);
  return ctx.services.isProduction ? null : smsOutbox(ctx);
}

/** The way in which codes go out as text messages. */
export interface CodeSender {
  readonly provider: SmsProvider;
  /** Template with two variables: the code, and the minutes for which it is valid. */
  readonly templateId: string;
}

/** Gives the sender of codes; null if the site sends none. */
export async function findCodeSender(ctx: Context): Promise<CodeSender | null> {
  const provider = await findSmsProvider(ctx);
  if (!provider) return null;
  const templateId = (await getSettings(ctx))["qcloud.qcloud_sms_template_id"];
  const isOutbox = (await smsSettings(ctx)) === null;
  return templateId || isOutbox ? { provider, templateId } : null;
}
