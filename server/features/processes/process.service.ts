import type { Context } from "../../core/context.ts";
import { allow, mustBeAdmin } from "../../core/viewer.ts";
import type { ProcessOverview } from "./process.view.ts";
import { isShared, readLiving } from "./process.sql.ts";
import { NOT_SHARED, runningTogether } from "./together.ts";

/**
 * True if a process may still be running: this one, or another one whose lease has not ended. SQLite serves one process, so
 * that every other one is dead.
 */
export async function isProcessAlive(ctx: Context, processId: string): Promise<boolean> {
  if (processId === ctx.services.processId) return true;
  return isShared(ctx) && (await readLiving(ctx)).some(({ id }) => id === processId);
}

/**
 * Lists the processes that serve this forum at the same time, for administrators.
 * @throws {DomainError} LOGIN_REQUIRED, FORBIDDEN for all but administrators.
 */
export async function getProcessOverview(ctx: Context): Promise<ProcessOverview> {
  allow(mustBeAdmin(ctx.viewer));
  if (!isShared(ctx)) return { together: [], notShared: [] };
  const together = runningTogether(await readLiving(ctx)).map(({ id, host, pid, startedAt }) => ({
    host,
    pid,
    startedAt,
    isCurrent: id === ctx.services.processId,
  }));
  const language = ctx.locale === "en" ? "en" : "zh";
  return { together, notShared: together.length > 0 ? NOT_SHARED.map((each) => each[language]) : [] };
}
