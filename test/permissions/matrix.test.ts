import { isObjectType } from "graphql";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { declaredVerbs } from "../../server/core/verbs.ts";
import { RENAMED_FIELDS } from "../../server/graphql/oldNames.ts";
import { Forum } from "../support/forum.ts";
import type { Refusal } from "../support/person.ts";
import { FIELDS } from "./fields.ts";
import * as matrix from "./matrix.ts";
import type { Row } from "./matrix.ts";
import { ROUTES } from "./routes.ts";
import { inviteEverybody, ROLES, setScene, type Role } from "./scene.ts";

/** Rows of old names: asked under the old name, everybody gets the outcome of the new one. */
function withOldNames(type: "Query" | "Mutation", rows: Readonly<Record<string, Row>>): Record<string, Row> {
  const renamed = Object.entries(RENAMED_FIELDS).filter(([coordinate]) => coordinate.startsWith(`${type}.`));
  const old = renamed.map(([coordinate, name]) => {
    const oldName = coordinate.slice(type.length + 1);
    const row = rows[name]!;
    return [
      oldName,
      {
        ...row,
        document: row.document.replace(`${name}(`, `${oldName}(`).replace(`${name} `, `${oldName} `),
      },
    ];
  });
  return { ...rows, ...(Object.fromEntries(old) as Record<string, Row>) };
}

const QUERIES = withOldNames("Query", matrix.QUERIES);
const MUTATIONS = withOldNames("Mutation", matrix.MUTATIONS);

let forum: Forum;
let cast: Awaited<ReturnType<typeof inviteEverybody>>;
beforeAll(async () => {
  forum = await Forum.open();
  cast = await inviteEverybody(forum);
});
afterAll(() => forum.close());

const ROOTS = ["Query", "Mutation", "Subscription"];
const namesOf = (type: "Query" | "Mutation"): string[] =>
  Object.keys(
    (type === "Query" ? forum.app.schema.getQueryType() : forum.app.schema.getMutationType())!.getFields(),
  ).sort();

test("every query, mutation, route and field of the program is declared here, and nothing else", () => {
  expect(Object.keys(QUERIES).sort()).toEqual(namesOf("Query"));
  expect(Object.keys(MUTATIONS).sort()).toEqual(namesOf("Mutation"));
  // Who hears what of it is told in test/tokens/follow.test.ts.
  expect(Object.keys(forum.app.schema.getSubscriptionType()!.getFields())).toEqual(["changes"]);
  expect(Object.keys(ROUTES).sort()).toEqual(Object.keys(forum.app.rest.routes).sort());
  const fields = Object.values(forum.app.schema.getTypeMap())
    .filter((type) => isObjectType(type) && !type.name.startsWith("__") && !ROOTS.includes(type.name))
    .flatMap((type) =>
      Object.keys((type as { getFields(): object }).getFields()).map((name) => `${type.name}.${name}`),
    )
    .filter((name) => !/(Connection|Edge|PageInfo)\./.test(name));
  expect(Object.keys(FIELDS).sort()).toEqual(fields.sort());
});

test("every mutation is a declared verb that says who, and how often", () => {
  const verbs = declaredVerbs();
  const verbOf = (name: string) => verbs.get(RENAMED_FIELDS[`Mutation.${name}`] ?? name);

  expect(namesOf("Mutation").filter((name) => !verbOf(name))).toEqual([]);
  for (const name of namesOf("Mutation")) {
    const { who } = verbOf(name)!.declaration;
    const refusedGuest = MUTATIONS[name]!.refused?.guest === "LOGIN_REQUIRED";
    expect({ name, membersOnly: who !== "anyone" }).toEqual({ name, membersOnly: refusedGuest });
  }
});

async function ask(row: Row, role: Role): Promise<string> {
  const scene = await setScene(forum, cast);
  // Somebody else closes their account, or nobody would be left for the rows that follow.
  if (row === MUTATIONS["closeAccount"] && role !== "guest")
    return outcomeOf((await forum.join(cast.people[role].groupId)).graphql(row.document));
  const person =
    row === MUTATIONS["logout"] || row === MUTATIONS["register"]
      ? role === "guest"
        ? forum.visitor()
        : await forum.signIn(cast.people[role].id, "", "", cast.people[role].groupId)
      : cast.people[role];
  return outcomeOf(person.graphql(row.document, row.variables?.(scene, role)));
}

function outcomeOf(answer: Promise<unknown>): Promise<string> {
  return answer.then(
    () => "ok",
    (refusal: Refusal) => refusal.code,
  );
}

describe.each([...Object.entries(QUERIES), ...Object.entries(MUTATIONS)])("%s", (_name, row) => {
  test.each(ROLES.map((role) => [role, row.refused?.[role] ?? "ok"] as const))(
    "for %s: %s",
    async (role, outcome) => {
      expect(await ask(row, role)).toBe(outcome);
    },
  );
});

describe.each(Object.entries(ROUTES))("%s", (name, codes) => {
  const [method, path] = name.split(" ") as ["GET", string];
  test.each(ROLES.map((role) => [role, codes[role] ?? 0] as const))("for %s: %i", async (role, code) => {
    expect((await cast.people[role].rest(method, path)).Code).toBe(code);
  });
});
