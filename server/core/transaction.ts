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
  let held: DomainEvent[] = [];
  let kept = false;
  const result = await ctx.services.database.transaction(async (db) => {
    held = [];
    if (ctx.audit) ctx.audit.changes = [];
    const inside: Context = {
      ...ctx,
      db,
      writing: true,
      loaders: new LoaderStore(),
      emit: (event) => void held.push(event),
    };
    const made = await work(inside);
    if (ctx.audit) await writeTrail(inside);
    kept = await ctx.services.outbox.keep(inside, held);
    return made;
  });
  ctx.loaders.clear();
  if (kept) ctx.services.outbox.kick();
  for (const event of held) ctx.emit(event);
  return result;
}
