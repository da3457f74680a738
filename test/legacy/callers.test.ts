import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { run } from "../../server/core/sql.ts";
import { Forum } from "../support/forum.ts";
import { OldClient } from "../support/oldClient.ts";
import type { Person } from "../support/person.ts";
import { sendRaw } from "../support/rawRequest.ts";

/** Callers, and the paging of lists (legacy-facts 1.3, 1.4). */

let forum: Forum;
let keeper: Person;
let admin: OldClient;
beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  keeper = await forum.admin();
  admin = await OldClient.of(forum, keeper);
});
afterAll(() => forum.close());

/** Sends exactly these bytes as the administrator, or as `authorization` says. */
const send = (method: string, path: string, body = "", headers: Readonly<Record<string, string>> = {}) =>
  sendRaw(forum.url, method, path, body, { authorization: `Bearer ${admin.token}`, ...headers });

describe("who calls", () => {
  const who = async (path: string, headers: Readonly<Record<string, string>>): Promise<unknown> => {
    const { Code, Data } = (await send("GET", path, "", { authorization: "", ...headers })).envelope();
    return Code === 0 ? Data.id : Code;
  };

  test("is told by the header first, then the cookie, then the query if the site allows it", async () => {
    const bob = await forum.member();
    const bobs = (await OldClient.of(forum, bob)).token!;
    const own = `/api/v3/user?token=${admin.token}`;

    expect(await who("/api/v3/user", { authorization: `bearer ${bobs}` })).toBe(bob.id);
    expect(await who(own, { authorization: `Bearer ${bobs}` })).toBe(bob.id);
    expect(await who(own, { cookie: `access_token=${bobs}` })).toBe(bob.id);
    expect(
      await who("/api/v3/user", { authorization: `Bearer ${bobs}`, cookie: `access_token=${admin.token}` }),
    ).toBe(bob.id);
    expect(await who(own, {})).toBe(-3001);
    await admin.post("/api/settings.v2", [{ key: "api_query_token", tag: "default", value: 1 }]);
    expect(await who(own, {})).toBe(keeper.id);
    for (const token of ["x".repeat(50), "short", "eyJ0eXAi.eyJqdGki.c2ln", `luntan_${"x".repeat(43)}`])
      expect([token, await who(`/api/v3/user?token=${token}`, {})]).toEqual([token, -4011]);
    expect(await who("/api/v3/user?token=", {})).toBe(-3001);
    await admin.post("/api/settings.v2", [{ key: "api_query_token", tag: "default", value: 0 }]);
  });

  test.each([
    ["a token of the predecessor", "Bearer eyJ0eXAiOiJKV1QiLCJhbGciOiJSUzI1NiJ9.eyJqdGkiOiI1In0.c2ln"],
    ["no token at all", "Bearer "],
    ["another scheme", "Basic YWRhOnNlY3JldA=="],
    ["one that has ended", `Bearer luntan_${"y".repeat(43)}`],
  ])("with %s is nobody: -4011, so that the client forgets it", async (_what, authorization) => {
    const answer = await send("GET", "/api/v3/forum", "", { authorization });

    expect([answer.status, answer.envelope().Code]).toEqual([200, -4011]);
  });

  test.each([`luntan_${"y".repeat(43)}`, "luntan_short"])(
    "with the cookie %s that no session knows is nobody either",
    async (token) => {
      expect(await who("/api/v3/forum", { cookie: `access_token=${token}` })).toBe(-4011);
    },
  );

  test("without anything is a visitor, whose refusal comes before the parameters", async () => {
    expect(await who("/api/group.resource.v2?id=nonsense", {})).toBe(-4002);
    expect(await who("/api/v3/unreadnotification", {})).toBe(-4002);
  });
});

describe("pages of lists", () => {
  const page = async (query: string) => (await send("GET", `/api/stop-words.v2?${query}`)).envelope().Data;

  test("are numbered from 1, hold at most fifty, and name their neighbours whatever there is", async () => {
    await admin.post("/api/stop-words/batch.v2", {
      data: { type: "stop-words", words: Array.from({ length: 55 }, (_, index) => `paged${index}`) },
    });

    const first = await page("filter=paged&perPage=500&page=0");
    const last = await page("filter=paged&perPage=20&page=3&dzqPf=pc");

    expect(first).toMatchObject({
      currentPage: 1,
      perPage: 50,
      pageLength: 50,
      totalCount: 55,
      totalPage: 2,
    });
    expect(first.prePageUrl).toBe(`${forum.url}/api/stop-words.v2?filter=paged&perPage=500&page=1`);
    expect(last).toMatchObject({ currentPage: 3, perPage: 20, pageLength: 15, totalCount: 55, totalPage: 3 });
    expect([last.firstPageUrl, last.prePageUrl, last.nextPageUrl]).toEqual(
      [1, 2, 4].map(
        (number) => `${forum.url}/api/stop-words.v2?filter=paged&perPage=20&page=${number}&dzqPf=pc`,
      ),
    );
    expect(await page("filter=nothinglikethis")).toMatchObject({ pageData: [], pageLength: 0, totalPage: 0 });
  });
});

test("pictures are named with the site before them, for clients that run elsewhere", async () => {
  const ada = await forum.member();
  const path = "/files/people/00/11/ada.webp";
  await forum.write((ctx) =>
    run(ctx, "UPDATE users SET avatarUrl = ?, backgroundUrl = ? WHERE id = ?", [path, path, ada.id]),
  );
  const client = await OldClient.of(forum, ada);
  const categoryId = await forum.categoryId();
  const made = await client.post("/api/v3/thread.create", {
    title: "Look",
    categoryId: Number(categoryId),
    content: { text: "At me" },
  });
  const { threadId } = made.Data;
  await client.post("/api/v3/posts.create", { id: threadId, content: "Me, too" });
  await client.post("/api/v3/follow.create", { toUserId: keeper.id });

  const address = forum.url + path;
  expect((await admin.get("/api/v3/user", { userId: ada.id })).Data).toMatchObject({
    avatarUrl: address,
    originalAvatarUrl: address,
    backgroundUrl: address,
  });
  expect((await admin.get("/api/v3/thread.detail", { threadId })).Data.user.avatar).toBe(address);
  const posts = await admin.get("/api/v3/posts.list", { filter: { thread: threadId } });
  expect(posts.Data.pageData[0].user.avatar).toBe(address);
  const fans = await admin.get("/api/v3/follow.list", { filter: { type: 2 } });
  expect(fans.Data.pageData[0].user.avatar).toBe(address);
  expect((await admin.get("/api/v3/user")).Data.avatarUrl).toBe("");
});
