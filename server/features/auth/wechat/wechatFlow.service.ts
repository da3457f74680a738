import { timingSafeEqual } from "node:crypto";
import type { Context } from "../../../core/context.ts";
import { DomainError } from "../../../core/errors.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { verb } from "../../../core/verbs.ts";
import { getSettings } from "../../settings/setting.service.ts";
import { findWechatApp, type WechatApp, type WechatAppKind } from "../../wechat/wechatApps.ts";
import { wechatClient, WechatError, type WechatPerson } from "../../wechat/wechatClient.ts";
import { requireProof } from "../sessions/proof.service.ts";
import { findWechatOfUser } from "./wechatAccount.service.ts";
import { WechatIntent, type WechatWays } from "./wechat.view.ts";
import { newSecret, readWechatState, storeWechatState, type WechatFlow } from "./wechatCookie.ts";
import { issueTicket, markScanned } from "./wechatTicket.service.ts";

/** Address to which WeChat sends people back, below that of the site. */
export const WECHAT_CALLBACK_PATH = "/auth/wechat/callback";
/** Longest code of WeChat, in characters. */
const CODE_MAX = 512;

/** A way to WeChat that begins. */
export interface WechatBeginning {
  /** By the page of the open platform, on desks; else by the official account, within WeChat. */
  readonly openPlatform: boolean;
  readonly intent: WechatIntent;
  /** Content of the QR code that this phone has scanned. */
  readonly scan?: string | null;
}

/** Says which ways to WeChat the site has. */
export async function readWechatWays(ctx: Context): Promise<WechatWays> {
  const official = await findWechatApp(ctx, "official");
  const openPlatform = await findWechatApp(ctx, "openPlatform");
  return {
    official: official !== null,
    openPlatform: openPlatform !== null,
    hasLanding: (await getSettings(ctx)).is_need_transition === "1",
    isEmulated: Boolean(official?.isEmulated) || Boolean(openPlatform?.isEmulated),
  };
}

/** Gives an app of the site. @throws {DomainError} WECHAT_OFF */
export async function getWechatApp(ctx: Context, kind: WechatAppKind): Promise<WechatApp> {
  const app = await findWechatApp(ctx, kind);
  if (!app) throw new DomainError("WECHAT_OFF");
  return app;
}

/**
 * Checks that the viewer may begin to bind WeChat. Signing in needs nothing.
 * @returns the id of the member who binds; null for a sign-in
 * @throws {DomainError} LOGIN_REQUIRED; PROOF_NEEDED; WECHAT_BOUND for a second one; WECHAT_UNBOUND if there is none to replace
 */
export async function checkIntent(ctx: Context, intent: WechatIntent): Promise<number | null> {
  if (intent === WechatIntent.SIGN_IN) return null;
  if (!ctx.viewer.isSignedIn) throw new DomainError("LOGIN_REQUIRED");
  await requireProof(ctx);
  const userId = ctx.viewer.accountId;
  const bound = await findWechatOfUser(ctx, userId);
  if (bound && intent === WechatIntent.BIND) throw new DomainError("WECHAT_BOUND");
  if (!bound && intent === WechatIntent.REBIND) throw new DomainError("WECHAT_UNBOUND");
  return userId;
}

/**
 * Begins a way through WeChat, in this browser alone.
 * @returns the address at WeChat
 * @throws {DomainError} WECHAT_OFF; IDENTITY_EXPIRED for a QR code that is not good; those of `checkIntent`; RATE_LIMITED.
 */
export const beginWechat = verb({
  name: "beginWechat",
  who: "anyone",
  rate: "login",
  withoutCompanion: true,
  whileClosed: true,
  beforeJoining: true,
  anyStanding: true,
  async run(ctx: Context, { openPlatform, intent, scan = null }: WechatBeginning): Promise<string> {
    const kind = openPlatform ? "openPlatform" : "official";
    const app = await getWechatApp(ctx, kind);
    if (scan !== null) await markScanned(ctx, scan);
    // Who agrees to the QR code of another browser binds nothing here.
    const userId = scan === null ? await checkIntent(ctx, intent) : null;
    const flow: WechatFlow = { state: newSecret(), kind, intent, userId, scan };
    storeWechatState(ctx, { flow });
    return wechatClient(ctx, app).authorizeUrl({
      redirectUri: ctx.services.publicUrl + WECHAT_CALLBACK_PATH,
      state: flow.state,
      isSilent: (await getSettings(ctx)).is_need_transition === "0",
    });
  },
});

/**
 * Takes the code that WeChat sent somebody back with. Nobody is signed in yet: the page does what is left to do.
 * @returns the QR code that this phone has scanned; null where there was none
 * @throws {DomainError} IDENTITY_EXPIRED for a browser that has not begun it; PROVIDER_FAILED; WECHAT_OFF.
 */
export async function takeWechatCode(ctx: Context, search: string): Promise<string | null> {
  const query = new URLSearchParams(search);
  const { flow } = readWechatState(ctx);
  if (!flow || !isSame(flow.state, query.get("state"))) throw new DomainError("IDENTITY_EXPIRED");
  const code = query.get("code") ?? "";
  const app = await getWechatApp(ctx, flow.kind);
  // Whoever refuses comes back without a code.
  if (code === "" || code.length > CODE_MAX) throw new DomainError("PROVIDER_FAILED");
  const person = await namedBy(ctx, () => wechatClient(ctx, app).personOf(code));
  const { intent, userId, scan } = flow;
  const secret = await inTransaction(ctx, (ctx) => issueTicket(ctx, { intent, userId, person, scan: null }));
  const isApproval = scan !== null;
  storeWechatState(ctx, {
    flow: undefined,
    ...(isApproval ? { approving: secret } : { ticket: secret, shown: undefined }),
  });
  return scan;
}

function isSame(right: string, given: string | null): boolean {
  const [a, b] = [Buffer.from(right), Buffer.from(given ?? "")];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Asks WeChat who somebody is; logs what went wrong and says no more of it. @throws {DomainError} PROVIDER_FAILED */
export async function namedBy(ctx: Context, ask: () => Promise<WechatPerson>): Promise<WechatPerson> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof WechatError)) throw error;
    ctx.services.log.warn({ requestId: ctx.requestId, code: error.message }, "sign-in by WeChat failed");
    throw new DomainError("PROVIDER_FAILED");
  }
}
