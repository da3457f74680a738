import { openEngine } from "./engines.mjs";
import { Bench } from "./measure.mjs";
import { readSubjects, ROWS } from "./rows.mjs";
import { finding } from "./table.mjs";

const FACTOR_MAX = 1.3;
const READ_ROWS = ["thread-html", "list-html", "graphql-thread", "graphql-list"];

/**
 * Compares each row that reads with the same row on ten times the data, two servers in turn. The search index stays
 * empty in both: filling it for two million texts takes longer than anybody waits for a benchmark.
 */
export async function compareScale(name, options, load, open) {
  const benches = [];
  const programs = [];
  try {
    for (const [index, sizeName] of ["normal", "tenfold"].entries()) {
      const engine = await openEngine(name, { ...options, sizeName, withoutSearch: sizeName === "tenfold" });
      open.add(engine);
      const bench = new Bench({ engine, subjects: await readSubjects(engine), load, options });
      benches.push(bench);
      programs.push(await bench.startProgram({ port: options.port + index }));
    }
    const findings = [];
    for (const row of ROWS.filter(({ key }) => READ_ROWS.includes(key))) {
      const sums = [0, 0];
      const states = [{}, {}];
      for (let round = 0; round < options.rounds; round++) {
        for (const [index, bench] of benches.entries()) {
          const result = await bench.round(programs[index], row.ask(bench.subjects), states[index]);
          sums[index] += result.perSecond;
        }
      }
      const factor = sums[0] / sums[1];
      findings.push(
        finding(
          `${row.title}: ten times the data`,
          name,
          `× ${factor.toFixed(2)}`,
          `≤ × ${FACTOR_MAX}`,
          factor <= FACTOR_MAX,
        ),
      );
    }
    return findings;
  } finally {
    for (const program of programs) await program.stop();
    for (const { engine } of benches) {
      await engine.stop();
      open.delete(engine);
    }
  }
}
