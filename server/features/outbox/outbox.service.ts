import { setImmediate as nextTurn } from "node:timers/promises";
import type { Context, SqlValue } from "../../core/context.ts";
import { isDatabaseAway } from "../../core/errors.ts";
import type { DomainEvent } from "../../core/events.ts";
import type { Delivery, Outbox } from "../../core/outbox.ts";
import { marks, row, rows, run } from "../../core/sql.ts";
import { inTransaction } from "../../core/transaction.ts";
import { ERROR_MAX } from "./outbox.entity.ts";

/** Pieces of news that one transaction delivers. */
const BATCH = 50;
/** Tries before a piece of news is given up. */
export const TRIES_MAX = 20;
/** The first wait after a failure; each further one is twice as long. */
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 3_600_000;
/** News is collected so long, since many pieces at once are cheaper. */
const COLLECT_MS = 20;
/** Rows that one statement inserts; engines limit the number of values. */
const ROWS_PER_INSERT = 500;

interface Waiting {
  readonly id: number;
  readonly name: string;
  readonly payload: string;
  readonly attempts: number;
}

/** The news of one running program: stores it, and delivers it once started. */
export class OutboxWorker implements Outbox {
  private readonly byName = new Map<string, Delivery>();
  private readonly byType = new Map<string, Delivery[]>();
  private started = false;
  private timer: NodeJS.Timeout | null = null;
  private running: Promise<void> | null = null;
  private again = false;
  private stopping = false;

  /** @throws {Error} if two deliveries have one name: a programming mistake. */
  constructor(
    deliveries: readonly Delivery[],
    private readonly makeContext: () => Context,
  ) {
    for (const delivery of deliveries) {
      if (this.byName.has(delivery.name)) throw new Error(`Two deliveries are named ${delivery.name}.`);
      this.byName.set(delivery.name, delivery);
      if (delivery.type === null) continue;
      const known = this.byType.get(delivery.type);
      if (known) known.push(delivery);
      else this.byType.set(delivery.type, [delivery]);
    }
  }

  async keep(ctx: Context, events: readonly DomainEvent[]): Promise<boolean> {
    const waiting: SqlValue[][] = [];
    for (const { type, payload } of events) {
      for (const { name, concerns, orderKey } of this.byType.get(type) ?? []) {
        if (concerns && !concerns(payload as never)) continue;
        waiting.push([name, orderKey?.(payload as never) ?? null, JSON.stringify(payload), ctx.now, ctx.now]);
      }
    }
    await insert(ctx, waiting);
    return waiting.length > 0;
  }

  async later(ctx: Context, name: string, payload: unknown, delayMs: number): Promise<void> {
    if (!this.byName.has(name)) throw new Error(`There is no delivery ${name}.`);
    const dueAt = new Date(ctx.now.getTime() + delayMs);
    await insert(ctx, [[name, null, JSON.stringify(payload), dueAt, ctx.now]]);
  }

