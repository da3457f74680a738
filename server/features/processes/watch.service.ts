import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { forgetCached } from "../../core/cached.ts";
import type { Context } from "../../core/context.ts";
import { isDatabaseAway } from "../../core/errors.ts";
import type { Invalidations, StaleTags } from "../../core/invalidations.ts";
import { rows, run, timeOf } from "../../core/sql.ts";
import { inTransaction } from "../../core/transaction.ts";
import { HOST_MAX } from "./process.entity.ts";
import { BEAT_MS, LEASE_SECONDS, NOT_SHARED, runningTogether, type Living } from "./together.ts";

/** Between two looks at what other processes did, in milliseconds. */
const LOOK_MS = 1_000;
/** Announcements of one process are at least so far apart: two small writes a second at most. */
const ANNOUNCE_MS = 500;
/** Rows of processes that died are removed after this, in minutes. */
const FORGET_DEAD_MINUTES = 60;

/** The version of pages and the living processes: one statement for a look. */
const LOOK_SQL = `SELECT v.version, p.id, p.host, p.pid, p.startedAt, p.seenAt
  FROM page_versions v
  LEFT JOIN processes p ON p.seenAt > UTC_TIMESTAMP(3) - INTERVAL ${LEASE_SECONDS} SECOND
  WHERE v.id = 1`;

interface Seen extends Living {
  readonly version: number;
}

/**
 * Keeps processes on one MariaDB or MySQL informed of each other: who lives, and that finished pages are old. SQLite
 * serves one process, so nothing is asked there.
 *
 * A change bumps the version row after its commit. Should the process die in between, the others see its lease end (or
 * its successor start, which bumps as well) and drop everything, so nothing is stale for longer than the lease.
 */
export class ProcessWatch implements Invalidations {
  /** Names this process among those of the database. */
  readonly id = randomUUID();
  private readonly handlers: ((tags: StaleTags) => void)[] = [];
  private ticking: NodeJS.Timeout | null = null;
  private announcing: NodeJS.Timeout | null = null;
  /** Something was changed that the others do not know of. */
  private unannounced = false;
  private announcedAt = -Infinity;
  private beatAt = -Infinity;
  private version: number | null = null;
  private living = new Set<string>();
  private companions = new Set<string>();
  /** Looks and announcements take turns, so that a look never takes an own announcement for another's. */
  private turn: Promise<void> = Promise.resolve();
  private looking = false;

  constructor(private readonly makeContext: () => Context) {}

  changed(): void {
    this.unannounced = true;
    this.announceSoon();
  }

  onForeign(handle: (tags: StaleTags) => void): void {
    this.handlers.push(handle);
  }

  /** Joins the processes of the database and begins to watch them. */
  start(): void {
    if (this.makeContext().services.database.engine !== "mysql" || this.ticking) return;
    // The predecessor may have died before it announced its last change.
    this.changed();
    this.ticking = setInterval(() => this.tick(), LOOK_MS);
    this.ticking.unref();
    this.tick();
    this.announceSoon();
  }

  /** Announces what is left and says goodbye. */
  async stop(): Promise<void> {
    const isMember = this.ticking !== null;
    if (this.ticking) clearInterval(this.ticking);
    if (this.announcing) clearTimeout(this.announcing);
    this.ticking = null;
    await this.turn;
    const ctx = this.makeContext();
    if (ctx.services.database.engine !== "mysql") return;
    try {
      if (this.unannounced) await this.announce();
      if (isMember)
        await inTransaction(ctx, (ctx) => run(ctx, "DELETE FROM processes WHERE id = ?", [this.id]));
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
    }
  }

  private inTurn(work: () => Promise<void>): void {
    this.turn = this.turn.then(work).catch((error: unknown) => {
      if (isDatabaseAway(error)) return;
      this.makeContext().services.log.error({ error: String(error) }, "other processes were not asked");
    });
  }

  private announceSoon(): void {
    if (!this.ticking || !this.unannounced || this.announcing) return;
    const pause = Math.max(0, this.announcedAt + ANNOUNCE_MS - performance.now());
    this.announcing = setTimeout(() => {
      this.announcing = null;
      this.inTurn(() => this.announce());
    }, pause);
    this.announcing.unref();
  }

  private async announce(): Promise<void> {
    this.unannounced = false;
    this.announcedAt = performance.now();
    try {
      const { insertId } = await inTransaction(this.makeContext(), (ctx) =>
        run(ctx, "UPDATE page_versions SET version = LAST_INSERT_ID(version + 1) WHERE id = 1"),
      );
      const missed = this.version === null || insertId !== this.version + 1;
      this.version = insertId;
      if (missed) this.forgetAll();
    } catch (error) {
      // The next look tries again.
      this.unannounced = true;
      throw error;
    }
  }

  private tick(): void {
    this.announceSoon();
    if (this.looking) return;
    this.looking = true;
    this.inTurn(async () => {
      try {
        await this.beat();
        await this.look();
      } finally {
        this.looking = false;
      }
    });
  }

  private async beat(): Promise<void> {
    if (performance.now() - this.beatAt < BEAT_MS - LOOK_MS / 2) return;
    const isFirst = this.beatAt === -Infinity;
    await inTransaction(this.makeContext(), async (ctx) => {
      if (isFirst)
        await run(
          ctx,
          `DELETE FROM processes WHERE seenAt < UTC_TIMESTAMP(3) - INTERVAL ${FORGET_DEAD_MINUTES} MINUTE`,
        );
      await run(
        ctx,
        `INSERT INTO processes (id, host, pid, startedAt, seenAt)
         VALUES (?, ?, ?, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3))
         ON DUPLICATE KEY UPDATE seenAt = UTC_TIMESTAMP(3)`,
        [this.id, hostname().slice(0, HOST_MAX), process.pid],
      );
    });
    this.beatAt = performance.now();
  }

  private async look(): Promise<void> {
    const ctx = this.makeContext();
    const found = await rows<Seen>(ctx, LOOK_SQL);
    const version = Number(found[0]?.version ?? 0);
    const living = found
      .filter(({ id }) => id !== null)
      .map((each) => ({ ...each, startedAt: timeOf(each.startedAt), seenAt: timeOf(each.seenAt) }));
    const ids = new Set(living.map(({ id }) => id));
    const isOld = version !== this.version;
    const someoneEnded = [...this.living].some((id) => !ids.has(id));
    this.version = version;
    this.living = ids;
    if (isOld || someoneEnded) this.forgetAll();
    this.report(ctx, living);
  }

  private report({ services }: Context, living: readonly Living[]): void {
    const together = runningTogether(living);
    const others = together.some(({ id }) => id === this.id)
      ? together.filter(({ id }) => id !== this.id)
      : [];
    const fresh = others.filter(({ id }) => !this.companions.has(id));
    const wereSome = this.companions.size > 0;
    this.companions = new Set(others.map(({ id }) => id));
    if (fresh.length > 0) {
      const processes = others.map(({ host, pid, startedAt }) => ({ host, pid, startedAt }));
      const notShared = NOT_SHARED.map(({ en }) => en);
      services.log.warn(
        { others: processes, notShared },
        `${others.length + 1} processes serve this database; some things are not shared between them yet`,
      );
    } else if (wereSome && others.length === 0)
      services.log.info({}, "this process serves the database alone again");
  }

  private forgetAll(): void {
    forgetCached(this.makeContext().services);
    for (const handle of this.handlers) handle(null);
  }
}
