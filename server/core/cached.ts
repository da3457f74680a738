import type { Context, Services } from "./context.ts";

/** Longest time that a change made by another process stays unseen. */
export const CACHE_MAX_AGE_MS = 1000;

/** A cached read of a small table; writes of this process invalidate it at once. */
export interface Cached<T> {
  /** The value, at most `maxAgeMs` old; inside a transaction always fresh. */
  get(ctx: Context): Promise<T>;
  /** Makes the next read go to the database. */
  invalidate(services: Services): void;
}

interface Entry<T> {
  readonly value: Promise<T>;
  readonly readAt: number;
  readonly generation: number;
}

/** Number of times that a program invalidated everything. */
const generations = new WeakMap<Services, number>();

/** Makes the next read of everything cached go to the database, since another process changed something. */
export function invalidateCached(services: Services): void {
  generations.set(services, (generations.get(services) ?? 0) + 1);
}

/** Declares a cached read; each running program (each `Services`) has its own copy. */
export function cached<T>(read: (ctx: Context) => Promise<T>, maxAgeMs = CACHE_MAX_AGE_MS): Cached<T> {
  const entries = new WeakMap<Services, Entry<T>>();
  return {
    get(ctx) {
      if (ctx.writing) return read(ctx);
      const entry = entries.get(ctx.services);
      const generation = generations.get(ctx.services) ?? 0;
      if (entry?.generation === generation && Date.now() - entry.readAt < maxAgeMs) return entry.value;
      const value = read(ctx);
      entries.set(ctx.services, { value, readAt: Date.now(), generation });
      value.catch(() => entries.delete(ctx.services));
      return value;
    },
    invalidate(services) {
      entries.delete(services);
    },
  };
}
