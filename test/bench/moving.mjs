import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createConnection } from "mysql2/promise";
import { startMariaDb } from "../support/databaseServer.mjs";
import { graphql, THREAD } from "./documents.mjs";
import { Bench } from "./measure.mjs";
import { makeOldCommunity } from "./oldCommunity.mjs";
import { runToEnd } from "./processes.mjs";
import { finding } from "./table.mjs";

/** Size of the community that moves, and of that of a quick run. */
const SIZE = { members: 5_000, threads: 20_000, posts: 100_000, files: 10_000 };
const QUICK_SIZE = { members: 500, threads: 2_000, posts: 10_000, files: 1_000 };
/** Limits for the whole size, and of memory whatever the size. */
const IMPORT_MAX_S = 900;
const EXPORT_MAX_S = 300;
const MEMORY_MAX_MB = 512;
/** Share by which an export may slow others. */
const SLOWED_MAX = 0.2;
/** Requests a second beside the export. */
const PACE = 30;
const COMMAND = join(import.meta.dirname, "../../server/cli/luntan.mjs");

/**
 * Moves a community of Discuz! Q into an empty forum, and out again beside requests.
 * @param open what is stopped if this process ends
 */
export async function checkMoving(name, options, load, open) {
  const isQuick = options.sizeName !== "normal";
  const size = isQuick ? QUICK_SIZE : SIZE;
  const place = await Place.open(name, join(options.cacheDir, `run-${process.pid}-moving-${name}`));
  open.add(place);
  try {
    const files = join(place.dataDir, "old");
    console.log(`${name}: making a community of Discuz! Q with ${size.posts} posts …`);
    await makeOldCommunity(place.oldUrl, files, size);
    const moveIn = await runToEnd(
      [COMMAND, "import", "discuz-q", "--from", place.oldUrl, "--files", files].concat([
        "--address",
        "https://old.example.org",
      ]),
      { env: place.env },
    );
    const came = JSON.parse(readFileSync(join(place.dataDir, "import-discuz-q/report.json"), "utf8")).result
      .rows;
    const expected = { members: size.members + 1, threads: size.threads, posts: size.posts - size.threads };
    const isWhole = Object.entries({ ...expected, attachments: size.files }).every(
      ([kind, count]) => came[kind] === count,
    );
    if (!isWhole) throw new Error(`Not all of it came: ${JSON.stringify(came)}`);
    const share = size.posts / SIZE.posts;
    return [
      ...within(
        name,
        `import of ${size.posts} posts, ${size.files} files`,
        moveIn,
        IMPORT_MAX_S * share,
        secondsOfReading(moveIn),
      ),
      ...(await checkExport(name, { place, options, load, size }, EXPORT_MAX_S * share)),
    ];
  } finally {
    await place.stop();
    open.delete(place);
  }
}

/** Time until the folder is written; what follows checks it and imports. */
function secondsOfReading({ lines }) {
  const checked = lines.find(({ text }) => text.startsWith("Every line is a record"));
  return `, ${checked.seconds.toFixed(0)} s of it until it was read and checked`;
}

function within(name, title, { seconds, peakMb }, maxSeconds, more = "") {
  return [
    finding(title, name, `${seconds.toFixed(0)} s${more}`, `≤ ${maxSeconds} s`, seconds <= maxSeconds),
    finding(
      `${title}: memory`,
      name,
      `${peakMb.toFixed(0)} MB`,
      `≤ ${MEMORY_MAX_MB} MB`,
      peakMb <= MEMORY_MAX_MB,
    ),
  ];
}

/** An export of the forum while it serves; requests are measured before it, and until it ends. */
async function checkExport(name, { place, options, load, size }, maxSeconds) {
  const engine = { ...place, name, pids: place.server.pid ? [place.server.pid] : [] };
  const program = await new Bench({ engine, subjects: {}, load, options }).startProgram();
  try {
    const requests = Array.from({ length: 500 }, (_, index) =>
      graphql(THREAD, { id: String(1 + ((index * 37) % size.threads)) }),
    );
    let turn = 0;
    const round = async () => {
      const job = { port: program.port, requests, connections: 16, pace: PACE, warmUpMs: 300, from: turn };
      const result = await load.run({ ...job, measureMs: options.roundMs }, [program.pid]);
      if (result.errors > 0) throw new Error(`${result.errors} of ${result.count} answers were errors.`);
      turn = result.turn;
      return result;
    };
    const before = [];
    for (let index = 0; index <= options.rounds; index++) before.push(await round());
    let hasEnded = false;
    const exporting = runToEnd([COMMAND, "export", join(place.dataDir, "out")], { env: place.env }).finally(
      () => (hasEnded = true),
    );
    const beside = [];
    // A round that the export did not outlast says less than it should.
    while (!hasEnded) {
      const result = await round();
      if (!hasEnded || beside.length === 0) beside.push(result);
    }
    const moveOut = await exporting;
    // The first round is that of a cold server.
    const [usual, slow] = [median(before.slice(1)), median(beside)];
    return [
      ...within(name, `export of ${size.posts} posts beside ${PACE} requests/s`, moveOut, maxSeconds),
      finding(
        "requests beside the export, and without it",
        name,
        `p50 ${slow.p50.toFixed(1)} and ${usual.p50.toFixed(1)} ms, p95 ${slow.p95.toFixed(1)} and ${usual.p95.toFixed(1)} ms`,
        `p50 ≤ ${100 * SLOWED_MAX} % slower`,
        slow.p50 <= usual.p50 * (1 + SLOWED_MAX),
      ),
    ];
  } finally {
    await program.stop();
  }
}

function median(rounds) {
  const middle = (pick) => rounds.map(pick).sort((one, other) => one - other)[Math.floor(rounds.length / 2)];
  return { p50: middle(({ p50 }) => p50), p95: middle(({ p95 }) => p95) };
}

/** A server with the database of the old forum, and an empty place for the new one. */
class Place {
  constructor(dataDir, server, env) {
    Object.assign(this, { dataDir, server, env, oldUrl: `${server.url}/old` });
  }

  static async open(name, dataDir) {
    mkdirSync(dataDir, { recursive: true });
    const server = await startMariaDb({ durable: true });
    const connection = await createConnection(server.url);
    for (const database of ["old", "new"]) await connection.query(`CREATE DATABASE \`${database}\``);
    await connection.end();
    const url = name === "sqlite" ? "" : `${server.url}/new`;
    return new Place(dataDir, server, { DATA_DIR: dataDir, DATABASE_URL: url });
  }

  async stop() {
    await this.server.stop();
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  stopNow() {
    this.server.stopNow();
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}
