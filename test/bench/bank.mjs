import { spawnSync } from "node:child_process";
import { join } from "node:path";

/** Kills of the server on each engine unless the command line says otherwise. */
export const KILLS = 300;

/**
 * `npm run bench -- bank`: the bank test with many kills of the server, and the twelve seeded faults, one engine after
 * the other. @returns 0 if every key moved money once and the books balance
 */
export function runBank(root, { engines, kills }) {
  const began = Date.now();
  const results = engines.map((engine) => {
    console.log(`\n${engine}: ${kills} kills`);
    const files = ["test/money/bank.test.ts", "test/money/bankFaults.test.ts"];
    const env = { ...process.env, LUNTAN_TEST: engine, BANK_KILLS: String(kills) };
    return spawnSync(process.execPath, [join(root, "test/run.mjs"), ...files], {
      cwd: root,
      env,
      stdio: "inherit",
    });
  });
  const isSound = results.every(({ status }) => status === 0);
  const took = ((Date.now() - began) / 1000).toFixed(0);
  console.log(
    `\nbank: ${isSound ? "every key moved money once, every fault was named" : "FAILED"}, in ${took} s`,
  );
  return isSound ? 0 : 1;
}