  async laterEach(ctx: Context, name: string, payloads: readonly unknown[]): Promise<void> {
    if (!this.byName.has(name)) throw new Error(`There is no delivery ${name}.`);
    await insert(
      ctx,
      payloads.map((payload) => [name, null, JSON.stringify(payload), ctx.now, ctx.now]),
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

  /** Begins to deliver what is kicked; before that news only waits. */
  start(): void {
    this.started = true;
    this.kick();
  }

  /** Delivers everything that is due, however often it fails; what fails waits for its next time. */
  deliverAll(): Promise<void> {
    if (this.running) {
      this.again = true;
      return this.running;
    }
    this.stopping = false;
    this.running = this.rounds()
      .catch((error: unknown) => {
        // What waits is delivered when the database is back; the outage is in the log already.
        if (isDatabaseAway(error)) return;
        this.makeContext().services.log.error({ error: String(error) }, "outbox failed");
      })
      .finally(() => {
        this.running = null;
        if (this.again && this.started) this.kick();
      });
    return this.running;
  }

  /** Stops after the round that is running; what is left waits for the next start. */
  async stop(): Promise<void> {
    this.started = false;
    this.stopping = true;
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    await this.running;
  }

  private async rounds(): Promise<void> {
    let delivered: number;
    do {
      this.again = false;
      delivered = await this.round();
      // SQLite answers at once, so that nothing else would have its turn however much there is to deliver.
      await nextTurn();
    } while ((delivered > 0 || this.again) && !this.stopping);
  }

  /** One batch in one transaction; if anything in it fails, each piece in a transaction of its own. */
  private async round(): Promise<number> {
    const ctx = this.makeContext();
    const due = await row(ctx, "SELECT o.id FROM outbox o WHERE o.dead = 0 AND o.dueAt <= ? LIMIT 1", [
      ctx.now,
    ]);
    if (!due) return 0;
    let claimed: Waiting[] = [];
    try {
      await inTransaction(ctx, async (ctx) => {
        claimed = await claim(ctx);
        await this.handle(ctx, claimed);
      });
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      ctx.services.log.warn({ error: String(error), pieces: claimed.length }, "news is delivered one by one");
      for (const { id } of claimed) {
        await this.deliverOne(id);
        await nextTurn();
      }
    }
    return claimed.length;
  }

  private async handle(ctx: Context, news: readonly Waiting[]): Promise<void> {
    const groups = new Map<string, Waiting[]>();
    for (const each of news) {
      const group = groups.get(each.name);
      if (group) group.push(each);
      else groups.set(each.name, [each]);
    }
    for (const [name, group] of groups) {
      const delivery = this.byName.get(name);
      if (!delivery) throw new Error(`Nobody delivers ${name}.`);
      await delivery.handle(
        ctx,
        group.map(({ payload }) => JSON.parse(payload) as never),
      );
    }
    const ids = news.map(({ id }) => id);
    if (ids.length > 0) await run(ctx, `DELETE FROM outbox WHERE id IN (${marks(ids)})`, ids);
  }

  private async deliverOne(id: number): Promise<void> {
    const ctx = this.makeContext();
    try {
      await inTransaction(ctx, async (ctx) => this.handle(ctx, await claim(ctx, id)));
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      await inTransaction(ctx, (ctx) => postpone(ctx, id, String(error)));
    }
  }
}

const INSERT =
  "INSERT INTO outbox (name, orderKey, payload, attempts, dead, dueAt, createdAt, lastError) VALUES ";
const ROW = "(?, ?, ?, 0, 0, ?, ?, '')";

/** Stores what waits: name, key, payload, when it is due, and when it happened. */
async function insert(ctx: Context, waiting: readonly (readonly SqlValue[])[]): Promise<void> {
  for (let start = 0; start < waiting.length; start += ROWS_PER_INSERT) {
    const part = waiting.slice(start, start + ROWS_PER_INSERT);
    await run(ctx, INSERT + part.map(() => ROW).join(", "), part.flat());
  }
}

/** What is due and whose turn it is, locked for this process; what another process has locked is left to it. */
function claim(ctx: Context, id?: number): Promise<Waiting[]> {
  const lock = ctx.services.database.engine === "mysql" ? " FOR UPDATE SKIP LOCKED" : "";
  const one = id === undefined ? "" : " AND o.id = ?";
  return rows<Waiting>(
    ctx,
    `SELECT o.id, o.name, o.payload, o.attempts FROM outbox o
     WHERE o.dead = 0 AND o.dueAt <= ?${one} AND (o.orderKey IS NULL OR NOT EXISTS
       (SELECT 1 FROM outbox e WHERE e.orderKey = o.orderKey AND e.id < o.id AND e.dead = 0))
     ORDER BY o.dueAt, o.id LIMIT ${BATCH}${lock}`,
    id === undefined ? [ctx.now] : [ctx.now, id],
  );
}

/** How long to wait after so many failures, in milliseconds. */
export function waitAfter(attempts: number): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempts - 1));
}

async function postpone(ctx: Context, id: number, error: string): Promise<void> {
  const found = await row<Waiting>(
    ctx,
    "SELECT o.id, o.name, o.payload, o.attempts FROM outbox o WHERE o.id = ?",
    [id],
  );
  if (!found) return;
  const attempts = found.attempts + 1;
  const dead = attempts >= TRIES_MAX;
  const dueAt = new Date(ctx.now.getTime() + waitAfter(attempts));
  await run(ctx, "UPDATE outbox SET attempts = ?, dead = ?, dueAt = ?, lastError = ? WHERE id = ?", [
    attempts,
    dead,
    dueAt,
    error.slice(0, ERROR_MAX),
    id,
  ]);
  const { log } = ctx.services;
  if (dead) log.error({ delivery: found.name, outboxId: id, error }, "news could not be delivered");
  else log.warn({ delivery: found.name, outboxId: id, attempts, error }, "news will be delivered later");
}
