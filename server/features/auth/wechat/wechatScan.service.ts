import { In } from "typeorm";
import type { Context } from "../../../core/context.ts";
import { DomainError } from "../../../core/errors.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { verb } from "../../../core/verbs.ts";
import { User } from "../../users/user.entity.ts";
import type { WechatPerson } from "../../wechat/wechatClient.ts";
import { digest } from "../sessions/digest.ts";
import { WechatIntent, WechatScanState, type ScannedCode, type WechatScan } from "./wechat.view.ts";
import { newSecret, readWechatState, storeWechatState, TICKET_MS } from "./wechatCookie.ts";
import { checkIntent, getWechatApp } from "./wechatFlow.service.ts";
import { TicketState, WechatTicket } from "./wechatTicket.entity.ts";
import {
  findTicketByScan,
  findTicketBySecret,
  issueTicket,
  openWhere,
  SCAN_MS,
} from "./wechatTicket.service.ts";

/** Pages that a phone opens by a QR code. */
const APPROVE_PATH = "/user/wx-authorization";
const REBIND_PATH = "/user/wx-rebind-action";
const WAITING = In([TicketState.OPEN, TicketState.SCANNED]);

/**
 * Makes a QR code that a phone with WeChat opens to sign this browser in, or to bind WeChat to its account.
 * @throws {DomainError} WECHAT_OFF without an official account; LOGIN_REQUIRED, PROOF_NEEDED, WECHAT_BOUND, WECHAT_UNBOUND to
 *   bind; RATE_LIMITED.
 */
export const openWechatScan = verb({
  name: "openWechatScan",
  who: "anyone",
  rate: "login",
  withoutCompanion: true,
  whileClosed: true,
  beforeJoining: true,
  anyStanding: true,
  async run(ctx: Context, intent: WechatIntent): Promise<WechatScan> {
    await getWechatApp(ctx, "official");
    const userId = await checkIntent(ctx, intent);
    const scan = newSecret();
    const shown = await inTransaction(ctx, (ctx) => issueTicket(ctx, { intent, userId, person: null, scan }));
    storeWechatState(ctx, { shown, ticket: undefined });
    const path = intent === WechatIntent.REBIND ? REBIND_PATH : APPROVE_PATH;
    return {
      url: `${ctx.services.publicUrl}${path}?scan=${scan}`,
      expiresAt: new Date(ctx.now.getTime() + SCAN_MS),
    };
  },
});

/** Says what has become of the QR code that this browser shows. */
export async function readScanState(ctx: Context): Promise<WechatScanState> {
  const { shown } = readWechatState(ctx);
  const row = shown === undefined ? null : await findTicketBySecret(ctx, shown);
  return row ? WechatScanState[row.state] : WechatScanState.EXPIRED;
}

/** Says what a scanned QR code asks for. @throws {DomainError} IDENTITY_EXPIRED if there is none */
export async function readScannedCode(ctx: Context, scan: string): Promise<ScannedCode> {
  const row = await findTicketByScan(ctx, scan);
  if (!row) throw new DomainError("IDENTITY_EXPIRED");
  const { approving } = readWechatState(ctx);
  const own = approving === undefined ? null : await findTicketBySecret(ctx, approving);
  const member = row.userId === null ? null : await ctx.db.findOneBy(User, { id: row.userId });
  const { intent, state, userAgent, place } = row;
  return {
    intent,
    state: WechatScanState[state],
    userAgent,
    place,
    account: member?.nickname ?? null,
    nickname: own ? (JSON.parse(own.person) as WechatPerson).nickname : null,
  };
}

/** An answer to the QR code of another browser. */
export interface ScanAnswer {
  readonly scan: string;
  readonly isApproved: boolean;
}

/**
 * Agrees to the QR code that this phone has scanned, as whom WeChat has named; or refuses it. A code is answered once.
 * @throws {DomainError} IDENTITY_EXPIRED if the code is not good any more, or WeChat has named nobody; RATE_LIMITED.
 */
export const answerWechatScan = verb({
  name: "answerWechatScan",
  who: "anyone",
  rate: "login",
  withoutCompanion: true,
  whileClosed: true,
  beforeJoining: true,
  anyStanding: true,
  async run(ctx: Context, { scan, isApproved }: ScanAnswer): Promise<boolean> {
    const row = await findTicketByScan(ctx, scan);
    if (!row) throw new DomainError("IDENTITY_EXPIRED");
    await inTransaction(ctx, async (ctx) => {
      const change = isApproved
        ? { state: TicketState.NAMED, person: await takeApproving(ctx), expiresAt: endOfTicket(ctx) }
        : { state: TicketState.REFUSED };
      const { affected } = await ctx.db.update(
        WechatTicket,
        { ...openWhere(ctx, row.id, TicketState.OPEN), state: WAITING },
        change,
      );
      if (affected !== 1) throw new DomainError("IDENTITY_EXPIRED");
    });
    storeWechatState(ctx, { approving: undefined });
    return true;
  },
});

const endOfTicket = (ctx: Context): Date => new Date(ctx.now.getTime() + TICKET_MS);

/** Uses the ticket of this phone up. @returns the person whom WeChat has named to it */
async function takeApproving(ctx: Context): Promise<string> {
  const { approving } = readWechatState(ctx);
  const row = approving === undefined ? null : await findTicketBySecret(ctx, approving);
  if (!row?.person) throw new DomainError("IDENTITY_EXPIRED");
  const { affected } = await ctx.db.delete(WechatTicket, { id: digest(approving!) });
  if (affected !== 1) throw new DomainError("IDENTITY_EXPIRED");
  return row.person;
}
