import { adminLists } from "./adminListRows.mjs";
import { graphql } from "./documents.mjs";
import { openEngine } from "./engines.mjs";
import { Bench } from "./measure.mjs";
import { ask } from "./stopWords.mjs";
import { finding } from "./table.mjs";

/** Longest time of 95 of a hundred first pages, in milliseconds. */
const P95_MAX_MS = 200;
const TIMES = 20;
/** Lists that are shown one by one; the others are together in the last line. */
const SHOWN = 12;

/**
 * The first page of every list of the administration with each of its filters, over a million members and threads;
 * the slowest first. Fills that forum once, which takes some minutes, and keeps it.
 */
export async function checkAdminLists(name, options, load, open) {
  const sizeName = options.sizeName === "normal" ? "million" : "few";
  const engine = await openEngine(name, { ...options, sizeName, withoutSearch: true });
  open.add(engine);
  let program;
  try {
    const members = await engine.signIn();
    const one = async (sql) => String((await engine.query(sql))[0].id);
    await engine.query("UPDATE users SET groupId = 1 WHERE username = 'bench0'");
    const known = {
      smallCategory: await one("SELECT id FROM categories ORDER BY id LIMIT 1"),
      bigCategory: await one("SELECT id FROM categories ORDER BY id DESC LIMIT 1"),
      author: await one("SELECT id FROM users WHERE usernameKey = 'person0'"),
    };
    program = await new Bench({ engine, subjects: {}, load, options }).startProgram();
    const measured = [];
    for (const { list, filter, query, variables } of adminLists(known)) {
      const request = graphql(query, variables, members[0]);
      await ask(program, request);
      const times = [];
      for (let time = 0; time < TIMES; time++) {
        const began = performance.now();
        await ask(program, request);
        times.push(performance.now() - began);
      }
      times.sort((one, other) => one - other);
      measured.push({ title: `${list}: ${filter}`, p95: times[Math.ceil(TIMES * 0.95) - 1] });
    }
    measured.sort((one, other) => other.p95 - one.p95);
    const missed = measured.filter(({ p95 }) => p95 > P95_MAX_MS).length;
    const shown = measured.slice(0, Math.max(SHOWN, missed));
    const rest = measured.slice(shown.length);
    const told = shown.map(({ title, p95 }) => toldOf(name, title, p95));
    if (rest.length > 0) told.push(toldOf(name, `${rest.length} more lists and filters`, rest[0].p95));
    return told;
  } finally {
    await program?.stop();
    await engine.stop();
    open.delete(engine);
  }
}

function toldOf(name, title, p95) {
  return finding(
    `admin list, ${title}`,
    name,
    `p95 ${p95.toFixed(0)} ms`,
    `≤ ${P95_MAX_MS} ms`,
    p95 <= P95_MAX_MS,
  );
}
