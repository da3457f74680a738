import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import Sqlite from "better-sqlite3";
import { graphql, SEARCH } from "./documents.mjs";
import { ask } from "./stopWords.mjs";
import { finding } from "./table.mjs";

/** Time in which the index of 300,000 replies is to be written again, beside requests. */
const REBUILD_MAX_S = 300;
const REPLIES = 300_000;
/** Pause between two searches while the index is written. */
const ASK_EVERY_MS = 250;

/** How long an index of an older version takes to be written again, whether searches find everything meanwhile, and its size. */
export async function checkSearchRebuild(bench) {
  const { engine, subjects } = bench;
  const [{ n }] = await engine.query("SELECT COUNT(*) AS n FROM posts");
  const words = await wordsFound(bench);
  const index = engine.name === "sqlite" ? fileOf(engine) : tablesOf(engine);
  await index.makeOld();
  const program = await bench.startProgram();
  const began = performance.now();
  let [asked, empty] = [0, 0];
  try {
    while (await index.isRebuilding()) {
      if ((await foundBy(program, words[asked++ % words.length], subjects)) === 0) empty++;
      await wait(ASK_EVERY_MS);
    }
  } finally {
    await program.stop();
  }
  const seconds = (performance.now() - began) / 1000;
  const allowed = (REBUILD_MAX_S * Number(n)) / REPLIES;
  return [
    finding(
      `search index: ${Number(n)} replies written again in the background`,
      engine.name,
      `${seconds.toFixed(1)} s, ${((await index.bytes()) / 1e6).toFixed(0)} MB`,
      `≤ ${allowed.toFixed(1)} s`,
      seconds <= allowed,
    ),
    finding(
      "search index: searches meanwhile that found nothing",
      engine.name,
      `${empty} of ${asked}`,
      "0",
      asked > 0 && empty === 0,
    ),
  ];
}

/** Words that are found before the index is written again. */
async function wordsFound(bench) {
  const program = await bench.startProgram();
  try {
    const words = [];
    for (const word of bench.subjects.words.slice(0, 20))
      if ((await foundBy(program, word, bench.subjects)) > 0) words.push(word);
    if (words.length === 0) throw new Error("No word is found, so nothing can be lost.");
    return words;
  } finally {
    await program.stop();
  }
}

async function foundBy(program, query, { members }) {
  const said = await ask(program, graphql(SEARCH, { query, kind: "POST" }, members[0]));
  return JSON.parse(said).data.search.nodes.length;
}

/** The index of SQLite: a file beside the database. */
function fileOf(engine) {
  const path = join(engine.dataDir, "search.db");
  const within = (work) => {
    const file = new Sqlite(path);
    try {
      return work(file);
    } finally {
      file.close();
    }
  };
  return {
    makeOld: () => within((file) => file.prepare("UPDATE state SET format = format - 1").run()),
    isRebuilding: () => within((file) => file.prepare("SELECT 1 FROM rebuild LIMIT 1").get() !== undefined),
    bytes: () =>
      [path, `${path}-wal`].reduce((sum, each) => sum + (existsSync(each) ? statSync(each).size : 0), 0),
  };
}

/** The index of MySQL and MariaDB: tables with a version. */
function tablesOf(engine) {
  let current;
  return {
    async makeOld() {
      [{ format: current }] = await engine.query("SELECT format FROM search_state");
      await engine.query("UPDATE search_state SET format = format - 1");
    },
    isRebuilding: async () => (await engine.query("SELECT format FROM search_state"))[0].format < current,
    async bytes() {
      const [{ bytes }] = await engine.query(
        `SELECT SUM(DATA_LENGTH + INDEX_LENGTH) AS bytes FROM information_schema.TABLES
         WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME LIKE 'search\\_%'`,
      );
      return Number(bytes);
    },
  };
}
