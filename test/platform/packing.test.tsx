import fc from "fast-check";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "graphql";
import { expect, test } from "vitest";
import { pack, type PackedAnswer, unpack } from "../../client/apollo/packing.ts";
import { PageTexts, readPageTexts } from "../../client/platform/pageTexts.ts";

/** Answers travel packed within the page, without the texts that the page shows. */

const nothing = (): undefined => undefined;
const sent = (packed: PackedAnswer) => JSON.parse(JSON.stringify(packed)) as PackedAnswer;

const QUERY = parse(`
  query ($id: ID!) {
    all: posts(first: 3) { nodes { id ...Row } pageInfo { hasNextPage } }
    post(id: $id) { ...Row ... on Post { id parent { id } } }
    count
  }
  fragment Row on Post { likes tags author { id name ...Card } bodyHtml excerpt }
  fragment Card on User { group { id name } }
`);

const person = fc.record({
  id: fc.string(),
  name: fc.string(),
  group: fc.constantFrom(
    { id: "1", name: "A", __typename: "Group" },
    { id: "2", name: "B", __typename: "Group" },
  ),
  __typename: fc.constant("User"),
});
const row = fc.record({
  id: fc.string(),
  likes: fc.integer(),
  tags: fc.array(fc.oneof(fc.boolean(), fc.constant(null))),
  author: fc.option(person),
  bodyHtml: fc.string(),
  excerpt: fc.option(fc.string()),
  __typename: fc.constant("Post"),
});
const answer = fc.record({
  all: fc.record({
    nodes: fc.array(row),
    pageInfo: fc.record({ hasNextPage: fc.boolean(), __typename: fc.constant("PageInfo") }),
    __typename: fc.constant("PostConnection"),
  }),
  post: fc.option(
    fc
      .tuple(row, fc.option(fc.record({ id: fc.string(), __typename: fc.constant("Post") })))
      .map(([whole, parent]) => ({ ...whole, parent })),
  ),
  count: fc.integer(),
});

test("whatever was packed comes out again, with and without the texts", () => {
  fc.assert(
    fc.property(answer, (data) => {
      expect(unpack(QUERY, sent(pack(QUERY, data, nothing)), nothing)).toEqual(data);
      const texts: string[] = [];
      const numberOf = (field: string, text: string) =>
        field === "bodyHtml" ? texts.push(text) - 1 : undefined;
      expect(unpack(QUERY, sent(pack(QUERY, data, numberOf)), (number) => texts[number])).toEqual(data);
    }),
  );
});

test("what is the same in all rows is sent once, and no name at all", () => {
  const author = {
    id: "1",
    name: "Ada",
    group: { id: "1", name: "会员", __typename: "Group" },
    __typename: "User",
  };
  const nodes = Array.from({ length: 20 }, (_, id) => {
    return { id: `${id}`, likes: 0, tags: [], author, bodyHtml: `${id}`, excerpt: null, __typename: "Post" };
  });
  const text = JSON.stringify(pack(QUERY, { all: { nodes }, post: null, count: 1 }, nothing));
  expect(text.split("会员")).toHaveLength(2);
  expect(text.split('"Post"')).toHaveLength(2);
  expect(text).not.toContain("excerpt");
});

test("a text on the page is named by its number and read from the page", () => {
  const html = `<p>"Hello" &amp; <b>you</b></p>`;
  const texts = new PageTexts();
  const [body, words] = [texts.add(html), texts.add("1 < 2 & 3")];
  document.body.innerHTML = `<div data-prose="${body}">${html}</div><bdi data-words="${words}">1 &lt; 2 &amp; 3</bdi>`;
  const query = parse("{ posts { bodyHtml excerpt title } }");
  const data = { posts: [{ bodyHtml: html, excerpt: "1 < 2 & 3", title: "1 < 2 & 3", __typename: "Post" }] };
  const packed = pack(query, data, (field, text) => (field === "title" ? undefined : texts.numberOf(text)));
  expect(JSON.stringify(packed)).not.toContain("Hello");
  const shown = readPageTexts(document.body);
  expect(unpack(query, packed, (number) => shown.get(number))).toEqual(data);
});

test("a text that is gone from the page is missing, so that it is asked for", () => {
  const query = parse("{ post { id bodyHtml } }");
  const packed = pack(query, { post: { id: "1", bodyHtml: "here", __typename: "Post" } }, (field) =>
    field === "bodyHtml" ? 0 : undefined,
  );
  expect(unpack(query, packed, nothing)).toEqual({
    post: { id: "1", bodyHtml: undefined, __typename: "Post" },
  });
});

test("pages ask for what packing counts on: no abstract types, and scalars that are no objects", () => {
  const schema = readFileSync(join(import.meta.dirname, "../../schema.graphql"), "utf8");
  expect(schema.match(/^(?:interface|union) \w+/gm)).toEqual(["union Node"]);
  // Programs alone ask for things by their ids.
  const pages = readFileSync(join(import.meta.dirname, "../../client/gql/graphql.ts"), "utf8");
  expect(pages).not.toMatch(/"value":"nodes?"\},"arguments"/);
  expect(schema.match(/^scalar .*$/gm)).toEqual(["scalar Cents", "scalar DateTimeISO"]);
});
