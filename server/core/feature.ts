import type { GraphQLSchema } from "graphql";
import type { NonEmptyArray } from "type-graphql";
import type { Context, Services } from "./context.ts";
import type { Subscription } from "./events.ts";
import type { ContentHook, PermissionHook, ErasureHook, GroupHook, SettingHook } from "./hooks.ts";
import type { Delivery } from "./outbox.ts";
import type { RestRoutes } from "./rest.ts";
import type { SealedColumn } from "./secrets.ts";

/** Timed work: runs every so many milliseconds in one process, never twice at once. */
export interface Job {
  readonly name: string;
  readonly everyMs: number;
  /** Also runs when the program starts, not a span of time later: a program that restarts often would never do it. */
  readonly onStart?: boolean;
  /** Writes what waits in memory, so it also runs when the program ends. */
  readonly flushOnStop?: boolean;
  /** @param stopping aborted when the program ends: long work may then throw, and begins anew another time */
  run(ctx: Context, stopping: AbortSignal): Promise<void>;
}

/** The contents page of a feature: all that the program needs to know of it. */
export interface Feature {
  readonly name: string;
  /** Tables, lower features' tables first. */
  readonly entities?: readonly (new () => object)[];
  readonly resolvers?: NonEmptyArray<new () => object>;
  /** Rows of the legacy REST shim. */
  readonly rest?: RestRoutes;
  /** Hears of events while the process lives. */
  readonly subscriptions?: readonly Subscription[];
  /** Hears of events for certain, once. */
  readonly deliveries?: readonly Delivery[];
  readonly jobs?: readonly Job[];
  /** Changes that follow from changed settings, in the same transaction. */
  readonly settingHooks?: readonly SettingHook[];
  /** Moves members when groups are deleted or brought back, in the same transaction. */
  readonly groupHooks?: readonly GroupHook[];
  /** Deletes what the feature holds of a member whose account is erased. */
  readonly erasureHooks?: readonly ErasureHook[];
  /** Is asked before members publish. */
  readonly contentHooks?: readonly ContentHook[];
  /** Lists permissions besides those of the program. */
  readonly permissionHooks?: readonly PermissionHook[];
  /** Columns with sealed text: a start without the key that opens them is refused. */
  readonly sealed?: readonly SealedColumn[];
  /** Adds types to the public schema that come and go while the program runs; null while there are none. */
  readonly extendSchema?: (ctx: Context, schema: GraphQLSchema) => Promise<GraphQLSchema | null>;
  /** Runs once after migrations, before the first request: preset rows. Must be safe to repeat. */
  readonly prepare?: (ctx: Context) => Promise<void>;
  /** Ends what the feature runs besides the program, when that ends. */
  readonly stop?: (services: Services) => void;
}
