import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import Sqlite from "better-sqlite3";
import { afterAll, expect, test } from "vitest";
import { loadPostgresDump, ROW_MAX_BYTES } from "../../server/transfer/sources/dumps/postgresDump.ts";

/** A dump as pg_dump 17 writes it. */
const DUMP = String.raw`--
-- PostgreSQL database dump
--

\restrict abc

-- Dumped from database version 17.6
SET client_encoding = 'UTF8';

CREATE FUNCTION public.now_text() RETURNS text
    LANGUAGE sql
    AS $$ SELECT 1; $$;

CREATE TABLE public.users (
    id integer NOT NULL,
    username character varying(60) NOT NULL,
    admin boolean DEFAULT false NOT NULL,
    score numeric(10,2),
    about text,
    secret text,
    "from" timestamp without time zone,
    CONSTRAINT users_score CHECK ((score >= (0)::numeric))
);

CREATE TABLE backup.users (
    id integer NOT NULL
);

CREATE TABLE public.nodes (
    _key text NOT NULL,
    value text NOT NULL,
    list text[]
);

COPY backup.users (id) FROM stdin;
77
\.


COPY public.users (id, username, admin, score, about, secret, "from") FROM stdin;
2	007	t	1.50	first\nsecond\\n\tthird	s	2021-03-04 12:00:00.5
1	\\N	f	\N		\N	\N
\.


COPY public.nodes (_key, value, list) FROM stdin;
b	1	{a,b}
a	2	\N
a	1	\N
\.


ALTER TABLE ONLY public.users ADD CONSTRAINT users_pkey PRIMARY KEY (id);

--
-- PostgreSQL database dump complete
--

\unrestrict abc

`;
const TABLES = {
  users: { columns: ["username", "admin", "score", "about", "from", "newer"], key: ["id"] },
  nodes: { columns: ["list"], key: ["_key", "value"], indexes: ["value", "newer"] },
  missing: { columns: ["id"], key: ["id"] },
};

const root = mkdtempSync(join(tmpdir(), "luntan-dump-"));
const scratch = join(root, "scratch.db");
afterAll(() => rmSync(root, { recursive: true, force: true }));

async function loaded(content: string | Buffer, tables: Parameters<typeof loadPostgresDump>[1] = TABLES) {
  const location = join(root, "dump.sql");
  writeFileSync(location, content);
  await loadPostgresDump(location, tables, scratch, () => undefined);
  expect(readFileSync(location)).toEqual(Buffer.from(content));
  const file = new Sqlite(scratch, { readonly: true });
  const rows = (sql: string): unknown[] => file.prepare(sql).all();
  const result = {
    users: rows("SELECT * FROM users"),
    nodes: rows("SELECT * FROM nodes ORDER BY _key, value"),
  };
  const names = file.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY 1").pluck().all();
  file.close();
  return { ...result, names };
}

const CONTENT = {
  users: [
    { id: 1, username: "\\N", admin: 0, score: null, about: "", from: null },
    {
      id: 2,
      username: "007",
      admin: 1,
      score: 1.5,
      about: "first\nsecond\\n\tthird",
      from: "2021-03-04 12:00:00.5",
    },
  ],
  nodes: [
    { _key: "a", value: "1", list: null },
    { _key: "a", value: "2", list: null },
    { _key: "b", value: "1", list: "{a,b}" },
  ],
  names: ["nodes", "users"],
};

test("the tables that a reader names are read from a dump, plain or compressed", async () => {
  expect(await loaded(DUMP)).toEqual(CONTENT);
  expect(await loaded(gzipSync(DUMP))).toEqual(CONTENT);
  // Dumps before 2018 name no schema.
  expect(await loaded(DUMP.replaceAll("public.", ""))).toEqual(CONTENT);
});

test("rows are read wherever a piece of the file ends", async () => {
  const about = "论".repeat(50_000);
  const { users } = await loaded(DUMP.replace("first\\n", about));
  expect(users[1]).toMatchObject({ about: `${about}second\\n\tthird` });
});

test("rows that nobody needs may be as long as they like, others not", async () => {
  const { nodes } = TABLES;
  const location = join(root, "dump.sql");
  writeFileSync(location, DUMP.replace("\ts\t2021", `\t${"s".repeat(ROW_MAX_BYTES)}\t2021`));
  await loadPostgresDump(location, { nodes }, scratch, () => undefined);
  await expect(loadPostgresDump(location, TABLES, scratch, () => undefined)).rejects.toThrow(
    "a row is longer than 64 MiB (line 41, in table users)",
  );
});

const ARCHIVE = `dump.sql${"\0".repeat(249)}ustar\0${"\0".repeat(249)}`;
const gzipped = gzipSync(DUMP);
const damaged = Buffer.from(gzipped);
damaged.fill(0x55, gzipped.length / 2);
test.each([
  ["a truncated dump", DUMP.slice(0, DUMP.indexOf("a\t2")), "it ends too early (line 48, in table nodes)"],
  ["one without its end", DUMP.slice(0, DUMP.indexOf("ALTER")), "it ends too early (line 53)"],
  ["one whose compressed file is cut", gzipped.subarray(0, gzipped.length - 20), "it ends too early (line"],
  ["one whose compressed file is damaged", damaged, "cannot be read"],
  ["one in the custom format", "PGDMP\u0001\u000e", "pg_restore -f dump.sql FILE"],
  ["an archive", ARCHIVE, "is an archive; unpack it"],
  ["an archive that is compressed", gzipSync(ARCHIVE), "is an archive; unpack it"],
  ["a dump of all databases", "--\n-- PostgreSQL database cluster dump\n--\n", "make one of the forum"],
  ["a dump of MySQL", "-- MySQL dump 10.13\n".repeat(20), "it is no dump of pg_dump"],
  ["an empty file", "", "it is no dump of pg_dump"],
  ["a dump of rows as statements", DUMP.replace("COPY b", "INSERT INTO b VALUES (1);\nCOPY b"), "--inserts"],
  ["a dump in another encoding", DUMP.replace("UTF8", "LATIN1"), "its encoding is LATIN1"],
  ["a dump of the data only", DUMP.replaceAll("CREATE TABLE", "-- TABLE"), "users is not declared"],
  ["a dump without a key", DUMP.replace("(id, username", "(uid, username"), "users has no column id"],
  ["a row that is too short", DUMP.replace("a\t2\t\\N", "a\t2"), "2 values in place of 3 (line 48, in table"],
  ["a row twice", DUMP.replace("a\t2\t\\N", "b\t1\t\\N"), "UNIQUE constraint failed"],
  ["a row in no encoding", Buffer.from(DUMP.replace("007", "\u00ff"), "latin1"), "no text in UTF-8 (line 41"],
])("%s is refused with its place", async (_name, content, message) => {
  await expect(loaded(content as string)).rejects.toThrow(message);
  expect(existsSync(scratch)).toBe(false);
  expect(readdirSync(root)).toEqual(["dump.sql"]);
});

test("a file that is missing is named", async () => {
  const location = join(root, "none.sql");
  await expect(loadPostgresDump(location, TABLES, scratch, () => undefined)).rejects.toThrow(
    `The file ${location} cannot be read (ENOENT): there is no such file.`,
  );
});
