import { setImmediate as nextTurn } from "node:timers/promises";
import { In, LessThanOrEqual } from "typeorm";
import type { Context } from "../../core/context.ts";
import { isDatabaseAway } from "../../core/errors.ts";
import type { DomainEvent } from "../../core/events.ts";
import type { Delivery, Outbox } from "../../core/outbox.ts";
import { inTransaction } from "../../core/transaction.ts";
import { ERROR_MAX, OutboxRow } from "./outbox.entity.ts";
import { claim, insertEntries, isAnyDue, type NewEntry, type PendingEntry } from "./outbox.sql.ts";

/** Entries that one transaction delivers. */
const BATCH = 50;
/** Attempts before an entry is given up. */
export const TRIES_MAX = 20;
/** Delay after the first failure; each further one is twice as long. */
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 3_600_000;
/** Time for which entries are collected, in milliseconds: batches are cheaper. */
const COLLECT_MS = 20;
/** The outbox of one running program: stores entries, and delivers them once started. */
export class OutboxWorker implements Outbox {
  private readonly byName = new Map<string, Delivery>();
  private readonly byType = new Map<string, Delivery[]>();
  private started = false;
  private timer: NodeJS.Timeout | null = null;
  private running: Promise<void> | null = null;
  private again = false;
  private stopping = false;

  /** Registers deliveries. @throws {Error} if two deliveries have one name: a programming mistake. */
  constructor(
    deliveries: readonly Delivery[],
    private readonly makeContext: () => Context,
  ) {
    for (const delivery of deliveries) {
      if (this.byName.has(delivery.name)) throw new Error(`Two deliveries are named ${delivery.name}.`);
      this.byName.set(delivery.name, delivery);
      if (delivery.type === null) continue;
      const ofType = this.byType.get(delivery.type);
      if (ofType) ofType.push(delivery);
      else this.byType.set(delivery.type, [delivery]);
    }
  }

  async keep(ctx: Context, events: readonly DomainEvent[]): Promise<boolean> {
    const entries: NewEntry[] = [];
    for (const { type, payload } of events) {
      for (const { name, concerns, orderKey } of this.byType.get(type) ?? []) {
        if (concerns && !concerns(payload as never)) continue;
        const key = orderKey?.(payload as never) ?? null;
        entries.push({ name, orderKey: key, payload: JSON.stringify(payload), dueAt: ctx.now });
      }
    }
    await insertEntries(ctx, entries);
    return entries.length > 0;
  }

  async later(ctx: Context, name: string, payload: unknown, delayMs: number): Promise<void> {
    if (!this.byName.has(name)) throw new Error(`There is no delivery ${name}.`);
    const dueAt = new Date(ctx.now.getTime() + delayMs);
    await insertEntries(ctx, [{ name, orderKey: null, payload: JSON.stringify(payload), dueAt }]);
  }

  async laterEach(ctx: Context, name: string, payloads: readonly unknown[]): Promise<void> {
    if (!this.byName.has(name)) throw new Error(`There is no delivery ${name}.`);
    const dueAt = ctx.now;
    await insertEntries(
      ctx,
      payloads.map((payload) => ({ name, orderKey: null, payload: JSON.stringify(payload), dueAt })),
    );
  }

  kick(): void {
    if (!this.started) return;
    this.again = true;
    if (this.running || this.timer) return;
    this.timer = setTimeout(() => {
      this.timer = null;
      void this.deliverAll();
    }, COLLECT_MS);
    this.timer.unref();
  }

  /** Begins to deliver; before that entries wait. */
  start(): void {
    this.started = true;
    this.kick();
  }

  /** Delivers all due entries; failed ones wait for their next attempt. */
  deliverAll(): Promise<void> {
    if (this.running) {
      this.again = true;
      return this.running;
    }
    this.stopping = false;
    this.running = this.deliverBatches()
      .catch((error: unknown) => {
        // Entries are delivered when the database is back; the outage is logged already.
        if (isDatabaseAway(error)) return;
        this.makeContext().services.log.error({ error: String(error) }, "outbox failed");
      })
      .finally(() => {
        this.running = null;
        if (this.again && this.started) this.kick();
      });
    return this.running;
  }

  /** Stops after the running batch; other entries wait for the next start. */
  async stop(): Promise<void> {
    this.started = false;
    this.stopping = true;
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    await this.running;
  }

  private async deliverBatches(): Promise<void> {
    let delivered: number;
    do {
      this.again = false;
      delivered = await this.deliverBatch();
      // SQLite answers synchronously, so other work needs a turn between batches.
      await nextTurn();
    } while ((delivered > 0 || this.again) && !this.stopping);
  }

  /** Delivers one batch in one transaction; if that fails, each entry in a transaction of its own. */
  private async deliverBatch(): Promise<number> {
    const ctx = this.makeContext();
    if (!(await isAnyDue(ctx))) return 0;
    let claimed: PendingEntry[] = [];
    try {
      await inTransaction(ctx, async (ctx) => {
        claimed = await claim(ctx, BATCH);
        await this.handle(ctx, claimed);
      });
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      ctx.services.log.warn(
        { error: String(error), entries: claimed.length },
        "outbox entries are delivered one by one",
      );
      for (const { id } of claimed) {
        await this.deliverOne(id);
        await nextTurn();
      }
    }
    return claimed.length;
  }

  private async handle(ctx: Context, entries: readonly PendingEntry[]): Promise<void> {
    const groups = new Map<string, PendingEntry[]>();
    for (const entry of entries) {
      const group = groups.get(entry.name);
      if (group) group.push(entry);
      else groups.set(entry.name, [entry]);
    }
    for (const [name, group] of groups) {
      const delivery = this.byName.get(name);
      if (!delivery) throw new Error(`There is no delivery ${name}.`);
      await delivery.handle(
        ctx,
        group.map(({ payload }) => JSON.parse(payload) as never),
      );
    }
    const ids = entries.map(({ id }) => id);
    if (ids.length > 0) await ctx.db.delete(OutboxRow, { id: In(ids) });
  }

  private async deliverOne(id: number): Promise<void> {
    const ctx = this.makeContext();
    try {
      await inTransaction(ctx, async (ctx) => this.handle(ctx, await claim(ctx, BATCH, id)));
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      await inTransaction(ctx, (ctx) => postpone(ctx, id, String(error)));
    }
  }
}

/** Gives the delay after a number of failures, in milliseconds. */
export function waitAfter(attempts: number): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempts - 1));
}

async function postpone(ctx: Context, id: number, error: string): Promise<void> {
  const entry = await ctx.db.findOneBy(OutboxRow, { id });
  if (!entry) return;
  const attempts = entry.attempts + 1;
  const dead = attempts >= TRIES_MAX;
  const dueAt = new Date(ctx.now.getTime() + waitAfter(attempts));
  await ctx.db.update(OutboxRow, { id }, { attempts, dead, dueAt, lastError: error.slice(0, ERROR_MAX) });
  const { log } = ctx.services;
  if (dead) log.error({ delivery: entry.name, outboxId: id, error }, "outbox entry could not be delivered");
  else
    log.warn({ delivery: entry.name, outboxId: id, attempts, error }, "outbox entry will be delivered later");
}

/** Counts deliveries that are due, and those that were given up. */
export async function countOutbox(ctx: Context): Promise<{ queued: number; failed: number }> {
  return {
    queued: await ctx.db.countBy(OutboxRow, { dead: false, dueAt: LessThanOrEqual(ctx.now) }),
    failed: await ctx.db.countBy(OutboxRow, { dead: true }),
  };
}
