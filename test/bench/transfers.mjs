/**
 * How many transfers of two legs a second an engine takes through its driver, without a program around it: two balances
 * and two entries, one commit each, as durable as the program has them.
 *
 * `node transfers.mjs '{"sqlite":FILE,"ms":3000}'` or `'{"mysql":URL,"ms":3000}'`; prints `{ perSecond, p50, p99 }`.
 */
import { rmSync } from "node:fs";
import Sqlite from "better-sqlite3";
import { createPool } from "mysql2/promise";

const { sqlite, mysql, ms } = JSON.parse(process.argv[2]);
const CONCURRENT = 16;
const ACCOUNTS = 65;
const TABLES = [
  "bench_accounts (id INTEGER PRIMARY KEY, balance BIGINT NOT NULL, CHECK (balance >= 0))",
  "bench_entries (account INTEGER NOT NULL, transfer BIGINT NOT NULL, amount BIGINT NOT NULL, PRIMARY KEY (account, transfer))",
];
const FILL = `INSERT INTO bench_accounts (id, balance) VALUES ${Array.from({ length: ACCOUNTS }, (_, id) => `(${id}, 1000000000)`).join(", ")}`;
const MOVE = "UPDATE bench_accounts SET balance = balance + ? WHERE id = ? AND balance + ? >= 0";
const NOTE = "INSERT INTO bench_entries (account, transfer, amount) VALUES (?, ?, ?), (?, ?, ?)";

const latencies = [];
const began = performance.now();
let count = 0;

/** Everybody pays the first account, as members who tip one author do. */
function nextTransfer() {
  const transfer = count++;
  return { transfer, payer: 1 + (transfer % (ACCOUNTS - 1)), amount: 10 };
}

function transferInSqlite() {
  const file = new Sqlite(sqlite);
  file.pragma("journal_mode = WAL");
  file.pragma("synchronous = FULL");
  for (const table of TABLES) file.exec(`CREATE TABLE ${table}`);
  file.exec(FILL);
  const [move, note] = [file.prepare(MOVE), file.prepare(NOTE)];
  const pay = file.transaction(({ transfer, payer, amount }) => {
    move.run(amount, 0, amount);
    move.run(-amount, payer, -amount);
    note.run(0, transfer, amount, payer, transfer, -amount);
  });
  while (performance.now() - began < ms) {
    const start = performance.now();
    pay.immediate(nextTransfer());
    latencies.push(performance.now() - start);
  }
  file.close();
  for (const end of ["", "-wal", "-shm"]) rmSync(sqlite + end, { force: true });
}

async function transferInMysql() {
  const pool = createPool({ uri: mysql, connectionLimit: CONCURRENT });
  for (const table of TABLES) {
    await pool.query(`DROP TABLE IF EXISTS ${table.split(" ")[0]}`);
    await pool.query(`CREATE TABLE ${table}`);
  }
  await pool.query(FILL);
  const work = async () => {
    const connection = await pool.getConnection();
    while (performance.now() - began < ms) {
      const start = performance.now();
      const { transfer, payer, amount } = nextTransfer();
      await connection.query("START TRANSACTION");
      await connection.query(MOVE, [amount, 0, amount]);
      await connection.query(MOVE, [-amount, payer, -amount]);
      await connection.query(NOTE, [0, transfer, amount, payer, transfer, -amount]);
      await connection.query("COMMIT");
      latencies.push(performance.now() - start);
    }
    connection.release();
  };
  await Promise.all(Array.from({ length: CONCURRENT }, work));
  for (const table of TABLES) await pool.query(`DROP TABLE ${table.split(" ")[0]}`);
  await pool.end();
}

if (sqlite) transferInSqlite();
else await transferInMysql();
const seconds = (performance.now() - began) / 1000;
const sorted = latencies.sort((one, other) => one - other);
const at = (share) => sorted[Math.floor(sorted.length * share)];
console.log(JSON.stringify({ perSecond: latencies.length / seconds, p50: at(0.5), p99: at(0.99) }));
