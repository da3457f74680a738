import { getMetadataStorage } from "class-validator";
import { isObjectType } from "graphql";
import { getMetadataArgsStorage } from "typeorm";
import { expect, test } from "vitest";
import { nameOfField } from "../../server/core/fieldNames.ts";
import { declaredVerbs } from "../../server/core/verbs.ts";
import { features } from "../../server/features.ts";
import { RENAMED_FIELDS } from "../../server/graphql/oldNames.ts";
import { makeSchema } from "../../server/graphql/schema.ts";
import { openRestRouter } from "../../server/rest/router.ts";
import { leftOut } from "../../server/transfer/export/tables.ts";
import { MUTATIONS, QUERIES } from "../permissions/allRows.ts";
import { FIELDS } from "../permissions/fields.ts";
import { ROUTES } from "../permissions/routes.ts";

/** Lists that must name whatever the server declares; no forum is opened. */
const schema = makeSchema(features);

/** Changes nothing that anybody else sees: who is looking at what, and samples that staff sends to themselves. */
const NOT_TOLD = new Set([
  "claimReviews",
  "sendTestNotification",
  // Stores nothing.
  "tryContentCheck",
  // Sent again or tried; the webhook's own log tells it.
  "testWebhook",
  "replayWebhookCall",
  // Pieces of a file; the log has the dry run that reads it.
  "storeImportPiece",
  // What members buy for themselves; the ledger tells it.
  "createOrder",
  "payOrder",
  "giveBounty",
  "answerQuestion",
  "requestWithdrawal",
]);

/** Fields that programs fill in. */
const OF_PROGRAMS = new Set(
  "auth clientKey document endpoint key loadMs oldEndpoint p256dh plugin renderMs stack variables version".split(
    " ",
  ),
);

const ROOTS = ["Query", "Mutation", "Subscription"];
const namesOf = (type: "Query" | "Mutation"): string[] =>
  Object.keys((type === "Query" ? schema.getQueryType() : schema.getMutationType())!.getFields()).sort();

test("every query, mutation, route and field of the program has a row in test/permissions, and nothing else", () => {
  expect(Object.keys(QUERIES).sort()).toEqual(namesOf("Query"));
  expect(Object.keys(MUTATIONS).sort()).toEqual(namesOf("Mutation"));
  // Who hears what of it is told in test/tokens/follow.test.ts.
  expect(Object.keys(schema.getSubscriptionType()!.getFields())).toEqual(["changes"]);
  expect(Object.keys(ROUTES).sort()).toEqual(Object.keys(openRestRouter(features).routes).sort());
  const fields = Object.values(schema.getTypeMap())
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

test("whatever staff does is told to the log: every verb of theirs is declared so", () => {
  const silent = [...declaredVerbs().values()]
    .map(({ declaration }) => declaration)
    .filter(
      ({ who, rate, audited }) =>
        (who === "admin" || typeof who === "object" || rate === "manage") && !audited,
    )
    .map(({ name }) => name)
    .filter((name) => !NOT_TOLD.has(name));

  expect(silent).toEqual([]);
});

test("a refusal names every field of an input as the page does: server/core/fieldNames.ts has its name", () => {
  const { validationMetadatas } = getMetadataStorage() as unknown as {
    validationMetadatas: ReadonlyMap<unknown, readonly { propertyName: string }[]>;
  };
  const fields = [...validationMetadatas.values()].flat().map(({ propertyName }) => propertyName);
  expect(fields.length).toBeGreaterThan(50);
  const nameless = fields.filter((field) => nameOfField(field).zh === field && !OF_PROGRAMS.has(field));
  expect([...new Set(nameless)]).toEqual([]);
});

test("every table of an entity is exported, or left out on purpose", () => {
  const tables = getMetadataArgsStorage().tables.flatMap(({ name }) => name ?? []);
  expect(tables.length).toBeGreaterThan(50);
  const unknown = [...leftOut(tables)].filter(([holds]) => /does not know/.test(holds));
  expect(unknown).toEqual([]);
});
