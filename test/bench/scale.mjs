import { addCrowd } from "./crowd.mjs";
import { openEngine } from "./engines.mjs";
import { Bench } from "./measure.mjs";
import { readSubjects, ROWS } from "./rows.mjs";
import { finding } from "./table.mjs";

const FACTOR_MAX = 1.3;
const READ_ROWS = ["thread-html", "list-html", "graphql-thread", "graphql-list", "unread-poll", "search"];
/** Members who are there beside those that write, and how many of them are signed in. */
const CROWD = { members: 3000, signedIn: 2000 };
/** Threads of the forums that are compared with the normal one, by their size. */
const LARGER = { tenfold: "200 k threads", fiftyfold: "1 M threads" };

/**
 * Compares each row that reads with the same row on more data, two servers in turn. Copies of threads keep all their
 * replies in the forum of 200 k threads and two in that of a million, whose full pages are therefore those of its first 20 k.
 */
export async function compareScale(name, options, load, open) {
  const findings = [];
  for (const sizeName of Object.keys(LARGER)) {
    const sides = [];
    try {
      for (const [index, size] of ["normal", sizeName].entries()) {
        const engine = await openEngine(name, { ...options, sizeName: size });
        open.add(engine);
        const subjects = await readSubjects(engine);
        subjects.crowd = await addCrowd(engine, CROWD);
        const bench = new Bench({ engine, subjects, load, options });
        const side = { bench, engine, program: null };
        sides.push(side);
        side.program = await bench.startProgram({ port: options.port + index });
      }
      findings.push(...(await compareRows(name, options, sides, LARGER[sizeName])));
    } finally {
      for (const { engine, program } of sides) {
        await program?.stop();
        await engine.stop();
        open.delete(engine);
      }
    }
  }
  return findings;
}

async function compareRows(name, options, sides, title) {
  const findings = [];
  for (const row of ROWS.filter(({ key }) => READ_ROWS.includes(key))) {
    const sums = [0, 0];
    const states = [{}, {}];
    for (let round = 0; round < options.rounds; round++) {
      for (const [index, { bench, program }] of sides.entries()) {
        const result = await bench.round(program, row.ask(bench.subjects), states[index]);
        sums[index] += result.perSecond;
      }
    }
    const factor = sums[0] / sums[1];
    const shown = `× ${factor.toFixed(2)}`;
    findings.push(finding(`${row.title}: ${title}`, name, shown, `≤ × ${FACTOR_MAX}`, factor <= FACTOR_MAX));
    console.log(`${name}: ${row.title}: ${title} … ${shown}`);
  }
  return findings;
}
