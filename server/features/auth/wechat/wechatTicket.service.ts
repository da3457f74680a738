import { LessThanOrEqual, MoreThan } from "typeorm";
import type { Context } from "../../../core/context.ts";
import { DomainError } from "../../../core/errors.ts";
import { inTransaction } from "../../../core/transaction.ts";
import type { WechatPerson } from "../../wechat/wechatClient.ts";
import { digest } from "../sessions/digest.ts";
import { placeOf } from "../sessions/place.ts";
import type { WechatIntent } from "./wechat.view.ts";
import { newSecret, readWechatState, TICKET_MS } from "./wechatCookie.ts";
import { TicketState, WechatTicket } from "./wechatTicket.entity.ts";

/** Time within which a QR code works, in milliseconds. */
export const SCAN_MS = 5 * 60_000;

/** A ticket that is to be made. */
interface NewTicket {
  readonly intent: WechatIntent;
  readonly userId: number | null;
  /** Null for one that is shown as a QR code. */
  readonly person: WechatPerson | null;
  /** Secret of the QR code. */
  readonly scan: string | null;
  /** It is given to a mini-program, which has no cookie. */
  readonly isOfApp?: boolean;
}

/** Makes a ticket in the caller's transaction. @returns its secret, for the browser that asked alone */
export async function issueTicket(ctx: Context, ticket: NewTicket): Promise<string> {
  const { intent, userId, person, scan, isOfApp = false } = ticket;
  const secret = newSecret();
  await ctx.db.insert(WechatTicket, {
    id: digest(secret),
    scanKey: scan === null ? null : digest(scan),
    intent,
    state: person ? TicketState.NAMED : TicketState.OPEN,
    isOfApp,
    userId,
    person: person ? JSON.stringify(person) : "",
    userAgent: ctx.userAgent.slice(0, 255),
    place: placeOf(ctx.address).slice(0, 64),
    expiresAt: new Date(ctx.now.getTime() + (person ? TICKET_MS : SCAN_MS)),
  });
  return secret;
}

/** A ticket whose person is known. */
export interface NamedTicket {
  readonly row: WechatTicket;
  readonly person: WechatPerson;
}

/**
 * Gives the ticket of a person whom WeChat has named: that of a mini-program, else that of this browser, which may have
 * come by the QR code that it shows.
 * @throws {DomainError} IDENTITY_EXPIRED if there is none, or it was used
 */
export async function getNamedTicket(ctx: Context, given?: string | null): Promise<NamedTicket> {
  const { ticket, shown } = readWechatState(ctx);
  for (const secret of given ? [given] : [ticket, shown]) {
    if (secret === undefined) continue;
    const row = await ctx.db.findOneBy(WechatTicket, {
      ...openWhere(ctx, digest(secret), TicketState.NAMED),
      // A ticket of a browser is worth nothing outside its cookie.
      isOfApp: Boolean(given),
    });
    if (row) return { row, person: JSON.parse(row.person) as WechatPerson };
  }
  throw new DomainError("IDENTITY_EXPIRED");
}

/** Finds the row of a secret that is not expired, in whatever state. */
export function findTicketBySecret(ctx: Context, secret: string): Promise<WechatTicket | null> {
  return ctx.db.findOneBy(WechatTicket, { id: digest(secret), expiresAt: MoreThan(ctx.now) });
}

/** Finds the row of a QR code that is not expired. */
export function findTicketByScan(ctx: Context, scan: string): Promise<WechatTicket | null> {
  return ctx.db.findOneBy(WechatTicket, { scanKey: digest(scan), expiresAt: MoreThan(ctx.now) });
}

/** Notes that somebody has scanned a QR code. @throws {DomainError} IDENTITY_EXPIRED if it is not good any more */
export async function markScanned(ctx: Context, scan: string): Promise<void> {
  const row = await findTicketByScan(ctx, scan);
  const isWaiting = row?.state === TicketState.OPEN || row?.state === TicketState.SCANNED;
  if (!isWaiting) throw new DomainError("IDENTITY_EXPIRED");
  await inTransaction(ctx, (ctx) =>
    ctx.db.update(WechatTicket, openWhere(ctx, row.id, TicketState.OPEN), { state: TicketState.SCANNED }),
  );
}

/** Condition for a ticket that is not expired and in this state. */
export function openWhere(ctx: Context, id: string, state: TicketState) {
  return { id, state, expiresAt: MoreThan(ctx.now) };
}

/** Uses a ticket up in the caller's transaction: of several at once exactly one passes. @throws {DomainError} IDENTITY_EXPIRED */
export async function consumeTicket(ctx: Context, { row }: NamedTicket): Promise<void> {
  const { affected } = await ctx.db.delete(WechatTicket, openWhere(ctx, row.id, TicketState.NAMED));
  if (affected !== 1) throw new DomainError("IDENTITY_EXPIRED");
}

/** Deletes tickets that nobody used in time. */
export async function removeExpiredTickets(ctx: Context): Promise<void> {
  await inTransaction(ctx, (ctx) => ctx.db.delete(WechatTicket, { expiresAt: LessThanOrEqual(ctx.now) }));
}
