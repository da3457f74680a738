import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ERRORS } from "../../server/core/errors.ts";
import { LEGACY_CODES } from "../../server/core/legacyCodes.ts";
import { Forum } from "../support/forum.ts";
import { checkSchema, fits, type Schema } from "../support/jsonSchema.ts";

let forum: Forum;
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a document of JSON
let document: any;
beforeAll(async () => {
  forum = await Forum.open();
  document = (await forum.visitor().get("/api/openapi.json")).json();
});
afterAll(() => forum.close());

interface Operation {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- as above
  readonly operation: any;
}
const operations = (): Operation[] =>
  Object.entries(document.paths as Record<string, Record<string, object>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const upper = method.toUpperCase();
      return { name: `${upper} ${path}`, method: upper, path, operation };
    }),
  );
const schemasIn = (value: unknown): Schema[] => {
  if (value === null || typeof value !== "object") return [];
  const { schema } = value as { schema?: Schema };
  return [...(schema ? [schema] : []), ...Object.values(value).flatMap(schemasIn)];
};
describe("the description", () => {
  test("names every row with its parameters", () => {
    const { paths } = document;

    expect(
      operations()
        .map(({ name }) => name)
        .sort(),
    ).toEqual(Object.keys(forum.app.rest.routes).sort());
    expect(paths["/api/stop-words.v2"].get.parameters).toContainEqual({
      name: "page",
      in: "query",
      required: false,
      schema: { type: "integer" },
    });
    const { schema } = paths["/api/groups.create.v2"].post.requestBody.content["application/json"];
    expect(schema.required).toEqual(["name"]);
  });

  test("is OpenAPI: versions, unique names, unique parameters, schemas that can be used, references that lead somewhere", () => {
    expect(document.openapi).toMatch(/^3\.1\.\d$/);
    expect(document.info).toMatchObject({ title: expect.any(String), version: expect.any(String) });
    expect(document.servers).toEqual([{ url: forum.url }]);
    const ids = operations().map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { name, method, path, operation } of operations()) {
      expect([name, path.startsWith("/api/"), path.includes("{")]).toEqual([name, true, false]);
      expect([name, Object.keys(operation.responses)]).toEqual([name, ["200"]]);
      expect([name, operation.responses["200"].description]).toEqual([name, expect.any(String)]);
      const parameters = (operation.parameters ?? []) as { name: string; in: string; schema: object }[];
      expect(new Set(parameters.map((each) => each.name)).size).toBe(parameters.length);
      expect(parameters.every((each) => each.in === "query" && typeof each.schema === "object")).toBe(true);
      if (method === "GET") expect([name, operation.requestBody]).toEqual([name, undefined]);
      for (const scheme of (operation.security ?? []).flatMap(Object.keys))
        expect(document.components.securitySchemes).toHaveProperty(scheme);
    }
    for (const schema of schemasIn(document.paths)) checkSchema(schema, document);
    for (const schema of Object.values(document.components.schemas)) checkSchema(schema as Schema, document);
  });

  test("tells of every row what it answers, and every call without parameters is answered like that", async () => {
    const people = [forum.visitor(), await forum.member(), await forum.admin()];

    for (const { name, method, path, operation } of operations()) {
      const { schema } = operation.responses["200"].content["application/json"];
      for (const person of people) {
        const answer = await person.rest(method as "GET", path);
        expect([name, answer.Code, fits(schema as Schema, answer, document)]).toEqual([
          name,
          answer.Code,
          true,
        ]);
      }
    }
  });

  test("is shown by a page that asks no other host", async () => {
    const page = await forum.visitor().get("/api/docs");

    expect(page.text).not.toMatch(/https?:\/\/(?!127)/);
    expect(page.headers["content-security-policy"]).toContain("default-src 'self'");
    expect((await forum.visitor().get("/api/docs/swagger-ui.css")).status).toBe(200);
    expect((await forum.visitor().get("/api/docs/swagger-ui-bundle.js")).status).toBe(200);
    expect((await forum.visitor().get("/api/docs/package.json")).status).toBe(404);
  });
});

describe("the catalogue of errors", () => {
  /** Spec §8, then legacy-facts 5.9. */
  const NUMBERS = [
    ...[
      0, -3001, -3002, -3003, -3004, -4001, -4002, -4003, -4004, -4005, -5001, -5002, -5003, -5004, -6001,
      -6002,
    ],
    -500,
    -1,
    -3005,
    -3006,
    -3007,
    -4007,
    -4009,
    -4011,
    -8000,
    -8001,
    -10001,
    -2001,
    -2002,
    -2003,
    -2004,
    -4006,
    -4008,
    -4010,
    -5005,
    -9001,
    -9002,
    -9003,
    -10000,
    -11000,
    ...[
      -7001, -7017, -7031, -7032, -7034, -7040, -7041, -7042, -7057, -7058, -7059, -7060, -7061, -7062, -7068,
    ],
    -7069,
    -7073,
    -7075,
    -7076,
    -7078,
    -7082,
    -7083,
    -7084,
  ];

  test("has every number that was ever documented, each with two texts, where it arises, and what clients do", () => {
    expect(NUMBERS.filter((number) => !LEGACY_CODES[number])).toEqual([]);
    for (const [number, { zh, en, where, client }] of Object.entries(LEGACY_CODES)) {
      const said = [/\p{Script=Han}/u.test(zh), en, where, client].map(Boolean);
      expect([number, ...said]).toEqual([number, true, true, true, true]);
    }
  });

  test("has every number that this server answers, and says of all others that it never does", () => {
    const answered = new Set(Object.values(ERRORS).map(({ legacy }) => legacy as number));

    expect([...answered].filter((number) => !LEGACY_CODES[number])).toEqual([]);
    for (const [number, { unused }] of Object.entries(LEGACY_CODES)) {
      expect([number, Boolean(unused)]).toEqual([number, number !== "0" && !answered.has(Number(number))]);
    }
    for (const [name, { zh, en }] of Object.entries(ERRORS))
      expect([name, /\p{Script=Han}/u.test(zh), en.length > 3]).toEqual([name, true, true]);
  });

  test("is the page that documents it, row by row and text by text", async () => {
    const page = await forum.visitor().get("/api/errors");
    const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

    expect([page.status, page.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    expect(page.text).not.toMatch(/https?:\/\//);
    for (const [number, { zh, en, where, client }] of Object.entries(LEGACY_CODES)) {
      const row = new RegExp(`<tr id="${number}">(.*?)</tr>`).exec(page.text)![1]!;
      for (const text of [number, zh, en, where, client]) expect(row).toContain(escaped(text));
    }
    for (const [name, { legacy, zh, en }] of Object.entries(ERRORS)) {
      expect(new RegExp(`<tr id="${legacy}">(.*?)</tr>`).exec(page.text)![1]).toContain(
        `<code>${name}</code>`,
      );
      const row = new RegExp(`<tr id="${name}">(.*?)</tr>`).exec(page.text)![1]!;
      for (const text of [String(legacy), zh, en]) expect(row).toContain(escaped(text));
    }
  });
});
