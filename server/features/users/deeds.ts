import type { Context, Services } from "../../core/context.ts";

/** Members that are remembered at most; the others are found when all members are looked through. */
const MEMBERS_MAX = 10_000;

const waiting = new WeakMap<Services, Set<number>>();

/**
 * Remembers that a counter of a member changed, in memory and without a statement: whoever rewards deeds looks at the
 * member soon. What a crash or a rollback makes of it does not matter, since the counters decide.
 */
export function noteDeed({ services }: Pick<Context, "services">, userId: number): void {
  let members = waiting.get(services);
  if (!members) waiting.set(services, (members = new Set()));
  if (members.size < MEMBERS_MAX) members.add(userId);
}

/** Takes the members whose counters changed since the last call, in ascending id. */
export function takeDeeds({ services }: Pick<Context, "services">): number[] {
  const members = waiting.get(services);
  waiting.delete(services);
  return [...(members ?? [])].sort((a, b) => a - b);
}
