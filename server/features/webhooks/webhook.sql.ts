import type { Context } from "../../core/context.ts";
import { rows, run } from "../../core/sql.ts";

/** Raw since calls are claimed by the oldest of each thing, which the query builder cannot say. */

/** A call that is due, with its webhook. */
export interface DueCall {
  readonly id: number;
  readonly webhookId: number;
  readonly url: string;
  readonly secret: string;
  readonly previousSecret: string | null;
  readonly previousUntil: string | Date | null;
  readonly failingSince: string | Date | null;
  readonly event: string;
  readonly eventId: string;
  readonly payload: string;
  readonly attempts: number;
  readonly createdAt: string | Date;
  readonly dueAt: string | Date;
}

/** Finds calls that are due and before which no other of the same thing waits. */
export function findDue(ctx: Context, limit: number): Promise<DueCall[]> {
  return rows<DueCall>(
    ctx,
    `SELECT c.id, c.webhookId, w.url, w.secret, w.previousSecret, w.previousUntil, w.failingSince, c.event, c.eventId,
       c.payload, c.attempts, c.createdAt, c.dueAt
     FROM webhook_calls c JOIN webhooks w ON w.id = c.webhookId
     WHERE c.state = 'WAITING' AND c.dueAt <= ? AND w.isEnabled = 1 AND NOT EXISTS
       (SELECT 1 FROM webhook_calls e WHERE e.webhookId = c.webhookId AND e.thing = c.thing
        AND e.state = 'WAITING' AND e.id < c.id)
     ORDER BY c.dueAt, c.id LIMIT ${limit}`,
    [ctx.now],
  );
}

/** Claims a call until a time, unless somebody else has. @returns whether it is claimed */
export async function claimCall(ctx: Context, { id, attempts }: DueCall, until: Date): Promise<boolean> {
  const { affected } = await run(
    ctx,
    "UPDATE webhook_calls SET dueAt = ?, attempts = attempts + 1 WHERE id = ? AND attempts = ? AND state = 'WAITING'",
    [until, id, attempts],
  );
  return affected === 1;
}
