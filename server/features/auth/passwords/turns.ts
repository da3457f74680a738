import { DomainError } from "../../../core/errors.ts";

/** Seconds after which somebody who was refused may come again. */
const RETRY_AFTER_S = 2;

/** A bounded queue: a few are at work, some wait in the order in which they came, whoever comes after is refused. */
export class Turns {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  /**
   * @param runningMax how many are at work at once
   * @param waitingMax how many wait
   */
  constructor(
    private readonly runningMax: number,
    private readonly waitingMax: number,
  ) {}

  /** Waits for a turn, which `end` gives back. @throws {DomainError} OVERLOADED at once where too many wait. */
  async begin(): Promise<void> {
    if (this.running < this.runningMax) {
      this.running++;
      return;
    }
    if (this.waiting.length >= this.waitingMax)
      throw new DomainError("OVERLOADED", { retryAfterSeconds: RETRY_AFTER_S });
    await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  /** Ends a turn: the next one has it. */
  end(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.running--;
  }
}
