import Solver from "altcha/workers/pbkdf2?worker";

/** Longest time that a browser may take, in milliseconds. */
const SOLVE_TIMEOUT_MS = 60_000;
/** Workers beside each other: the page and what else runs need a core, too. */
const WORKERS_MAX = 2;

/** Solution of a challenge, as a worker gives it; null if it ran out of time, an error if it could not compute. */
type Found = { counter: number; derivedKey: string } | { error: unknown } | null;

/**
 * Solves a challenge of altcha in workers, so that the page goes on.
 * @returns the answer as the server takes it
 * @throws {Error} if none was found in time
 */
export async function solve(challenge: string): Promise<string> {
  const parsed: unknown = JSON.parse(challenge);
  const count = Math.max(1, Math.min(WORKERS_MAX, (navigator.hardwareConcurrency || 2) - 1));
  const workers = Array.from({ length: count }, () => new Solver());
  try {
    const solution = await Promise.any(
      workers.map(
        (worker, index) =>
          new Promise<object>((done, fail) => {
            worker.onerror = () => fail(new Error("The captcha worker did not start."));
            worker.onmessage = ({ data }: MessageEvent<Found>) =>
              data && !("error" in data) ? done(data) : fail(new Error("The captcha was not solved."));
            worker.postMessage({
              type: "work",
              challenge: parsed,
              counterMode: "uint32",
              counterStart: index,
              counterStep: count,
              timeout: SOLVE_TIMEOUT_MS,
            });
          }),
      ),
    );
    return btoa(JSON.stringify({ challenge: parsed, solution }));
  } finally {
    for (const worker of workers) worker.terminate();
  }
}
