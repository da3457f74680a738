import { setImmediate as nextTurn } from "node:timers/promises";
import DataLoader from "dataloader";
import type { Context } from "./context.ts";

/** Reads many things by key at once; missing ones are absent from the answer. */
export type Batch<K, V> = (ctx: Context, keys: readonly K[]) => Promise<ReadonlyMap<K, V>>;

/** A batched read, declared once per feature: `const userById = defineLoader("userById", readUsers)`. */
export interface Loader<K, V> {
  readonly name: string;
  readonly batch: Batch<K, V>;
}

/** Declares a batched read. The name is unique in the program. */
export function defineLoader<K, V>(name: string, batch: Batch<K, V>): Loader<K, V> {
  return { name, batch };
}

interface Slot {
  readonly known: Map<unknown, unknown>;
  /** Made when something is not known. */
  loader: DataLoader<unknown, unknown> | null;
  /** Keys that `preload` reads together in a moment. */
  waiting: { readonly keys: Set<unknown>; readonly read: Promise<void> } | null;
}

/** Values that one request has read. Those that are cached are given at once, without a promise. */
export class LoaderStore {
  private slots = new Map<string, Slot>();

  /** Forgets everything; called after a write so that the answer shows the new state. */
  clear(): void {
    this.slots = new Map();
  }

  /** The place of one loader, made on first use. */
  slot<K, V>(loader: Loader<K, V>): Slot {
    let slot = this.slots.get(loader.name);
    if (!slot) this.slots.set(loader.name, (slot = { known: new Map(), loader: null, waiting: null }));
    return slot;
  }
}

function batched<K, V>(ctx: Context, loader: Loader<K, V>, { known }: Slot): DataLoader<unknown, unknown> {
  return new DataLoader<unknown, unknown>(async (keys) => {
    const found = await loader.batch(ctx, keys as readonly K[]);
    return keys.map((key) => {
      const value = found.get(key as K) ?? null;
      known.set(key, value);
      return value;
    });
  });
}

/** Reads one thing through a loader: at once if the request knows it already, else batched with its neighbours. */
export function load<K, V>(ctx: Context, loader: Loader<K, V>, key: K): V | null | Promise<V | null> {
  const slot = ctx.loaders.slot(loader);
  const known = slot.known.get(key);
  if (known !== undefined) return known as V | null;
  return (slot.loader ??= batched(ctx, loader, slot)).load(key) as Promise<V | null>;
}

/**
 * Reads many things in one go, so that later `load` calls of the same request answer at once. Lists of one request that
 * are found at about the same time share the statement; a transaction does not wait for company.
 */
export async function preload<K, V>(ctx: Context, loader: Loader<K, V>, keys: Iterable<K>): Promise<void> {
  const slot = ctx.loaders.slot(loader);
  const missing = [...new Set(keys)].filter((key) => !slot.known.has(key));
  if (missing.length === 0) return;
  if (ctx.writing) return readInto(ctx, loader, slot, missing);
  slot.waiting ??= waitFor(ctx, loader, slot);
  for (const key of missing) slot.waiting.keys.add(key);
  await slot.waiting.read;
}

function waitFor<K, V>(ctx: Context, loader: Loader<K, V>, slot: Slot): NonNullable<Slot["waiting"]> {
  const keys = new Set<unknown>();
  const read = nextTurn().then(() => {
    slot.waiting = null;
    return readInto(ctx, loader, slot, [...keys] as K[]);
  });
  return { keys, read };
}

async function readInto<K, V>(
  ctx: Context,
  loader: Loader<K, V>,
  { known }: Slot,
  keys: readonly K[],
): Promise<void> {
  const found = await loader.batch(ctx, keys);
  for (const key of keys) known.set(key, found.get(key) ?? null);
}

/** Tells a request what it has read by other means, so that later `load` calls answer at once. */
export function prime<K, V>(ctx: Context, loader: Loader<K, V>, key: K, value: V): void {
  ctx.loaders.slot(loader).known.set(key, value);
}

/** Uses a value at once if it is there, else when it is: a promise per row of a list would cost more than the row. */
export function chain<T, R>(value: T | Promise<T>, use: (value: T) => R): R | Promise<R> {
  return value instanceof Promise ? value.then(use) : use(value);
}
