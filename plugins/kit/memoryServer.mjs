import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { initialSettings } from "./sampleProps.mjs";

/** Tables of a server part in memory, with the rules that the forum keeps: declared columns, unique values, ids as text. */
export class MemoryData {
  #tables;
  #count = 0;

  constructor(tables = []) {
    this.#tables = new Map(tables.map((table) => [table.name, { ...table, rows: [] }]));
  }

  async insert(table, values) {
    const { columns, uniques = [], rows } = this.#table(table);
    const row = Object.fromEntries(columns.map(({ name, kind }) => [name, valueOf(kind, values[name])]));
    this.#check(table, values);
    const isTaken = uniques.some((keys) =>
      rows.some((other) => keys.every((key) => other[key] === row[key])),
    );
    if (isTaken) return null;
    rows.push({ id: String(++this.#count), ...row });
    return this.#count;
  }

  async find(table, { where = {}, order = { id: "asc" }, limit = 200 } = {}) {
    const found = this.#matching(table, where).map((row) => ({ ...row }));
    const [[by, direction]] = Object.entries(order);
    const key = (row) => (by === "id" ? Number(row.id) : row[by]);
    found.sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0) * (direction === "desc" ? -1 : 1));
    return found.slice(0, limit);
  }

  async count(table, { where = {}, by } = {}) {
    const counts = new Map(by ? [] : [[null, 0]]);
    for (const row of this.#matching(table, where)) {
      const key = by ? row[by] : null;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    return [...counts].map(([key, n]) => ({ key, n }));
  }

  async update(table, where, values) {
    this.#check(table, values);
    const found = this.#matching(table, where);
    const kinds = new Map(this.#table(table).columns.map(({ name, kind }) => [name, kind]));
    for (const row of found)
      for (const [name, value] of Object.entries(values)) row[name] = valueOf(kinds.get(name), value);
    return found.length;
  }

  async delete(table, where) {
    const found = this.#matching(table, where);
    const stored = this.#table(table);
    stored.rows = stored.rows.filter((row) => !found.includes(row));
    return found.length;
  }

  async together(operations) {
    const results = [];
    for (const { op, table, where, values, ...options } of operations)
      results.push(
        op === "insert"
          ? await this.insert(table, values)
          : op === "update"
            ? await this.update(table, where, values)
            : op === "delete"
              ? await this.delete(table, where)
              : await this[op](table, { where, ...options }),
      );
    return results;
  }

  #table(name) {
    const table = this.#tables.get(name);
    if (!table) throw new Error(`There is no table ${name} of this plugin.`);
    return table;
  }

  #check(table, values) {
    const names = this.#table(table).columns.map(({ name }) => name);
    const odd = Object.keys(values).find((name) => !names.includes(name));
    if (odd) throw new Error(`There is no column ${odd} in ${table}.`);
  }

  #matching(table, where = {}) {
    const { rows, columns } = this.#table(table);
    const kinds = new Map([["id", "member"], ...columns.map(({ name, kind }) => [name, kind])]);
    for (const name of Object.keys(where))
      if (!kinds.has(name)) throw new Error(`There is no column ${name} in ${table}.`);
    return rows.filter((row) =>
      Object.entries(where).every(([name, value]) =>
        [value].flat().some((each) => row[name] === valueOf(kinds.get(name), each)),
      ),
    );
  }
}

function valueOf(kind, value) {
  if (value === undefined || value === null)
    return kind === "text" || kind === "long" ? (value ?? null) : null;
  return kind === "member" || kind === "thread" ? String(value) : value;
}

/**
 * Opens the server part of a plugin with tables in memory.
 * @param answers what `forum.query` gives: a function of document and variables
 */
export async function openServer(folder, manifest, { settings = {}, answers = async () => ({}) } = {}) {
  const data = new MemoryData(manifest.server?.tables);
  const refusal = (text) => Object.assign(new Error(text), { isRefusal: true });
  const { default: make } = await import(pathToFileURL(resolve(folder, "server.js")).href);
  const parts = await make({
    data,
    forum: { query: answers },
    settings: { ...initialSettings(manifest), ...settings },
    refusal,
  });
  const run =
    (kind) =>
    async (name, payload, { viewerId = null, canInsert = viewerId !== null } = {}) => {
      const handler = parts[kind]?.[name];
      if (!handler) throw new Error(`server.js has no ${kind}.${name}.`);
      return (await handler(payload, { viewerId, canInsert })) ?? null;
    };
  return {
    data,
    query: run("query"),
    mutation: run("mutation"),
    event: run("events"),
    before: run("before"),
    job: run("jobs"),
  };
}
