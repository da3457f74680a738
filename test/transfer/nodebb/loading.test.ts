import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { NeutralFolder } from "../../../server/transfer/format/folder.ts";
import { checkFolder } from "../../../server/transfer/import/check.ts";
import { readNodebb } from "../../../server/transfer/sources/nodebb/read.ts";
import { OBJECTS } from "./community.ts";
import { mongoDocuments, postgresDump, type Stored } from "./objects.ts";
import { bytesOf, Reading } from "./reading.ts";

let reading: Reading;

beforeAll(async () => void (reading = await Reading.begin()));
afterAll(() => reading.end());

test("a folder can be imported, is written with the same bytes again, and the source stays as it is", async () => {
  const { folder } = reading;
  await checkFolder(await NeutralFolder.open(folder), () => undefined);
  const digest = (): string =>
    createHash("sha256")
      .update(readFileSync(join(reading.root, "objects.json")))
      .digest("hex");
  const [first, before] = [bytesOf(folder), digest()];
  expect(await readNodebb(reading.options())).toEqual(reading.report);
  expect(bytesOf(folder)).toEqual(first);
  expect(digest()).toBe(before);
  expect(readdirSync(folder).filter((name) => name.startsWith("."))).toEqual([]);
});

const array = `[${mongoDocuments(OBJECTS).join(",")}]\n`;
const pretty = mongoDocuments(OBJECTS).map((text) => JSON.stringify(JSON.parse(text), null, 2));
const dump = postgresDump(OBJECTS);

test.each([
  ["an array", "array.json", array],
  ["a compressed array", "array.json.gz", gzipSync(array)],
  ["an export that types its numbers", "canonical.json", mongoDocuments(OBJECTS, true).join("\r\n")],
  ["an array for readers", "pretty.json", `\ufeff[\n${pretty.join(",\n")}\n]`],
  ["a dump of PostgreSQL", "dump.sql", dump],
  ["a compressed dump of PostgreSQL", "dump.sql.gz", gzipSync(dump)],
])("%s gives the same", async (_, name, content) => {
  const { folder, report } = await reading.readOther(name, content, true);
  expect(report).toEqual(reading.report);
  expect(bytesOf(folder)).toEqual(bytesOf(reading.folder));
});

test("the same names have the same ids, whatever came between", async () => {
  const more: Stored[] = [
    { name: "topic:200", hash: { tid: 200, cid: 1, uid: 2, mainPid: 2000, title: "More", tags: "a,Travel" } },
    { name: "post:2000", hash: { pid: 2000, tid: 200, uid: 2, content: "text" } },
    { name: "group:A club", hash: { name: "A club" } },
  ];
  const later = mongoDocuments([...more, ...OBJECTS]).join("\n");
  const { folder } = await reading.readOther("later.json", later, true);
  await checkFolder(await NeutralFolder.open(folder), () => undefined);
  const namesOf = async (from?: string) =>
    (await reading.records("topics", from)).map(({ id, name }) => [id, name]);
  expect(await namesOf(folder)).toEqual([...(await namesOf()), [3, "a"]]);
  const groups = (await reading.records("groups", folder)).map(({ name }) => name).slice(-4);
  expect(groups).toEqual(["版主", "Club", "Readers: of all", "A club"]);
});

test("no file comes where the folder of the old site is not given", async () => {
  const folder = join(reading.root, "without-files");
  await readNodebb(reading.options({ files: null, folder }));
  await checkFolder(await NeutralFolder.open(folder), () => undefined);
  expect(await reading.records("files", folder)).toEqual([]);
  expect((await reading.records("threads", folder))[0]!.body).toContain("\n\nb\n\n");
});

test.each([
  ["an address", "mongodb://127.0.0.1/nodebb", null, "read from a file"],
  ["no file", "none.json", null, "cannot be read"],
  ["another collection", "other.json", '{"_id":1,"name":"x"}', "none of NodeBB"],
  ["a text", "text.txt", "some words\n".repeat(20), "no dump of pg_dump"],
  ["what ends early", "half.json", '{"_key":"user:1","username":"a', "is not complete"],
  ["what is no JSON", "wrong.json", '{"_key":"user:1"}{_key:1}', "not JSON"],
  ["more than objects", "more.json", '{"_key":"user:1"}\nuser:2\n', "more than objects"],
  ["a damaged archive", "half.json.gz", gzipSync("[]".repeat(500)).subarray(0, 20), "damaged"],
  [
    "a dump of another program",
    "other.sql",
    postgresDump([]).replaceAll("legacy_hash", "other"),
    "legacy_hash",
  ],
])("%s is refused", async (_, name, content, message) => {
  const from = name.includes("://") ? name : join(reading.root, name);
  if (content !== null) writeFileSync(from, content);
  const folder = join(reading.root, `refused-${name.replaceAll("/", "-")}`);
  await expect(readNodebb(reading.options({ from, folder }))).rejects.toThrow(message);
  expect(readdirSync(folder)).toEqual([]);
});
