import { execute, type ExecutionResult, type GraphQLError, type GraphQLSchema } from "graphql";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { operationName } from "../../client/apollo/answers.ts";
import { seedInto } from "../../server/cli/seed.ts";
import type { Context } from "../../server/core/context.ts";
import { LoaderStore } from "../../server/core/loaders.ts";
import { CompiledDocuments } from "../../server/graphql/compiledDocuments.ts";
import { PAGES } from "../pages/pageList.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { publish } from "../threads/content.ts";

/** Compiled queries answer as graphql-js does: every query of every page, to everybody, refusals and failures included. */

type Who = "visitor" | "member" | "limited" | "administrator";

/** Pages of things that are not there, or that are no addresses of things. */
const AMISS = [
  "/thread/999999",
  "/thread/comment/999999",
  "/thread/DELETED",
  "/thread/OWN?page=7",
  "/thread/OWN?sort=newest&after=nonsense",
  "/thread/99999999999999999999",
  "/thread/OWN/edit",
  "/category/999999",
  "/topic/999999",
  "/user/999999",
  "/admin/groups/999999",
  "/message?page=chat&userId=999999",
];
/** Every page three times, each query of it four times. */
const ALL_PAGES_TIMEOUT_MS = 90_000;
/** Queries with conditions, which graphql-js always answers. */
const CONDITIONAL = ["FundsAdminPage", "ThreadsAdminPage", "TopicsPage"];

let forum: Forum;
let people: Record<Who, Person>;
let ids: Readonly<Record<string, string>>;
beforeAll(async () => {
  forum = await Forum.open({ env: { PAGE_CACHE: "0" } });
  await seedInto(forum.app, { force: false, threads: 40, tell: () => undefined });
  people = {
    visitor: forum.visitor(),
    member: await forum.member(),
    limited: await forum.join(await forum.group([])),
    administrator: await forum.admin(),
  };
  const { member } = people;
  const own = { categoryId: await forum.categoryId(), title: "窗边的薄荷", body: "长得太快了。" };
  const deleted = (await publish(member, own)).id as string;
  await forum.write((ctx) =>
    ctx.db.query("UPDATE threads SET deletedAt = createdAt, visible = 0 WHERE id = ?", [deleted]),
  );
  const [commented] = await forum.rows<{ id: number }>(
    "SELECT p.id FROM posts p WHERE p.commentCount > 1 AND p.visible = 1 ORDER BY p.id LIMIT 1",
  );
  ids = { OWN: (await publish(member, own)).id as string, DELETED: deleted, REPLY: String(commented!.id) };
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => forum.close());

/** All of an answer that can be told apart: bytes of the data, and of each error its words, place and reason. */
function shown({ data, errors }: ExecutionResult): string {
  const told = ({ message, path, locations, extensions, originalError }: GraphQLError) => {
    const { name, message: reason } = originalError ?? {};
    return { message, path, locations, extensions, name, reason };
  };
  const text = JSON.stringify({ data, errors: errors?.map(told) });
  // The disk fills meanwhile.
  return text.replace(/"(freeBytes|databaseBytes)":\d+/g, '"$1":0');
}

interface Asked {
  readonly name: string;
  readonly wasCompiled: boolean;
  readonly failed: boolean;
}

/** Lets every query of the pages be answered in both ways. @returns the queries, as they are asked, and what differed */
function compareAll(): { asked: Asked[]; differences: object[] } {
  const asked: Asked[] = [];
  const differences: object[] = [];
  const inUse = CompiledDocuments.prototype.execute;
  vi.spyOn(CompiledDocuments.prototype, "execute").mockImplementation(async function (
    this: CompiledDocuments,
    ctx,
    document,
    variables,
  ) {
    const afresh = (): Context => ({ ...ctx, loaders: new LoaderStore() });
    const { schema } = this as unknown as { schema: GraphQLSchema };
    const expected = await execute({ schema, document, contextValue: afresh(), variableValues: variables });
    let compiled: ExecutionResult | null = null;
    for (let use = 0; use < 3; use++) compiled ??= await this.answer(afresh(), document, variables);
    const whole = await inUse.call(this, afresh(), document, variables);
    const name = operationName(document);
    // Thrown here it would only be a failed page.
    for (const answer of compiled ? [compiled, whole] : [whole]) {
      if (shown(answer) !== shown(expected))
        differences.push({ name, variables, answer: shown(answer), expected: shown(expected) });
    }
    asked.push({ name, wasCompiled: compiled !== null, failed: Boolean(expected.errors) });
    return expected;
  });
  return { asked, differences };
}

async function open(who: Who, path: string): Promise<number> {
  return (await people[who].get(path.replace(/OWN|REPLY|DELETED/, (name) => ids[name]!))).status;
}

test(
  "what pages ask for is answered alike, to visitors, members and administrators",
  async () => {
    const { asked, differences } = compareAll();
    const everything = Object.values(PAGES).flat();
    for (const who of ["visitor", "member", "administrator"] as const)
      for (const path of everything) await open(who, path);
    expect(differences).toEqual([]);
    const names = (wasCompiled: boolean) =>
      new Set(
        asked.filter((each) => each.wasCompiled === wasCompiled && !each.failed).map(({ name }) => name),
      );
    expect([...names(false)].sort()).toEqual(CONDITIONAL);
    expect(names(true).size).toBeGreaterThan(30);
  },
  ALL_PAGES_TIMEOUT_MS,
);

test("what is missing, refused or no address is told alike", async () => {
  const { asked, differences } = compareAll();
  for (const who of Object.keys(people) as Who[])
    for (const path of [
      ...AMISS,
      "/",
      "/thread/3",
      "/user/2",
      "/topic",
      "/search?keyword=番茄",
      "/admin/members",
    ])
      await open(who, path);
  expect(differences).toEqual([]);
  expect(asked.filter(({ failed }) => failed).length).toBeGreaterThan(20);
});

test("a failure of the server is told alike", async () => {
  const { asked, differences } = compareAll();
  const id = ids["OWN"]!;
  await forum.write((ctx) => ctx.db.query("UPDATE threads SET approval = 99 WHERE id = ?", [id]));
  await open("administrator", `/thread/${id}`);
  expect(differences).toEqual([]);
  expect(asked.some(({ failed }) => failed)).toBe(true);
});
