import { writeFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";

/**
 * Loaded before a server whose event loop is watched: on SIGUSR2 it writes how late the loop came since the last signal,
 * in milliseconds, to the file that the address of this module names.
 */
const RESOLUTION_MS = 5;
const file = new URL(import.meta.url).searchParams.get("file");
const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delays.enable();
process.on("SIGUSR2", () => {
  const late = (nanoseconds) => Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS);
  writeFileSync(file, JSON.stringify({ max: late(delays.max), p99: late(delays.percentile(99)) }));
  delays.reset();
});
