import { join } from "node:path";
import { parseArgs } from "node:util";
import { KILLS } from "./bank.mjs";
import { ROWS } from "./rows.mjs";

/** What is measured by itself: what bodies and stop words cost, what the editor writes, the search index, and lists over a million rows, which are filled first, plugins, and a community that moves in. */
const APART = ["bodies", "grammar", "stop-words", "rebuild", "admin-lists", "plugin", "import"];

const HELP = `npm run bench -- [options]
npm run bench -- bank [--kills=${KILLS}] [--engine=NAME]: the bank test, with kills of the server while money moves
  --rows=NAMES      only rows whose names begin so, by commas: ${ROWS.map(({ key }) => key).join(", ")},
                    unread-busy, mixed, overload, streams, sign-in, money, tools, feed, webhooks, also, legacy, front,
                    ${APART.join(", ")}
  --engine=NAME     only sqlite or mariadb
  --seconds=N       length of one round (3)
  --rounds=N        rounds of program and limit in turn (3)
  --quick           a small forum and rounds of one second: shows that everything works, not how fast
  --scale           also compares with 200 k and 1 M threads (fills them first: half an hour per engine, some 15 GB)
  --port=N          first of two ports to use (3180)
  --json=FILE       also writes the results as JSON
  --profile=FOLDER  writes a processor profile of each server there (--cpu-prof)
Filled forums are kept in $DATA_DIR/.cache/bench (./data without DATA_DIR).`;

/** What the command line asks for. @throws {Error} that says what is wrong. */
export function readOptions(root) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      kills: { type: "string" },
      rows: { type: "string" },
      engine: { type: "string" },
      seconds: { type: "string" },
      rounds: { type: "string" },
      quick: { type: "boolean" },
      scale: { type: "boolean" },
      port: { type: "string" },
      json: { type: "string" },
      profile: { type: "string" },
      help: { type: "boolean" },
    },
  });
  if (values.help) {
    console.log(HELP);
    process.exit(0);
  }
  const known = [
    ...ROWS.map(({ key }) => key),
    "unread-busy",
    "mixed",
    "overload",
    "streams",
    "sign-in",
    "money",
    "tools",
    "feed",
    "webhooks",
    "also",
    "legacy",
    "front",
    ...APART,
  ];
  const wanted = values.rows?.split(",").filter(Boolean) ?? [""];
  for (const name of wanted) {
    if (!known.some((key) => key.startsWith(name))) throw new Error(`No row begins with "${name}".\n${HELP}`);
  }
  const engines = values.engine?.split(",") ?? ["sqlite", "mariadb"];
  for (const name of engines) {
    if (!["sqlite", "mariadb"].includes(name)) throw new Error(`There is no engine "${name}".\n${HELP}`);
  }
  const number = (name, fallback) => {
    const value = Number(values[name] ?? fallback);
    if (!(value > 0)) throw new Error(`--${name} is a positive number.`);
    return value;
  };
  if (positionals.some((name) => name !== "bank"))
    throw new Error(`There is no "${positionals.join(" ")}".\n${HELP}`);
  const chosen = known.filter((key) => wanted.some((name) => key.startsWith(name)));
  const needsForum = chosen.some((row) => !["bodies", "grammar", "import"].includes(row));
  const asksNoDatabase = chosen.length > 0 && chosen.every((row) => row === "bodies" || row === "grammar");
  return {
    bank: positionals.includes("bank"),
    kills: number("kills", KILLS),
    rows: ROWS.filter(({ key }) => chosen.includes(key)),
    also: chosen.includes("also"),
    legacy: chosen.includes("legacy"),
    busy: chosen.includes("unread-busy"),
    mixed: chosen.includes("mixed"),
    overload: chosen.includes("overload"),
    streams: chosen.includes("streams"),
    signIn: chosen.includes("sign-in"),
    money: chosen.includes("money"),
    tools: chosen.includes("tools"),
    feed: chosen.includes("feed"),
    webhooks: chosen.includes("webhooks"),
    front: chosen.includes("front"),
    stopWords: chosen.includes("stop-words"),
    rebuild: chosen.includes("rebuild"),
    bodies: chosen.includes("bodies"),
    grammar: chosen.includes("grammar"),
    plugin: chosen.includes("plugin"),
    import: chosen.includes("import"),
    // A community moves into a forum of its own.
    needsForum,
    adminLists: chosen.includes("admin-lists"),
    complete: chosen.length === known.length && engines.length === 2,
    // Rendering asks no database.
    engines: asksNoDatabase ? [] : engines,
    roundMs: number("seconds", values.quick ? 1 : 3) * 1000,
    rounds: number("rounds", values.quick ? 2 : 3),
    sizeName: values.quick ? "quick" : "normal",
    scale: values.scale ?? false,
    port: number("port", 3180),
    json: values.json,
    profile: values.profile,
    cacheDir: join(process.env.DATA_DIR || join(root, "data"), ".cache/bench"),
  };
}
