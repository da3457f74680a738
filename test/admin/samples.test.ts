import { readFileSync } from "node:fs";
import { buildSchema, parse, validate } from "graphql";
import { expect, test } from "vitest";
import { ADMIN_PAGES } from "../../client/features/admin/adminPages.ts";

const schema = buildSchema(readFileSync("schema.graphql", "utf8"));

test.each(ADMIN_PAGES.map(({ key, operation, sample }) => ({ key, operation, sample: sample as string })))(
  "what the page $key shows of the API can be asked, and is the operation that it names",
  ({ operation, sample }) => {
    const document = parse(sample);
    expect(validate(schema, document)).toEqual([]);
    expect(sample).toContain(operation);
  },
);
