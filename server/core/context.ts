import type { GraphQLSchema } from "graphql";
import type { EntityManager } from "typeorm";
import type { AuditTrail } from "./audit.ts";
import type { Device } from "./device.ts";
import type { DomainEvent } from "./events.ts";
import type { Hooks } from "./hooks.ts";
import type { Importing } from "./importing.ts";
import type { LoaderStore } from "./loaders.ts";
import type { Locale } from "./locale.ts";
import type { Logger } from "./logger.ts";
import type { OnceMark } from "./onceMark.ts";
import type { Outbox } from "./outbox.ts";
import type { QuotaLog } from "./quotas.ts";
import type { RateLimiter } from "./rateLimit.ts";
import type { ReadBudget, Reader } from "./readBudget.ts";
import type { IndexFile, SearchIndexer } from "./searchIndex.ts";
import type { TokenScope } from "./tokenScope.ts";
import type { Viewer } from "./viewer.ts";

/** A value that may stand for a `?` in SQL. */
export type SqlValue = string | number | boolean | Date | Buffer | null;

/** Result of a write statement. */
export interface WriteResult {
  readonly affected: number;
  readonly insertId: number;
}

/** The database as the core needs it; `server/database` implements it for both engines. */
export interface Database {
  readonly engine: "sqlite" | "mysql";
  /** Name and version of the engine, for people. */
  version(): Promise<string>;
  /** The search index where it lies in a file of its own; null where it is made of tables. */
  readonly indexFile: IndexFile | null;
  /** Reads entities outside of transactions; refuses to write on SQLite. */
  readonly manager: EntityManager;
  /** Reads rows outside of transactions through a cached statement. */
  rows<T>(sql: string, values: readonly SqlValue[]): Promise<T[]>;
  /** `rows` as arrays in the order of the columns: cheaper where many rows become entities. */
  tuples(sql: string, values: readonly SqlValue[]): Promise<unknown[][]>;
  /** Runs work in one transaction; concurrent ones queue (SQLite) or are retried on deadlock (MySQL/MariaDB). */
  transaction<T>(work: (manager: EntityManager) => Promise<T>): Promise<T>;
}

/** Services of the program, shared by all requests. */
export interface Services {
  readonly database: Database;
  /** The schema of the program. */
  readonly schema: GraphQLSchema;
  readonly rateLimiter: RateLimiter;
  /** Read budgets of members and addresses. */
  readonly reads: ReadBudget;
  readonly log: Logger;
  /** Address of the site as people see it, without a trailing slash. */
  readonly publicUrl: string;
  /** Version of the program, which plugins are made for. */
  readonly version: string;
  /** Folder of uploaded files. */
  readonly filesDir: string;
  /** Started with --safe: no plugin shows or runs. */
  readonly withoutPlugins: boolean;
  /** Folder of the code of plugins. */
  readonly pluginsDir: string;
  /** Folder of the plugins that come with the program. */
  readonly samplesDir: string;
  /** Moving in from the page. */
  readonly importing: Importing;
  /** Seals secrets at rest; lies beside the database, never in it. */
  readonly secretKey: Buffer;
  /** Addresses that members give may lead to machines of the inner net: development and tests alone. */
  readonly mayCallInner: boolean;
  /** Machines of the inner net that webhooks may call by the operator's choice; see the configuration. */
  readonly webhookHosts: readonly string[];
  /** Timetable of backups; null without one. */
  readonly backups: { readonly folder: string; readonly everyMs: number; readonly keep: number } | null;
  /** False for development and tests, which have stand-ins for outside services. */
  readonly isProduction: boolean;
  /** Names this process among those that serve the same database. */
  readonly processId: string;
  /** Stores events that must not be lost until they are delivered. */
  readonly outbox: Outbox;
  /** Brings the search index up to date with what is queued. */
  readonly searchIndexer: SearchIndexer;
  /** Work of higher features in the transactions of lower ones. */
  readonly hooks: Hooks;
  /** Executes a query of a plugin with the limits of the public door. @throws {Error} with what is wrong */
  runForeignQuery(ctx: Context, query: ForeignQuery): Promise<unknown>;
  /** Delivers an event to its subscribers. */
  publish(event: DomainEvent): void;
}

/**
 * Does work that keeps no others from the processor and the database, such as hashing in threads of its own, without the
 * request's place among those that are answered at the same time: others are answered meanwhile.
 */
export type Aside = <T>(work: () => Promise<T>) => Promise<T>;

/** Proof of a session: cookie with companion token, cookie alone (may only read), or bearer token. */
export type Proof = "none" | "cookie" | "cookie+companion" | "token";

/** A request whose answer stays open: what is sent later is judged by who asks at that moment. */
export interface OpenRequest {
  /** Makes the context anew. @throws {DomainError} if the session or token has ended, or its member is shut out. */
  renew(): Promise<Context>;
  /** Aborted when nobody reads any more. */
  readonly signal: AbortSignal;
}

/** A document of somebody else, who reads by a budget of their own. */
export interface ForeignQuery {
  readonly document: string;
  readonly variables: Record<string, unknown>;
  readonly reader: Reader;
}

/** Everything that one request knows; made per request, passed first, never stored. */
export interface Context {
  readonly requestId: string;
  readonly now: Date;
  readonly locale: Locale;
  readonly viewer: Viewer;
  readonly sessionId: number | null;
  readonly proof: Proof;
  /** Scope of the personal or application token that the request came with; null for sessions and visitors. */
  readonly token: TokenScope | null;
  /** Marks what the request commits, if it came with an idempotency key. */
  readonly once: OnceMark | null;
  /** The open request that the context was made for; null for all that is answered once. */
  readonly open: OpenRequest | null;
  /** Limits that the request drew from, for the headers of its answer. */
  readonly quotas: QuotaLog;
  /** Address of the client, for limits; never shown. */
  readonly address: string;
  readonly userAgent: string;
  /** Device that the request came from; null for the program itself. */
  readonly device: Device | null;
  readonly services: Services;
  /** Entities: the reader, or the transaction inside `inTransaction`. */
  readonly db: EntityManager;
  readonly loaders: LoaderStore;
  /** True inside `inTransaction`. */
  readonly writing: boolean;
  /** Notes of the audited command that runs; null outside of audited commands. */
  readonly audit: AuditTrail | null;
  readonly aside: Aside;
  /** Announces an event; held back until commit inside `inTransaction`. */
  emit(event: DomainEvent): void;
  /** Cookie by which a browser is known to accounts that have signed in on it; undefined without one. */
  readonly deviceCookie: string | undefined;
  /** Sets that cookie; does nothing where there is no answer to set it on. */
  setDeviceCookie(value: string, expiresAt: Date): void;
  /** Cookie that binds a sign-in by an outside provider to the browser that began it. */
  readonly identityCookie: string | undefined;
  /** Sets or clears that cookie; does nothing where there is no answer to set it on. */
  setIdentityCookie(value: string | null, expiresAt: Date): void;
  /** Cookie that binds the challenges of passkeys to a browser. */
  readonly passkeyCookie: string | undefined;
  /** Sets that cookie; does nothing where there is no answer to set it on. */
  setPasskeyCookie(value: string, expiresAt: Date): void;
  /** Sets or clears the session cookie of the answer; does nothing where there is no answer to set it on. */
  setSessionCookie(token: string | null, expiresAt: Date): void;
}
