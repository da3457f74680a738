import type { Context } from "../../core/context.ts";
import { StartError } from "../../core/startError.ts";
import { Import, IMPORT_ID } from "./import.entity.ts";

/**
 * Refuses to start on a forum into which a community has not moved completely.
 * @throws {StartError} with what to do
 */
export async function refuseUnfinishedImport(ctx: Context): Promise<void> {
  const row = await ctx.db.findOneBy(Import, { id: IMPORT_ID });
  if (!row || row.finishedAt !== null) return;
  throw new StartError(
    `An import from ${row.software} into this database has not finished, so it holds a part of the community. Run ` +
      "`luntan import` again with the same source, which goes on where it ended, or `luntan import --undo`, which removes " +
      "what came.",
  );
}
