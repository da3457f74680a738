import type { Services } from "../../core/context.ts";

/** Failures in a row after which a service is not called for a while. */
export const FAILURES_MAX = 5;
/** Time for which it is not called then, in milliseconds. */
export const PAUSE_MS = 60_000;

/** Calls of a service in a row that failed, and until when it is not called. */
export class Circuit {
  failures = 0;
  private openUntil = 0;

  /** True while the service is not called. */
  isOpen(now: Date): boolean {
    return now.getTime() < this.openUntil;
  }

  /** Notes an answer: the service works. */
  succeeded(): void {
    this.failures = 0;
    this.openUntil = 0;
  }

  /** Notes a failure. @returns true if this one stops the calls */
  failed(now: Date): boolean {
    this.failures += 1;
    if (this.failures < FAILURES_MAX || this.isOpen(now)) return false;
    this.openUntil = now.getTime() + PAUSE_MS;
    return true;
  }
}

const circuits = new WeakMap<Services, Circuit>();

/** Gives the circuit of a running program. */
export function circuitOf(services: Services): Circuit {
  const circuit = circuits.get(services) ?? new Circuit();
  circuits.set(services, circuit);
  return circuit;
}
