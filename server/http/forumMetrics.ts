import { statfs } from "node:fs/promises";
import { Counter, Gauge, type Registry } from "prom-client";
import type { Context } from "../core/context.ts";
import { circuitOf } from "../features/checks/circuit.ts";
import { countOutbox } from "../features/outbox/outbox.service.ts";
import { countQueued } from "../features/search/index/index.service.ts";
import { countSeenSince } from "../features/users/userCounter.service.ts";
import type { Clock } from "../jobs/clock.ts";
import type { CacheUse } from "../ssr/pageCache.ts";
import type { Admission } from "./admission.ts";

const SECOND_MS = 1_000;
/** Members count as online for so long after their last request, in milliseconds. */
const ONLINE_MS = 5 * 60_000;

/** Parts of the running program that are asked when somebody reads the metrics. */
export interface Measured {
  readonly version: string;
  readonly admission: Admission;
  readonly streams: { readonly size: number };
  readonly subscriptions: { readonly size: number };
  readonly clock: Pick<Clock, "runs">;
  readonly pages: { readonly cacheUse: CacheUse };
  /** Statements since the program started: their number, their time in seconds, and how many were slow. */
  readonly statements: { readonly total: number; readonly seconds: number; readonly slow: number };
  /** Connections to the database server; null where the database is a file. */
  readonly connections: {
    readonly open: number;
    readonly busy: number;
    readonly waits: number;
  } | null;
  context(): Context;
}

/** Adds what tells how the forum does, besides its web server: a fixed number of statements for each reading. */
export function measureForum(registry: Registry, measured: Measured): void {
  const registers = [registry];
  new Gauge({ name: "luntan_info", help: "The version that runs.", labelNames: ["version"], registers }).set(
    { version: measured.version },
    1,
  );
  measureAdmission(registry, measured);
  measureJobs(registry, measured.clock);
  measurePages(registry, measured);
  measureChecks(registry, measured);
  measureDatabase(registry, measured);
  measureStatements(registry, measured);
}

function measureAdmission(registry: Registry, { admission, streams, subscriptions }: Measured): void {
  const registers = [registry];
  const gates = Object.entries(admission);
  new Gauge({
    name: "luntan_requests_at_work",
    help: "Requests that hold a place, by kind of work.",
    labelNames: ["work"],
    registers,
    collect() {
      for (const [work, gate] of gates) this.set({ work }, gate.taken);
    },
  });
  new Gauge({
    name: "luntan_requests_waiting",
    help: "Requests that wait for a place, by kind of work.",
    labelNames: ["work"],
    registers,
    collect() {
      for (const [work, gate] of gates) this.set({ work }, gate.waiting);
    },
  });
  new Gauge({
    name: "luntan_streams",
    help: "Open streams of browsers and subscriptions of programs.",
    labelNames: ["kind"],
    registers,
    collect() {
      this.set({ kind: "browser" }, streams.size);
      this.set({ kind: "program" }, subscriptions.size);
    },
  });
}

function measureJobs(registry: Registry, clock: Pick<Clock, "runs">): void {
  const registers = [registry];
  new Gauge({
    name: "luntan_job_success_timestamp_seconds",
    help: "Time at which a job last ended well in this process; 0 before its first run.",
    labelNames: ["job"],
    registers,
    collect() {
      for (const { job, succeededAt } of clock.runs())
        this.set({ job }, (succeededAt?.getTime() ?? 0) / SECOND_MS);
    },
  });
  new Gauge({
    name: "luntan_job_failing",
    help: "1 if the last run of a job failed.",
    labelNames: ["job"],
    registers,
    collect() {
      for (const { job, isFailing } of clock.runs()) this.set({ job }, Number(isFailing));
    },
  });
}

function measureChecks(registry: Registry, { context }: Measured): void {
  const registers = [registry];
  new Gauge({
    name: "luntan_content_check_failures",
    help: "Calls in a row that the service that checks content did not answer, in this process.",
    registers,
    collect() {
      this.set(circuitOf(context().services).failures);
    },
  });
  new Gauge({
    name: "luntan_content_check_resting",
    help: "1 while the service that checks content is not called because it fails.",
    registers,
    collect() {
      this.set(Number(circuitOf(context().services).isOpen(new Date())));
    },
  });
}

