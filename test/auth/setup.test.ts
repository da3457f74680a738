import { afterAll, beforeAll, expect, test } from "vitest";
import { ensureFirstAdmin } from "../../server/features/auth/accounts/setup.service.ts";
import { Forum } from "../support/forum.ts";

const CLAIM = `mutation ($input: ClaimAdminInput!) { claimAdmin(input: $input) { viewer { group { id } } } }`;
const operator = { username: "operator", password: "secret-12", nickname: "站长" };

let forum: Forum;
beforeAll(async () => void (forum = await Forum.open()));
afterAll(() => forum.close());

test("a new forum has the preset groups, a category and a welcome thread", async () => {
  const { groups, categories, threads } = await forum.visitor().graphql(`
    { groups { id } categories { name } threads(first: 5) { nodes { title body author { nickname } } } }`);

  expect(groups.map(({ id }: { id: string }) => id)).toEqual(["1", "5", "6", "7", "8", "10"]);
  expect(categories).toHaveLength(1);
  expect(threads.nodes).toHaveLength(1);
});

test("the link that the server prints makes one administrator and no second", async () => {
  const token = new URL(forum.app.setupUrl!).searchParams.get("token")!;
  await expect(
    forum.visitor().graphql(CLAIM, { input: { ...operator, token: "guessed" } }),
  ).rejects.toMatchObject({ code: "FORBIDDEN" });

  const { claimAdmin } = await forum.visitor().graphql(CLAIM, { input: { ...operator, token } });
  expect(claimAdmin.viewer.group.id).toBe("1");

  const second = { ...operator, username: "second", nickname: "second", token };
  await expect(forum.visitor().graphql(CLAIM, { input: second })).rejects.toMatchObject({
    code: "FORBIDDEN",
  });
  expect(await forum.rows("SELECT u.username FROM users u WHERE u.groupId = 1")).toEqual([
    { username: "operator" },
  ]);
});

test("two who use the link at the same moment do not both become administrator", async () => {
  const other = await Forum.open();
  try {
    const token = new URL(other.app.setupUrl!).searchParams.get("token")!;
    const claims = ["one", "two", "three", "four"].map((name) =>
      other.visitor().graphql(CLAIM, { input: { ...operator, username: name, nickname: name, token } }),
    );

    const outcomes = await Promise.allSettled(claims);

    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await other.rows("SELECT u.id FROM users u WHERE u.groupId = 1")).toHaveLength(1);
  } finally {
    await other.close();
  }
});

test("the configuration can name the first administrator, who then needs no link", async () => {
  const other = await Forum.open({ env: { ADMIN_USERNAME: "boss", ADMIN_PASSWORD: "secret-12" } });
  try {
    expect(other.app.setupUrl).toBeNull();
    const { login } = await other
      .visitor()
      .graphql(
        `mutation { login(input: {username: "boss", password: "secret-12"}) { viewer { group { id } } } }`,
      );
    expect(login.viewer.group.id).toBe("1");

    expect(await ensureFirstAdmin(other.app.context(), "another", "secret-12")).toBe(false);
    expect(other.logLines.join("")).toContain("ADMIN_USERNAME and ADMIN_PASSWORD do nothing");
  } finally {
    await other.close();
  }
});
