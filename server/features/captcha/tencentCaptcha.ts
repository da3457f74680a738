import { hash } from "node:crypto";
import { z } from "zod";
import type { Context } from "../../core/context.ts";
import { DomainError } from "../../core/errors.ts";
import { callTencent, TencentError } from "../../core/tencentCloud.ts";
import type { Settings } from "../settings/setting.service.ts";
import { parseAnswer } from "./captchaAnswer.ts";
import type { CaptchaProvider } from "./captchaProvider.ts";

/** Host that the signature covers, by whichever address it is reached. */
const HOST = "captcha.tencentcloudapi.com";
const VERSION = "2019-07-22";
/** A form waits for the vendor no longer than this, in seconds (reliability.md F12). */
const CALL_TIMEOUT_S = 2;
/** The only type of captcha that the vendor names. */
const CAPTCHA_TYPE = 9;
const PASSED = 1;
/** Codes that speak of the ticket: wrong string, expired, used, forged, of another app, or made up where the vendor was not reached. */
const REFUSED: ReadonlySet<number> = new Set([6, 7, 8, 9, 15, 16, 21]);
/** Level of those whom the vendor takes for robots although they have solved the puzzle. */
const EVIL = 100;
/** Tickets are good for five minutes with the vendor; their marks stay twice as long, in minutes. */
const MARK_MINUTES = 10;

const ANSWER = z.object({ ticket: z.string().min(1).max(2_000), randStr: z.string().min(1).max(200) });
const RESULT = z.object({ CaptchaCode: z.number(), EvilLevel: z.number().nullish() });

/**
 * The captcha of Tencent Cloud: the vendor's own script shows a puzzle, and the vendor says whether the ticket that it
 * gave is good. Tickets name no action; each of them opens one.
 */
export function tencentCaptcha(ctx: Context, settings: Settings): CaptchaProvider {
  const appId = settings["qcloud.qcloud_captcha_app_id"];
  const service = {
    secretId: settings["qcloud.qcloud_secret_id"],
    secretKey: settings["qcloud.qcloud_secret_key"],
    endpoint: settings["qcloud.qcloud_captcha_endpoint"],
    host: HOST,
    version: VERSION,
    region: "",
    timeoutS: CALL_TIMEOUT_S,
  };
  return {
    isSolvable: true,
    challenge: () => Promise.resolve(JSON.stringify({ provider: "TENCENT", appId })),
    async check(_purpose, answer) {
      const given = parseAnswer(ANSWER, answer);
      if (!given) return null;
      const result = await callTencent(service, "DescribeCaptchaResult", {
        CaptchaType: CAPTCHA_TYPE,
        Ticket: given.ticket,
        Randstr: given.randStr,
        UserIp: ctx.address,
        CaptchaAppId: Number(appId),
        AppSecretKey: settings["qcloud.qcloud_captcha_secret_key"],
      }).catch(unavailable);
      if (!isGood(result)) return null;
      const expiresAt = new Date(ctx.now.getTime() + MARK_MINUTES * 60_000);
      return { id: hash("sha256", given.ticket, "hex"), expiresAt };
    },
  };
}

/** True if the vendor vouches for a ticket. @throws {DomainError} CAPTCHA_UNAVAILABLE if it says nothing of it */
function isGood(result: unknown): boolean {
  const { data } = RESULT.safeParse(result);
  if (data?.CaptchaCode === PASSED) return data.EvilLevel !== EVIL;
  if (data && REFUSED.has(data.CaptchaCode)) return false;
  throw new DomainError("CAPTCHA_UNAVAILABLE", { field: "captcha" });
}

function unavailable(error: unknown): never {
  if (error instanceof TencentError) throw new DomainError("CAPTCHA_UNAVAILABLE", { field: "captcha" });
  throw error;
}
