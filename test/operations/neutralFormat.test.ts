import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { printNeutralFormat } from "../../server/cli/printNeutralFormat.ts";
import { KEYS, KINDS } from "../../server/transfer/format/records.ts";

const DOCS = join(import.meta.dirname, "../../docs");

test("the schemas of the neutral format in the docs are those of the code", () => {
  const schemas = printNeutralFormat();
  expect(readdirSync(join(DOCS, "neutral-format")).toSorted()).toEqual(Object.keys(schemas).toSorted());
  for (const [name, text] of Object.entries(schemas))
    expect(readFileSync(join(DOCS, "neutral-format", name), "utf8"), `npm run codegen: ${name}`).toBe(text);
});

test("the page of the neutral format has every kind in its order, with its key", () => {
  const page = readFileSync(join(DOCS, "neutral-format.md"), "utf8");
  const rows = [...page.matchAll(/^\| `(\w+)` +\| ([\w, ]+?) +\|/gm)].map(([, kind, key]) => [kind, key]);
  expect(rows).toEqual(KINDS.map((kind) => [kind, KEYS[kind].join(", ")]));
  expect(Buffer.byteLength(page)).toBeLessThan(6_500);
});
