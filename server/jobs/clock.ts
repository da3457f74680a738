import type { Job } from "../core/feature.ts";
import type { Context } from "../core/context.ts";
import { isDatabaseAway } from "../core/errors.ts";
import type { Logger } from "../core/logger.ts";

/** State of a job in this process. */
export interface JobRun {
  readonly job: string;
  /** Time at which it last ended well; null before. */
  readonly succeededAt: Date | null;
  /** True if the last run failed. */
  readonly isFailing: boolean;
}

/** Runs what features list, each job at its own pace and never twice at once. */
export class Clock {
  private readonly timers: NodeJS.Timeout[] = [];
  /** Runs under way, by the name of the job. */
  private readonly running = new Map<string, Promise<void>>();
  private readonly stopping = new AbortController();
  private readonly results = new Map<string, Omit<JobRun, "job">>();

  constructor(
    private readonly jobs: readonly Job[],
    private readonly makeContext: () => Context,
    private readonly log: Logger,
  ) {}

  /** Starts to count time; the timers keep no process alive. */
  start(): void {
    for (const job of this.jobs) {
      const begin = (): void => {
        if (!this.running.has(job.name)) void this.begin(job, this.stopping.signal);
      };
      if (job.onStart) begin();
      const timer = setInterval(begin, job.everyMs);
      timer.unref();
      this.timers.push(timer);
    }
  }

  /** Lists the jobs with their last run. */
  runs(): JobRun[] {
    const none = { succeededAt: null, isFailing: false };
    return this.jobs.map(({ name }) => ({ job: name, ...(this.results.get(name) ?? none) }));
  }

  /** Runs every job once, in order, or those that are named, each after the run of it that is under way; for tests. */
  async runAll(names?: readonly string[]): Promise<void> {
    const never = new AbortController().signal;
    for (const job of this.jobs) {
      if (names && !names.includes(job.name)) continue;
      while (this.running.has(job.name)) await this.running.get(job.name);
      await this.begin(job, never);
    }
  }

  /**
   * Runs the jobs that write what waits in memory, before the program ends.
   * @param signal aborted when jobs that rest have had enough time
   */
  async flush(signal: AbortSignal): Promise<void> {
    for (const job of this.jobs) if (job.flushOnStop) await this.runOnce(job, signal);
  }

  /** Stops counting and waits for what is running. */
  async stop(): Promise<void> {
    for (const timer of this.timers) clearInterval(timer);
    this.stopping.abort();
    await Promise.all(this.running.values());
  }

  /** Runs a job of which no run is under way. */
  private begin(job: Job, signal: AbortSignal): Promise<void> {
    const run = this.runOnce(job, signal).finally(() => this.running.delete(job.name));
    this.running.set(job.name, run);
    return run;
  }

  private async runOnce(job: Job, signal: AbortSignal): Promise<void> {
    try {
      await job.run(this.makeContext(), signal);
      this.results.set(job.name, { succeededAt: new Date(), isFailing: false });
    } catch (error) {
      // An outage of the database is in the log already; the job runs again when it is due.
      if (signal.aborted || isDatabaseAway(error)) return;
      const succeededAt = this.results.get(job.name)?.succeededAt ?? null;
      this.results.set(job.name, { succeededAt, isFailing: true });
      this.log.error({ job: job.name, error: String(error) }, "job failed");
    }
  }
}
