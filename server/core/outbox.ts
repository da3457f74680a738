import type { Context } from "./context.ts";
import type { DomainEvent, EventKind } from "./events.ts";

/** Options of a delivery. */
export interface DeliveryOptions<P> {
  /** False for news that is of no interest; such news is not stored. */
  readonly concerns?: (payload: P) => boolean;
  /** News of one key is delivered in the order in which it happened; null for news that may overtake other news. */
  readonly orderKey?: (payload: P) => string | null;
}

/**
 * A feature's handler of events that must not be lost. The event is stored in the transaction that emits it; its
 * effects are written in the transaction that removes it, so they happen once even if the process dies in between.
 */
export interface Delivery {
  /** Unique in the program; stored with the news. */
  readonly name: string;
  /** The kind of event that it takes; null if it is given work by `later` alone. */
  readonly type: string | null;
  /** Takes several pieces of news at once, in order, inside a transaction. */
  readonly handle: (ctx: Context, payloads: readonly never[]) => Promise<void>;
  readonly concerns?: (payload: never) => boolean;
  readonly orderKey?: (payload: never) => string | null;
}

/** Declares a delivery: `deliveries: [deliver("notifyOfReplies", replied, notifyOfReplies)]`. */
export function deliver<P>(
  name: string,
  kind: EventKind<P> | null,
  handle: (ctx: Context, payloads: readonly P[]) => Promise<void>,
  options: DeliveryOptions<P> = {},
): Delivery {
  return { name, type: kind?.type ?? null, handle: handle as Delivery["handle"], ...options };
}

/** Storage and delivery of events that must not be lost. */
export interface Outbox {
  /** Stores what of these events has a delivery, inside the transaction that emitted them. Tells whether it stored any. */
  keep(ctx: Context, events: readonly DomainEvent[]): Promise<boolean>;
  /** Stores work for a delivery, inside a transaction; done after so many milliseconds at the earliest. */
  later(ctx: Context, name: string, payload: unknown, delayMs: number): Promise<void>;
  /** `later` for several pieces of work that are to be done at once, in one statement. */
  laterEach(ctx: Context, name: string, payloads: readonly unknown[]): Promise<void>;
  /** Delivers soon what is due. */
  kick(): void;
}
