import { randomBytes } from "node:crypto";
import type { Context } from "../../../core/context.ts";
import { isSealed, seal, unseal } from "../../../core/secrets.ts";
import type { WechatAppKind } from "../../wechat/wechatApps.ts";
import type { WechatIntent } from "./wechat.view.ts";

/** Time for agreeing at WeChat and for what is left to do afterwards, in milliseconds. */
export const TICKET_MS = 15 * 60_000;
const SECRET_BYTES = 24;

/** A way to WeChat that this browser has begun. */
export interface WechatFlow {
  readonly state: string;
  readonly kind: WechatAppKind;
  readonly intent: WechatIntent;
  /** Member who binds; null for a sign-in. */
  readonly userId: number | null;
  /** Content of the QR code that this phone has scanned; null where there is none. */
  readonly scan: string | null;
}

/** State of a browser between the site and WeChat. */
export interface WechatState {
  readonly flow?: WechatFlow | undefined;
  /** Secret of the QR code that this browser shows. */
  readonly shown?: string | undefined;
  /** Secret of the ticket of a person whom WeChat has named to this browser. */
  readonly ticket?: string | undefined;
  /** Secret of the ticket by which this phone agrees to a QR code that it has scanned. */
  readonly approving?: string | undefined;
}

/** Makes a secret of a browser or a QR code. */
export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString("base64url");
}

/** Stores a part of the state in the browser, sealed, beside what is there: no other browser can go on with it. */
export function storeWechatState(ctx: Context, part: WechatState): void {
  const expiresAt = new Date(ctx.now.getTime() + TICKET_MS);
  const state = { ...readWechatState(ctx), ...part };
  const text = JSON.stringify({ ...state, use: "wechat", until: expiresAt.getTime() });
  ctx.setIdentityCookie(seal(ctx.services, text), expiresAt);
}

/** Ends the state of this browser. */
export function dropWechatState(ctx: Context): void {
  ctx.setIdentityCookie(null, new Date(0));
}

/** Reads the state of this browser; empty if there is none, or it is expired or made up. */
export function readWechatState(ctx: Context): WechatState {
  const { identityCookie: text = "" } = ctx;
  // Text in the open would pass through as it is.
  if (!isSealed(text)) return {};
  try {
    const { use, until, ...state } = JSON.parse(unseal(ctx.services, text)) as WechatState & {
      use: string;
      until: number;
    };
    return use === "wechat" && until > ctx.now.getTime() ? state : {};
  } catch {
    return {};
  }
}
