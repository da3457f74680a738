import { defineLoader } from "../../../core/loaders.ts";
import { countMovedBehind } from "./move.sql.ts";

/** Writes the key of a stretch of a thread's numbers: "5 10 20" for those of thread 5 behind 10 and up to 20. */
export const movedKey = (threadId: number, behind: number, upTo: number): string =>
  `${threadId} ${behind} ${upTo}`;

/** Numbers of a stretch of a thread whose replies are in another thread now; by `movedKey`. */
export const movedBehind = defineLoader<string, number>("movedBehind", async (ctx, keys) => {
  const places = keys.map((key) => {
    const [threadId, behind, upTo] = key.split(" ").map(Number) as [number, number, number];
    return { threadId, behind, upTo };
  });
  const counts = new Map(
    (await countMovedBehind(ctx, places)).map(({ threadId, count }) => [threadId, count]),
  );
  return new Map(keys.map((key, index) => [key, counts.get(places[index]!.threadId) ?? 0]));
});
