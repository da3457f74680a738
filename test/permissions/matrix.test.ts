import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Forum } from "../support/forum.ts";
import type { Refusal } from "../support/person.ts";
import { MUTATIONS, QUERIES } from "./allRows.ts";
import type { Row } from "./matrix.ts";
import { ROUTES } from "./routes.ts";
import { inviteEverybody, ROLES, setScene, type Role } from "./scene.ts";

let forum: Forum;
let cast: Awaited<ReturnType<typeof inviteEverybody>>;
beforeAll(async () => {
  forum = await Forum.open();
  cast = await inviteEverybody(forum);
});
afterAll(() => forum.close());

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
