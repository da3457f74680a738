import { defineLoader } from "../../../core/loaders.ts";
import type { ThreadEvent } from "./threadEvent.entity.ts";
import { readNewestEvents } from "./threadEvent.sql.ts";

/** Maximum events of one thread that are shown; the older ones are left out. */
export const EVENTS_MAX = 100;

/** The newest events of threads, the oldest of them first; absent for threads without any. */
export const eventsOfThread = defineLoader<number, ThreadEvent[]>("eventsOfThread", async (ctx, ids) => {
  const events = new Map<number, ThreadEvent[]>();
  for (const event of await readNewestEvents(ctx, ids, EVENTS_MAX)) {
    const others = events.get(event.threadId);
    if (others) others.push(event);
    else events.set(event.threadId, [event]);
  }
  return events;
});
