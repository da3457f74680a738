import type { Context, Services } from "../../../../core/context.ts";
import { NotificationChannel } from "../../templates/channel.view.ts";
import { getSettings } from "../../../settings/setting.service.ts";
import { reachableByAddress } from "../addresses/address.service.ts";
import { callProvider } from "./httpCall.ts";
import { SendingError, type Letter, type Sender } from "./sender.ts";

/** As mails, a template message waits whether the member reads the notification in the site. */
export const WECHAT_DELAY_MS = 10 * 60_000;
/** A token is fetched anew so long before it ends. */
const TOKEN_MARGIN_MS = 300_000;
/** Longest value of a variable, in characters. */
const VALUE_MAX = 100;
/** The token is no longer good: another one was fetched elsewhere, or it ended. */
const BAD_TOKEN = new Set([40001, 40014, 42001]);
/** The recipient is unknown to the account, or follows it no more. */
const BAD_RECEIVER = new Set([40003, 43004, 43019]);
/** Too many calls. */
const LIMITED = new Set([45009, 45011, -1]);

/** Sends template messages of the site's WeChat official account. */
export const wechatSender: Sender = {
  channel: NotificationChannel.WECHAT,
  delayMs: WECHAT_DELAY_MS,
  bundles: false,
  isConfigured: async (ctx) => (await wechatSettings(ctx)) !== null,
  reachable: (ctx, userIds) => reachableByAddress(ctx, NotificationChannel.WECHAT, userIds),
  send: sendTemplateMessage,
};

interface WechatSettings {
  readonly appId: string;
  readonly appSecret: string;
  readonly base: string;
}

/** The settings of the official account; null until they are complete and switched on. */
async function wechatSettings(ctx: Context): Promise<WechatSettings | null> {
  const all = await getSettings(ctx);
  const settings = {
    appId: all["wx_offiaccount.offiaccount_app_id"],
    appSecret: all["wx_offiaccount.offiaccount_app_secret"],
    base: all["wx_offiaccount.offiaccount_api_base"].replace(/\/{1,9}$/, ""),
  };
  const isOn = all["wx_offiaccount.offiaccount_close"] === "1";
  return isOn && Object.values(settings).every(Boolean) ? settings : null;
}

interface Token {
  readonly of: string;
  readonly value: string;
  readonly endsAt: number;
}

/** Each running program fetches a token once for two hours: the provider counts, and a new one ends the old. */
const tokens = new WeakMap<Services, Token>();

async function tokenFor(
  ctx: Context,
  { appId, appSecret, base }: WechatSettings,
  isFresh: boolean,
): Promise<string> {
  // The secret too: a wrong one that was just saved is not hidden by a token of the one before.
  const of = `${base} ${appId} ${appSecret}`;
  const known = tokens.get(ctx.services);
  if (!isFresh && known?.of === of && known.endsAt > Date.now() + TOKEN_MARGIN_MS) return known.value;
  const answer = await callProvider<{ access_token?: string; expires_in?: number; errcode?: number }>({
    url: `${base}/cgi-bin/stable_token`,
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      grant_type: "client_credential",
      appid: appId,
      secret: appSecret,
      force_refresh: isFresh,
    }),
  });
  if (!answer.access_token) throw new SendingError("down", `TOKEN ${answer.errcode ?? "MISSING"}`);
  const endsAt = Date.now() + (answer.expires_in ?? 0) * 1_000;
  tokens.set(ctx.services, { of, value: answer.access_token, endsAt });
  return answer.access_token;
}

async function sendTemplateMessage(ctx: Context, letter: Letter): Promise<void> {
  const settings = await wechatSettings(ctx);
  if (!settings) throw new SendingError("down", "NOT_CONFIGURED");
  if (letter.providerTemplateId === "") throw new SendingError("letter", "NO_PROVIDER_TEMPLATE");
  const post = async (isFresh: boolean): Promise<number> => {
    const token = await tokenFor(ctx, settings, isFresh);
    const { errcode = 0 } = await callProvider<{ errcode?: number }>({
      url: `${settings.base}/cgi-bin/message/template/send?access_token=${encodeURIComponent(token)}`,
      method: "POST",
      headers: { "content-type": "application/json" },
      body: messageOf(letter),
    });
    return errcode;
  };
  let errcode = await post(false);
  if (BAD_TOKEN.has(errcode)) errcode = await post(true);
  if (errcode === 0) return;
  const name = `WECHAT ${errcode}`;
  if (BAD_RECEIVER.has(errcode)) throw new SendingError("address", name);
  if (BAD_TOKEN.has(errcode)) throw new SendingError("down", name);
  throw new SendingError(LIMITED.has(errcode) ? "again" : "letter", name);
}

/**
 * The message. The template's id may be followed by the names of its fields, as `<id>:thing1:time2`; without them they
 * are called keyword1, keyword2 …
 */
function messageOf({ id, address, url, values, providerTemplateId }: Letter): string {
  const [templateId, ...fields] = providerTemplateId.split(":");
  const data = Object.fromEntries(
    values.map((value, index) => [
      fields[index] ?? `keyword${index + 1}`,
      { value: [...value.replace(/\s+/g, " ").trim()].slice(0, VALUE_MAX).join("") },
    ]),
  );
  return JSON.stringify({ touser: address, template_id: templateId, url, client_msg_id: id, data });
}
