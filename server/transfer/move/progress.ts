/** Time between two lines, in milliseconds. */
const LINE_EVERY_MS = 2_000;
const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

/** Hears how far a piece of work is, in percent, and how long it still takes, in milliseconds. */
export type ProgressListener = (percent: number, leftMs: number) => void;

/** Tells how far a long piece of work is, and how long it still takes. */
export class Progress {
  private readonly beganAt = performance.now();
  private toldAt = this.beganAt;
  private done = 0;

  constructor(
    private readonly total: number,
    private readonly tell: (line: string) => void,
    private readonly listener?: ProgressListener,
  ) {}

  /** Counts steps that are done. @param what names what is under way */
  add(steps: number, what: string): void {
    this.done += steps;
    const now = performance.now();
    if (now - this.toldAt < LINE_EVERY_MS) return;
    this.toldAt = now;
    const leftMs = ((now - this.beganAt) / this.done) * Math.max(0, this.total - this.done);
    const percent = Math.min(99, Math.floor((this.done / this.total) * 100));
    this.listener?.(percent, leftMs);
    this.tell(`${percent} % (${what}), ${timeFor(leftMs)} left`);
  }
}

function timeFor(ms: number): string {
  const [unit, length] = ms < MINUTE_MS ? (["second", SECOND_MS] as const) : (["minute", MINUTE_MS] as const);
  const count = Math.max(1, Math.round(ms / length));
  return `about ${count} ${unit}${count === 1 ? "" : "s"}`;
}
