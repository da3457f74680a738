import { afterAll, beforeAll, expect, test } from "vitest";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";

/** Deleted groups come back as one: what they are, what they may do, and who was in them. */
const DELETE = `mutation ($ids: [ID!]!) { deleteGroups(ids: $ids) { id names memberCount undoneAt } }`;
const UNDO = `mutation ($id: ID!) { undoGroupDeletion(deletionId: $id) { id undoneAt } }`;

let forum: Forum;
let admin: Person;
beforeAll(async () => {
  forum = await Forum.open();
  admin = await forum.admin();
});
afterAll(() => forum.close());

let made = 0;
const create = async (more: object = {}): Promise<string> => {
  const input = { name: `Group ${++made}`, ...more };
  return (
    await admin.graphql(`mutation ($input: GroupInput!) { createGroup(input: $input) { id } }`, { input })
  ).createGroup.id;
};
const paid = () => create({ isPaid: true, fee: 100, days: 30 });
const remove = async (...ids: string[]) => (await admin.graphql(DELETE, { ids })).deleteGroups;
const undo = (id: string) => admin.graphql(UNDO, { id });
const groups = () => forum.rows("SELECT * FROM `groups` ORDER BY id");
const memberOf = async ({ id }: Person) =>
  (await forum.rows("SELECT groupId, groupExpiresAt FROM users WHERE id = ?", [id]))[0]!;
const grantsOf = async (id: string): Promise<string[]> =>
  (await admin.graphql(`{ groups { id permissions } }`)).groups.find((each: { id: string }) => each.id === id)
    .permissions;

test("a group comes back with its look, its permissions and its members, whose membership ends when it was to end", async () => {
  const id = await create({
    color: "#116633",
    icon: "/files/site/tea.png",
    description: "Leaves",
    notice: "Hot",
    type: "tea",
    scale: 3,
    isCommission: true,
    isDisplay: true,
  });
  const category = await forum.categoryId();
  const permissions = ["thread.reply", `category${category}.createThread`];
  await admin.graphql(
    `mutation ($id: ID!, $p: [String!]!) { setGroupPermissions(groupId: $id, permissions: $p) }`,
    {
      id,
      p: permissions,
    },
  );
  const [ann, ben] = [await forum.join(Number(id)), await forum.join(Number(id))];
  await admin.graphql(
    `mutation ($u: ID!, $g: ID!) { setUserGroup(userId: $u, groupId: $g, expiresAt: "2099-01-01T00:00:00.000Z") { id } }`,
    { u: String(ben.id), g: id },
  );
  const before = [await groups(), await memberOf(ann), await memberOf(ben)];

  const deletion = await remove(id);
  expect(deletion).toMatchObject({ names: [`Group ${made}`], memberCount: 2, undoneAt: null });
  expect(await memberOf(ben)).toEqual({ groupId: 10, groupExpiresAt: null });

  await undo(deletion.id);
  expect([await groups(), await memberOf(ann), await memberOf(ben)]).toEqual(before);
  expect(await grantsOf(id)).toEqual([...permissions].sort());
});

test("who was given another group meanwhile stays there", async () => {
  const [id, elsewhere] = [await create(), await create()];
  const [ann, ben] = [await forum.join(Number(id)), await forum.join(Number(id))];
  const { id: deletionId } = await remove(id);
  await admin.graphql(`mutation ($u: ID!, $g: ID!) { setUserGroup(userId: $u, groupId: $g) { id } }`, {
    u: String(ann.id),
    g: elsewhere,
  });

  await undo(deletionId);
  expect([(await memberOf(ann))["groupId"], (await memberOf(ben))["groupId"]]).toEqual([
    Number(elsewhere),
    Number(id),
  ]);
});

test("paid groups that were deleted together have their ranks again, and the others theirs", async () => {
  const ids = [await paid(), await paid(), await paid(), await paid()];
  const levels = async () =>
    (await forum.rows<{ level: number }>("SELECT level FROM `groups` WHERE isPaid = 1 ORDER BY id")).map(
      ({ level }) => Number(level),
    );
  expect(await levels()).toEqual([1, 2, 3, 4]);

  const { id: deletionId } = await remove(ids[0]!, ids[1]!);
  expect(await levels()).toEqual([1, 2]);
  await undo(deletionId);
  expect(await levels()).toEqual([1, 2, 3, 4]);

  const { id: second } = await remove(ids[3]!);
  const filled = [await paid(), await paid()];
  await expect(undo(second)).rejects.toMatchObject({ code: "ALREADY_EXISTS" });
  expect(await levels()).toEqual([1, 2, 3, 4, 5]);
  await remove(...filled, ids[0]!, ids[1]!, ids[2]!);
});

test("a deletion is undone once, and not over a group that took the name", async () => {
  const id = await create();
  const { id: deletionId } = await remove(id);
  await create({ name: `Group ${made}` });
  const before = await groups();

  await expect(undo(deletionId)).rejects.toMatchObject({ code: "ALREADY_EXISTS" });
  expect(await groups()).toEqual(before);

  const { id: other } = await remove(await create());
  await undo(other);
  await expect(undo(other)).rejects.toMatchObject({ code: "CONFLICT" });
});

test("grants for a category that is gone by then stay away, and the log tells what came back", async () => {
  const id = await create();
  const { createCategory } = await admin.graphql(
    `mutation { createCategory(input: {name: "Gone soon"}) { id } }`,
  );
  await admin.graphql(
    `mutation ($id: ID!, $p: [String!]!) { setGroupPermissions(groupId: $id, permissions: $p) }`,
    {
      id,
      p: [`category${createCategory.id}.thread.reply`, "thread.reply"],
    },
  );
  const { id: deletionId } = await remove(id);
  await admin.graphql(`mutation ($id: ID!) { deleteCategory(id: $id) }`, { id: createCategory.id });

  await undo(deletionId);
  expect(
    await forum.rows("SELECT permission FROM group_permissions WHERE groupId = ?", [Number(id)]),
  ).toEqual([{ permission: "thread.reply" }]);
  const { auditLog } = await admin.graphql(
    `{ auditLog(first: 1, action: "undoGroupDeletion") { nodes { target after } } }`,
  );
  expect(auditLog.nodes[0]).toMatchObject({ target: `group:${id}` });
  expect(auditLog.nodes[0].after).toContain("thread.reply");
});
