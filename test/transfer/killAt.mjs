/**
 * Is loaded before the program. Counts the steps that leave something behind: statements that write, changes of files, lines
 * that are printed. Kills the program before the step that KILL_AT names, and at its end at the latest. Without that, each
 * line begins with the number of its step, and the last one is the number of all.
 */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import Sqlite from "better-sqlite3";
import mysql from "mysql2";

const last = Number(process.env.KILL_AT ?? 0);
let steps = 0;

const kill = () => process.kill(process.pid, "SIGKILL");
function step() {
  if (++steps === last) kill();
}

/** Makes methods count their calls, or those that write. */
function count(owner, names, writes = () => true) {
  for (const name of names) {
    const method = owner[name];
    owner[name] = function (...args) {
      if (writes.apply(this, args)) step();
      return method.apply(this, args);
    };
  }
}

const database = new Sqlite(":memory:");
count(Object.getPrototypeOf(database.prepare("SELECT 1")), ["run", "get", "all"], function () {
  return !this.readonly;
});
database.close();
count(
  Object.getPrototypeOf(mysql.Connection.prototype),
  ["addCommand"],
  ({ sql = "SELECT" }) => !/^\s*(?:SELECT|SHOW|SET)/i.test(sql),
);
count(fs.promises, ["writeFile", "rename", "rm", "mkdir"]);
// Streams that write.
count(fs, ["open"], (_path, flags) => typeof flags === "string" && flags !== "r");
count(fs, ["write", "writev"]);
syncBuiltinESMExports();

const print = process.stdout.write.bind(process.stdout);
process.stdout.write = (text, ...rest) => {
  // The program waits so for what it has printed; nothing is left behind.
  if (text === "") return print(text, ...rest);
  step();
  return print(last === 0 ? `${steps} ${text}` : text, ...rest);
};
process.once("exit", () => (last === 0 ? print(`${steps} steps\n`) : kill()));