function measurePages(registry: Registry, { pages }: Measured): void {
  const registers = [registry];
  new Counter({
    name: "luntan_page_cache_requests_total",
    help: "Pages asked of the cache: hit if a finished one was there.",
    labelNames: ["result"],
    registers,
    collect() {
      const { hits, misses } = pages.cacheUse;
      this.reset();
      this.inc({ result: "hit" }, hits);
      this.inc({ result: "miss" }, misses);
    },
  });
  new Gauge({
    name: "luntan_page_cache_bytes",
    help: "Memory of finished pages.",
    registers,
    collect() {
      this.set(pages.cacheUse.bytes);
    },
  });
}

/** Counts of rows. */
interface Counts {
  readonly due: number;
  readonly failed: number;
  readonly queued: number;
  readonly online: number;
}

/** Counts rows; null while the database is away, whose outage is in the log already. */
async function countRows(ctx: Context): Promise<Counts | null> {
  try {
    const deliveries = await countOutbox(ctx);
    const queued = await countQueued(ctx);
    const online = await countSeenSince(ctx, new Date(ctx.now.getTime() - ONLINE_MS));
    return { due: deliveries.queued, failed: deliveries.failed, queued, online };
  } catch {
    return null;
  }
}

/** While the database is away `luntan_database_up` is 0, and the others keep their last value. */
function measureDatabase(registry: Registry, { context }: Measured): void {
  const registers = [registry];
  let counting: Promise<Counts | null> | null = null;
  // All that are asked in one reading share one count.
  const counts = (): Promise<Counts | null> =>
    (counting ??= countRows(context()).finally(() => {
      counting = null;
    }));
  const gauge = (name: string, help: string, of: keyof Counts): Gauge =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        const counted = await counts();
        if (counted) this.set(counted[of]);
      },
    });
  gauge("luntan_deliveries_due", "Deliveries whose time has come.", "due");
  gauge("luntan_deliveries_failed", "Deliveries that were given up.", "failed");
  gauge("luntan_search_queue", "Texts that the search index has not yet on the disk.", "queued");
  gauge("luntan_members_online", "Members who were here in the last five minutes.", "online");
  new Gauge({
    name: "luntan_database_up",
    help: "1 if the database answers.",
    registers,
    async collect() {
      this.set(Number((await counts()) !== null));
    },
  });
}

/** Adds what statements cost, and how the connections are used. */
function measureStatements(registry: Registry, { statements, connections }: Measured): void {
  const registers = [registry];
  const counter = (name: string, help: string, value: () => number): Counter =>
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset();
        this.inc(value());
      },
    });
  counter(
    "luntan_database_statements_total",
    "Statements that were sent to the database.",
    () => statements.total,
  );
  counter(
    "luntan_database_seconds_total",
    "Time that statements took, with their wait for a connection.",
    () => statements.seconds,
  );
  counter(
    "luntan_database_slow_statements_total",
    "Statements slower than SLOW_STATEMENT_MS, which the log has.",
    () => statements.slow,
  );
  if (!connections) return;
  new Gauge({
    name: "luntan_database_connections",
    help: "Connections to the database server, and how many of them are at work.",
    labelNames: ["state"],
    registers,
    collect() {
      this.set({ state: "open" }, connections.open);
      this.set({ state: "busy" }, connections.busy);
    },
  });
  counter(
    "luntan_database_connection_waits_total",
    "Statements and transactions that waited for a connection.",
    () => connections.waits,
  );
}

/** Adds the room on the disk of the data folder. */
export function measureDisk(registry: Registry, dataDir: string): void {
  const registers = [registry];
  new Gauge({
    name: "luntan_disk_bytes",
    help: "Size of the disk of the data folder.",
    registers,
    async collect() {
      const { blocks, bsize } = await statfs(dataDir);
      this.set(blocks * bsize);
    },
  });
  new Gauge({
    name: "luntan_disk_free_bytes",
    help: "Free room on the disk of the data folder.",
    registers,
    async collect() {
      const { bavail, bsize } = await statfs(dataDir);
      this.set(bavail * bsize);
    },
  });
}
