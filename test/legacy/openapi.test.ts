import { afterAll, beforeAll, expect, test } from "vitest";
import { ERRORS } from "../../server/core/errors.ts";
import { LEGACY_CODES } from "../../server/core/legacyCodes.ts";
import { Forum } from "../support/forum.ts";

let forum: Forum;
beforeAll(async () => void (forum = await Forum.open()));
afterAll(() => forum.close());

test("the description names every row with its parameters, and the page that shows it is served from here", async () => {
  const person = forum.visitor();
  const { paths, info } = (await person.get("/api/openapi.json")).json();

  const rows = Object.entries(paths as Record<string, object>).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(rows.sort()).toEqual(Object.keys(forum.app.rest.routes).sort());
  expect(paths["/api/stop-words.v2"].get.parameters).toContainEqual({
    name: "page",
    in: "query",
    required: false,
    schema: { type: "integer" },
  });
  expect(paths["/api/groups.create.v2"].post.requestBody.content["application/json"].schema.required).toEqual(
    ["name"],
  );
  expect(info.description).toContain("| -3005 | SITE_CLOSED |");
  expect((await person.get("/api/docs")).text).not.toMatch(/https?:\/\/(?!127)/);
  expect((await person.get("/api/docs/swagger-ui.css")).status).toBe(200);
  expect((await person.get("/api/docs/package.json")).status).toBe(404);
});

test("every number that this server answers is in the catalogue, and those that it never answers say so", () => {
  const answered = new Set(Object.values(ERRORS).map(({ legacy }) => legacy as number));

  expect([...answered].filter((number) => !LEGACY_CODES[number])).toEqual([]);
  for (const [number, { unused }] of Object.entries(LEGACY_CODES)) {
    expect([number, Boolean(unused)]).toEqual([number, number !== "0" && !answered.has(Number(number))]);
  }
});
