import type { Context } from "./context.ts";
import type { DomainEvent } from "./events.ts";
import { LoaderStore } from "./loaders.ts";

/**
 * Runs `work` in one database transaction; joins the one that is already open.
 * Events emitted inside are delivered only once it has committed. `work` may run again after a deadlock, so it
 * changes nothing but the database, and nothing slow (network, files, hashing) belongs inside.
 *
 * Name the callback's parameter `ctx` as well: shadowing makes it impossible to write outside by mistake.
 */
export async function inTransaction<T>(ctx: Context, work: (ctx: Context) => Promise<T>): Promise<T> {
  if (ctx.writing) return work(ctx);
  let held: DomainEvent[] = [];
  const result = await ctx.services.database.transaction((db) => {
    held = [];
    return work({
      ...ctx,
      db,
      writing: true,
      loaders: new LoaderStore(),
      emit: (event) => void held.push(event),
    });
  });
  ctx.loaders.clear();
  for (const event of held) ctx.emit(event);
  return result;
}
