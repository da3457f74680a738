import { getNullableType, isListType, isObjectType, parse, type DocumentNode } from "graphql";
import { afterAll, beforeAll, expect, test } from "vitest";
import { withTypenames } from "../../client/apollo/typenames.ts";
import { THREADS_PER_PAGE } from "../../client/features/home/homeAddress.ts";
import * as clientDocuments from "../../client/gql/graphql.ts";
import { COST_MAX, costOf } from "../../server/graphql/cost.ts";
import { isPart, LIST_SIZES } from "../../server/graphql/listSizes.ts";
import { Forum } from "../support/forum.ts";

let forum: Forum;
beforeAll(async () => void (forum = await Forum.open()));
afterAll(() => forum.close());

const ask = (query: string, variables?: object) => forum.visitor().post("/graphql", { query, variables });

/** Three levels of threads: at 100 rows each, tens of thousands of fields. */
const nested = (head: string, first = "$n") =>
  `query ${head} { threads(first: ${first}) { nodes { author { threads(first: ${first}) { nodes { author {
    threads(first: 9) { nodes { id } } } } } } } } }`;

const TOO_DEAR = /This document asks for about/;

test("a document that costs too much is refused however it says so", async () => {
  for (const [query, variables] of [
    [nested("A", "100"), {}],
    [nested("B($n: Int! = 100)"), {}],
    [nested("C($n: Int = 100)"), {}],
    [nested("D($n: Int! = 1)"), { n: 100 }],
    ["query E { ...R } fragment R on Query { ... on Query { " + nested("", "100").slice(9, -1) + " } }", {}],
  ] as const) {
    const answer = await ask(query, variables);
    expect(answer.status, query).toBe(400);
    expect(answer.text).toMatch(TOO_DEAR);
  }
});

test("one document with small and large variables is counted for each, on the short lane too", async () => {
  const query = nested("F($n: Int = 100)");
  expect((await ask(query, { n: 1 })).status).toBe(200);
  expect((await ask(query, { n: 1 })).status).toBe(200);
  // Null is not the default: the executor refuses it, and nothing is remembered for who says nothing.
  await ask(query, { n: null });
  expect((await ask(query, {})).text).toMatch(TOO_DEAR);
  expect((await ask(query, { n: 1 })).status).toBe(200);
});

test("what one operation declares does not make another one look small", async () => {
  const query = `${nested("Large($n: Int = 100)")} query Small($n: Int = 1) { threads(first: $n) { nodes { id } } }`;
  const answer = await forum.visitor().post("/graphql", { query, operationName: "Large" });

  expect(answer.text).toMatch(TOO_DEAR);
});

test("lists without a page size count as well", async () => {
  const users = (depth: number): string =>
    depth === 0 ? "id" : `threads(first: 20) { nodes { images { id } author { ${users(depth - 1)} } } }`;
  expect((await ask(`{ activeUsers { id } }`)).status).toBe(200);
  const answer = await ask(`{ activeUsers { ${users(2)} } }`);

  expect(answer.text).toMatch(TOO_DEAR);
});

test("every list of the schema says how long it is, and nothing else does", () => {
  const lists: string[] = [];
  for (const type of Object.values(forum.app.schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith("__")) continue;
    for (const field of Object.values(type.getFields())) {
      const isPage = type.name.endsWith("Connection") && isPart(type.name, field.name);
      const hasSize = field.args.some(({ name }) => name === "first");
      if (/Connection!?$/.test(String(field.type))) expect(hasSize, `${type.name}.${field.name}`).toBe(true);
      if (isListType(getNullableType(field.type)) && !isPage && !hasSize)
        lists.push(`${type.name}.${field.name}`);
    }
  }
  expect(Object.keys(LIST_SIZES).sort()).toEqual(lists.sort());
});

test("each document of our own client fits, its lists as long as the client asks for", () => {
  const isDocument = (value: unknown): value is DocumentNode =>
    typeof value === "object" && value !== null && (value as DocumentNode).kind === "Document";
  const costs = Object.entries(clientDocuments)
    .filter((entry): entry is [string, DocumentNode] => isDocument(entry[1]))
    .map(([name, document]) => [name, costOf(forum.app.schema, withTypenames(document), {})] as const)
    .sort(([, a], [, b]) => b - a);

  expect(costs.length).toBeGreaterThan(100);
  expect(costs.filter(([, cost]) => cost > COST_MAX)).toEqual([]);
  const compact = { first: Math.max(...Object.values(THREADS_PER_PAGE)) };
  const home = withTypenames(clientDocuments.HomePageDocument);
  expect(costOf(forum.app.schema, home, compact)).toBeLessThan(COST_MAX);
});

test("lists that only the program lengthens are no longer than they say", async () => {
  const admin = await forum.admin();
  const { settings, groups, site } = await admin.graphql(
    `{ settings { tag } groups { permissions } site { viewerPermissions { __typename } } }`,
  );
  const { notificationTemplates } = await admin.graphql(
    "{ notificationTemplates { templates { channel } } }",
  );
  const named = await admin.graphql("{ notificationTemplates { variables { name aliases } } }");
  const longest = (lists: unknown[][]): number => Math.max(...lists.map((list) => list.length));
  expect(settings.length).toBeLessThanOrEqual(LIST_SIZES["Query.settings"]!);
  expect(notificationTemplates.length).toBeLessThanOrEqual(LIST_SIZES["Query.notificationTemplates"]!);
  const of = (key: string, rows = notificationTemplates) =>
    rows.map((row: Record<string, unknown[]>) => row[key]);
  expect(longest(of("templates"))).toBeLessThanOrEqual(LIST_SIZES["NotificationTemplates.templates"]!);
  expect(longest(of("variables", named.notificationTemplates))).toBeLessThanOrEqual(
    LIST_SIZES["NotificationTemplates.variables"]!,
  );
  const granted = groups.map(({ permissions }: { permissions: string[] | null }) => permissions ?? []);
  expect(longest(granted)).toBeLessThanOrEqual(LIST_SIZES["Group.permissions"]!);
  expect(site.viewerPermissions.length).toBeLessThanOrEqual(LIST_SIZES["Site.viewerPermissions"]!);
});

test("the work of counting grows with the text of a document, not with what it unfolds to", () => {
  const fragments = Array.from(
    { length: 60 },
    (_, i) => `fragment F${i} on User { ...F${i + 1} ...F${i + 1} a${i}: id }`,
  );
  const document = parse(`{ viewer { ...F0 } } ${fragments.join(" ")} fragment F60 on User { id }`);

  // 2^60 fields, were each spread unfolded; the sum stops at what nobody counts beyond.
  expect(costOf(forum.app.schema, document, {})).toBeGreaterThan(COST_MAX);
});
