/**
 * Is loaded before the program. Counts the statements that it sends to databases and the files that it writes, and kills it
 * before the one that KILL_AT names; without that, it says at the end how many there were.
 */
import fs from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import Sqlite from "better-sqlite3";
import mysql from "mysql2";

const last = Number(process.env.KILL_AT ?? 0);
let steps = 0;

function step() {
  if (++steps === last) process.kill(process.pid, "SIGKILL");
}

/** Makes methods count their calls. */
function count(owner, ...names) {
  for (const name of names) {
    const method = owner[name];
    owner[name] = function (...args) {
      step();
      return method.apply(this, args);
    };
  }
}

const database = new Sqlite(":memory:");
count(Object.getPrototypeOf(database.prepare("SELECT 1")), "run", "get", "all");
database.close();
count(Object.getPrototypeOf(mysql.Connection.prototype), "addCommand");
count(fs, "writeFile", "rename", "open", "mkdir");
syncBuiltinESMExports();
if (last === 0) process.once("exit", () => process.stdout.write(`steps: ${steps}\n`));
