import { writeTrail } from "./audit.ts";
import type { Context } from "./context.ts";
import type { DomainEvent } from "./events.ts";
import { LoaderStore } from "./loaders.ts";

/**
 * Runs `work` in one database transaction; joins the one that is already open.
 * Events emitted inside are delivered only once it has committed; those that must not be lost are stored with it, and
 * what an audited verb changes is logged in it. `work` may run again after a deadlock, so it
 * changes nothing but the database, and nothing slow (network, files, hashing) belongs inside.
 *
 * Name the callback's parameter `ctx` as well: shadowing makes it impossible to write outside by mistake.
 */
export async function inTransaction<T>(ctx: Context, work: (ctx: Context) => Promise<T>): Promise<T> {
  if (ctx.writing) return work(ctx);
  let events: DomainEvent[] = [];
  let hasStored = false;
  const result = await ctx.services.database.transaction(async (db) => {
    events = [];
    if (ctx.audit) ctx.audit.changes = [];
    const inside: Context = {
      ...ctx,
      db,
      writing: true,
      loaders: new LoaderStore(),
      emit: (event) => void events.push(event),
    };
    const result = await work(inside);
    if (ctx.audit) await writeTrail(inside);
    if (ctx.once) await ctx.once.mark(inside);
    hasStored = await ctx.services.outbox.keep(inside, events);
    return result;
  });
  ctx.loaders.clear();
  if (ctx.once) ctx.once.isCommitted = true;
  if (hasStored) ctx.services.outbox.kick();
  for (const event of events) ctx.emit(event);
  return result;
}
