import { resolve } from "node:path";
import { runnerImport } from "vite";
import { finding } from "./table.mjs";

const ROOT = resolve(import.meta.dirname, "../..");
/** Processor time that one body may cost, and the longest time that others wait for it. */
const [TOTAL_MAX_MS, PIECE_MAX_MS] = [150, 50];

/** What rendering 48,000 characters of each hostile kind costs, against the limit; no server and no database. */
export async function checkBodies() {
  const { module } = await runnerImport(resolve(import.meta.dirname, "renderBodies.ts"), {
    root: ROOT,
    configFile: false,
    logLevel: "warn",
  });
  return module
    .measureBodies()
    .sort((one, other) => other.totalMs - one.totalMs)
    .map(({ kind, refused, totalMs, pieceMs }) =>
      finding(
        `48 kB of ${kind}${refused ? " (refused)" : ""}`,
        "-",
        `${totalMs.toFixed(1)} ms, at once ${pieceMs.toFixed(1)} ms`,
        `≤ ${TOTAL_MAX_MS} ms, at once ${PIECE_MAX_MS} ms`,
        totalMs <= TOTAL_MAX_MS && pieceMs <= PIECE_MAX_MS,
      ),
    );
}
