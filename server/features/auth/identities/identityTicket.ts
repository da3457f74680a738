import { randomUUID } from "node:crypto";
import type { Context } from "../../../core/context.ts";
import { DomainError } from "../../../core/errors.ts";
import { isSealed, seal, unseal } from "../../../core/secrets.ts";
import { addPoint, findCounter } from "../attempts/limitCounter.service.ts";
import type { Claims, FlowChecks } from "./oidc.ts";

/** Time for saying who one is at the provider, and for what is left to do afterwards, in milliseconds. */
const TICKET_MS = 15 * 60_000;

/** A sign-in on its way to the provider. */
export interface Flow {
  readonly kind: "flow";
  readonly providerId: number;
  readonly checks: FlowChecks;
  /** Member who connects the account; null for a sign-in. */
  readonly userId: number | null;
}

/** A sign-in that came back from the provider. */
export interface Ticket {
  readonly kind: "ticket";
  /** Made up for this one: it completes once. */
  readonly id: string;
  readonly providerId: number;
  readonly claims: Claims;
  readonly userId: number | null;
}

type Content = Flow | Ticket;

/** Gives a new id for a sign-in that came back. */
export function newTicketId(): string {
  return randomUUID();
}

const counterOf = ({ id }: Ticket): string => `identity-ticket ${id}`;

/** True if a sign-in was completed with this ticket; a copy of its cookie stays good for nothing. */
export async function isUsed(ctx: Context, ticket: Ticket): Promise<boolean> {
  return (await findCounter(ctx, counterOf(ticket))) !== null;
}

/**
 * Uses a ticket up in the caller's transaction: of several calls at once exactly one passes.
 * @throws {DomainError} IDENTITY_EXPIRED if it was used before
 */
export async function consumeTicket(ctx: Context, ticket: Ticket): Promise<void> {
  const { points } = await addPoint(ctx, counterOf(ticket), TICKET_MS / 1_000);
  if (points > 1) throw new DomainError("IDENTITY_EXPIRED");
}

/** Stores the state of a sign-in in the browser, sealed: no other browser can go on with it. */
export function storeTicket(ctx: Context, content: Content): void {
  const expiresAt = new Date(ctx.now.getTime() + TICKET_MS);
  const text = JSON.stringify({ ...content, use: "identity", until: expiresAt.getTime() });
  ctx.setIdentityCookie(seal(ctx.services, text), expiresAt);
}

/** Ends the state of a sign-in. */
export function dropTicket(ctx: Context): void {
  ctx.setIdentityCookie(null, new Date(0));
}

/** Reads the state of a sign-in; null if there is none of this kind, or it is expired or made up. */
export function findTicket<K extends Content["kind"]>(
  ctx: Context,
  kind: K,
): Extract<Content, { kind: K }> | null {
  const { identityCookie: text = "" } = ctx;
  // Text in the open would pass through as it is.
  if (!isSealed(text)) return null;
  try {
    const content = JSON.parse(unseal(ctx.services, text)) as Content & { use: string; until: number };
    const isGood = content.use === "identity" && content.kind === kind && content.until > ctx.now.getTime();
    return isGood ? (content as unknown as Extract<Content, { kind: K }>) : null;
  } catch {
    return null;
  }
}
