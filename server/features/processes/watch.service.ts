import { randomUUID } from "node:crypto";
import { invalidateCached } from "../../core/cached.ts";
import type { Context } from "../../core/context.ts";
import { isDatabaseAway } from "../../core/errors.ts";
import type { Invalidations, StaleTags } from "../../core/invalidations.ts";
import { inTransaction } from "../../core/transaction.ts";
import { ServerProcessRow } from "./process.entity.ts";
import {
  isShared,
  raisePageVersion,
  readState,
  removeDead,
  renewLease,
  type LivingProcess,
} from "./process.sql.ts";
import { BEAT_MS, NOT_SHARED, runningTogether } from "./together.ts";

/** Time between two reads of the state of other processes, in milliseconds. */
const LOOK_MS = 1_000;
/** Minimum time between two announcements of one process, in milliseconds: two small writes a second at most. */
const ANNOUNCE_MS = 500;
/**
 * Coordinates processes on one MariaDB or MySQL: leases, and the invalidation of cached pages. SQLite serves one process
 * and needs neither.
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
  /** True if a change was not announced to the others. */
  private unannounced = false;
  private announcedAt = -Infinity;
  private beatAt = -Infinity;
  private version: number | null = null;
  private living = new Set<string>();
  private companions = new Set<string>();
  /** Serialises reads and announcements, so that a read never takes an own announcement for that of another process. */
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
    if (!isShared(this.makeContext()) || this.ticking) return;
    // The predecessor may have died before it announced its last change.
    this.changed();
    this.ticking = setInterval(() => this.tick(), LOOK_MS);
    this.ticking.unref();
    this.tick();
    this.announceSoon();
  }

  /** Announces the last changes and ends the lease. */
  async stop(): Promise<void> {
    const isMember = this.ticking !== null;
    if (this.ticking) clearInterval(this.ticking);
    if (this.announcing) clearTimeout(this.announcing);
    this.ticking = null;
    await this.turn;
    const ctx = this.makeContext();
    if (!isShared(ctx)) return;
    try {
      if (this.unannounced) await this.announce();
      if (isMember) await inTransaction(ctx, (ctx) => ctx.db.delete(ServerProcessRow, { id: this.id }));
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
    }
  }

  private inTurn(work: () => Promise<void>): void {
    this.turn = this.turn.then(work).catch((error: unknown) => {
      if (isDatabaseAway(error)) return;
      this.makeContext().services.log.error(
        { error: String(error) },
        "state of other processes could not be read",
      );
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
      const version = await inTransaction(this.makeContext(), raisePageVersion);
      const missed = this.version === null || version !== this.version + 1;
      this.version = version;
      if (missed) this.invalidateAll();
    } catch (error) {
      // The next tick tries again.
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
      if (isFirst) await removeDead(ctx);
      await renewLease(ctx, this.id);
    });
    this.beatAt = performance.now();
  }

  private async look(): Promise<void> {
    const ctx = this.makeContext();
    const { version, living } = await readState(ctx);
    const ids = new Set(living.map(({ id }) => id));
    const isOld = version !== this.version;
    const someoneEnded = [...this.living].some((id) => !ids.has(id));
    this.version = version;
    this.living = ids;
    if (isOld || someoneEnded) this.invalidateAll();
    this.report(ctx, living);
  }

  private report({ services }: Context, living: readonly LivingProcess[]): void {
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

  private invalidateAll(): void {
    invalidateCached(this.makeContext().services);
    for (const handle of this.handlers) handle(null);
  }
}
