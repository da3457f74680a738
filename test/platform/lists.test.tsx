import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ApolloLink, gql, Observable } from "@apollo/client";
import { buildSchema, isObjectType } from "graphql";
import { expect, test } from "vitest";
import { createClient } from "../../client/apollo/client.ts";
import { LISTS } from "../../client/apollo/lists.ts";
import { rereader } from "../../client/apollo/rereader.ts";
import { MessageDialogsDocument } from "../../client/gql/graphql.ts";

const THREADS = gql`
  query Threads($sort: ThreadSort, $after: String) {
    threads(sort: $sort, first: 2, after: $after) {
      nodes {
        id
        title
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`;

/** A forum with a list of threads, two on a page; the cursor of a row is its id. */
function forumOf(...ids: string[]) {
  const rows = [...ids];
  let asked = 0;
  const link = new ApolloLink(({ variables }) => {
    asked += 1;
    const from = variables["after"] ? rows.indexOf(variables["after"] as string) + 1 : 0;
    const page = rows.slice(from, from + 2);
    const nodes = page.map((id) => ({ __typename: "Thread", id, title: `Thread ${id}` }));
    const pageInfo = {
      __typename: "PageInfo",
      hasNextPage: from + 2 < rows.length,
      endCursor: page.at(-1) ?? null,
    };
    const list = { __typename: "ThreadConnection", nodes, pageInfo };
    return new Observable((observer) => {
      observer.next({ data: { threads: list } });
      observer.complete();
    });
  });
  const client = createClient(link);
  const query = client.watchQuery({ query: THREADS, variables: { sort: "HOT" } });
  const updates = query.subscribe(() => undefined);
  return { client, query, rows, asked: () => asked, close: () => updates.unsubscribe() };
}

type Data = { threads: { nodes: { id: string }[] } } | null;
const idsOf = (data: unknown) => (data as Data)?.threads.nodes.map(({ id }) => id) ?? null;
const shown = (query: { getCurrentResult(): { data?: unknown } }) => idsOf(query.getCurrentResult().data);
const settled = () => new Promise((done) => setTimeout(done));

test("every list of the schema has a policy, but for the replies of a thread, which have a window of their own", () => {
  const schema = buildSchema(readFileSync(join(import.meta.dirname, "../../schema.graphql"), "utf8"));
  const lists = Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .flatMap((type) =>
      Object.values(type.getFields())
        .filter((field) => /Connection!?$/.test(String(field.type)) && !field.deprecationReason)
        .map((field) => `${type.name}.${field.name}`),
    );
  const named = Object.entries(LISTS).flatMap(([type, fields]) => fields.map((field) => `${type}.${field}`));
  expect([...named, "Thread.posts"].sort()).toEqual(lists.sort());
});

test("the next page stands behind the first, and a row that moved between them stays where it was", async () => {
  const forum = forumOf("5", "4", "3", "2", "1");
  await settled();
  forum.rows.unshift("6");

  await forum.query.fetchMore({ variables: { after: "4" } });
  await settled();
  expect(shown(forum.query)).toEqual(["5", "4", "3", "2"]);

  forum.rows.splice(forum.rows.indexOf("3"), 1);
  forum.rows.push("3");
  await forum.query.fetchMore({ variables: { after: "2" } });
  await settled();
  expect(shown(forum.query)).toEqual(["5", "4", "3", "2", "1"]);
  forum.close();
});

test("a list that is read again begins at its start", async () => {
  const forum = forumOf("3", "2", "1");
  await settled();
  await forum.query.fetchMore({ variables: { after: "2" } });
  forum.rows.unshift("4");

  await forum.query.refetch();
  expect(shown(forum.query)).toEqual(["4", "3"]);
  forum.close();
});

test("lists in other orders, and those that an address begins in the middle, are lists of their own", async () => {
  const forum = forumOf("5", "4", "3", "2", "1");
  const { client } = forum;
  const read = (variables: object) => client.query({ query: THREADS, variables, fetchPolicy: "cache-first" });
  await settled();
  expect(idsOf((await read({ sort: "NEWEST", after: "3" })).data)).toEqual(["2", "1"]);
  expect(idsOf((await read({ sort: "NEWEST" })).data)).toEqual(["5", "4"]);
  expect(shown(forum.query)).toEqual(["5", "4"]);

  const before = forum.asked();
  await forum.query.fetchMore({ variables: { after: "4" } });
  expect(idsOf((await read({ sort: "HOT", after: "4" })).data)).toEqual(["3", "2"]);
  expect(forum.asked()).toBe(before + 1);
  forum.close();
});

test("reading anew keeps as many pages as are shown, and shows them at once", async () => {
  const forum = forumOf("5", "4", "3", "2", "1");
  await settled();
  await forum.query.fetchMore({ variables: { after: "4" } });
  const seen: unknown[] = [];
  const updates = forum.query.subscribe(({ data }) => void seen.push(idsOf(data)));
  forum.rows.unshift("6");

  const reread = rereader<Record<string, unknown>, Record<string, unknown>>(forum.client, {
    query: THREADS,
    variables: { sort: "HOT" },
    of: "threads" as never,
  });
  await reread();
  await settled();
  expect(seen.at(-1)).toEqual(["6", "5", "4", "3"]);
  expect(seen).not.toContainEqual(["6", "5"]);
  updates.unsubscribe();
  forum.close();
});

test("an answer without rows is an empty list, not a missing one", () => {
  const { client } = forumOf();
  const pageInfo = { __typename: "PageInfo" as const, hasNextPage: false, endCursor: null };
  const dialogs = { __typename: "DialogConnection" as const, nodes: [], pageInfo };
  client.writeQuery({ query: MessageDialogsDocument, data: { dialogs } });
  expect(client.readQuery({ query: MessageDialogsDocument })).toMatchObject({ dialogs: { nodes: [] } });
});
