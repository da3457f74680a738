import { afterAll, beforeAll, expect, test } from "vitest";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { createCategory, publish } from "../threads/content.ts";

const UPDATE = `mutation ($id: ID!, $input: CategoryInput!) { updateCategory(id: $id, input: $input) { id name parentId } }`;
const DELETE = `mutation ($id: ID!) { deleteCategory(id: $id) }`;
const TREE = `{ categories { id name viewerCanPublish children { id children { id } } } }`;

let forum: Forum;
let admin: Person;
beforeAll(async () => {
  forum = await Forum.open();
  admin = await forum.admin();
});
afterAll(() => forum.close());

test("a new forum has one category, and administrators build a tree of two levels", async () => {
  const [first] = (await forum.visitor().graphql(TREE)).categories;
  expect(first).toMatchObject({ name: "默认板块", viewerCanPublish: false, children: [] });

  const parent = await createCategory(admin, "Tea");
  const child = await createCategory(admin, "Green tea", parent);

  const { categories } = await forum.visitor().graphql(TREE);
  expect(categories).toContainEqual({
    id: parent,
    name: "Tea",
    viewerCanPublish: false,
    children: [{ id: child, children: [] }],
  });
  await expect(createCategory(admin, "Third", child)).rejects.toMatchObject({ code: "INVALID_PARAMETER" });
  await expect(createCategory(admin, "Lost", "99999")).rejects.toMatchObject({ code: "INVALID_PARAMETER" });
  for (const parentId of [parent, child]) {
    await expect(
      admin.graphql(UPDATE, { id: parent, input: { name: "Tea", parentId } }),
    ).rejects.toMatchObject({ code: "INVALID_PARAMETER" });
  }
  expect((await admin.graphql(UPDATE, { id: child, input: { name: "Sencha" } })).updateCategory).toEqual({
    id: child,
    name: "Sencha",
    parentId: null,
  });
});

test("a category has a colour: the chosen one, its parent's, or one of its own number", async () => {
  const create = async (input: object): Promise<{ id: string; color: string; displayColor: string }> => {
    const document = `mutation ($input: CategoryInput!) { createCategory(input: $input) { id color displayColor } }`;
    return (await admin.graphql(document, { input })).createCategory;
  };
  const parent = await create({ name: "Coffee", color: "#C2410C" });
  const child = await create({ name: "Filter", parentId: parent.id });
  const own = await create({ name: "Espresso", parentId: parent.id, color: "#123456" });
  const [one, other] = [await create({ name: "Milk" }), await create({ name: "Honey" })];

  expect(parent).toMatchObject({ color: "#c2410c", displayColor: "#c2410c" });
  expect(child).toMatchObject({ color: "", displayColor: "#c2410c" });
  expect(own).toMatchObject({ color: "#123456", displayColor: "#123456" });
  expect(one.displayColor).toMatch(/^#[0-9a-f]{6}$/);
  expect(one.displayColor).not.toBe(other.displayColor);

  await admin.graphql(UPDATE, { id: parent.id, input: { name: "Coffee", color: "#0c8599" } });
  const { category } = await forum
    .visitor()
    .graphql(`query ($id: ID!) { category(id: $id) { displayColor } }`, { id: child.id });
  expect(category).toEqual({ displayColor: "#0c8599" });
  for (const color of ["red", "#12345", "#1234567", "url(x)", "#12345g", "#123456;x"]) {
    await expect(create({ name: "Bad", color }), color).rejects.toMatchObject({ code: "INVALID_PARAMETER" });
  }
});

test("a parent appears if a child may be viewed, and only that child under it", async () => {
  const parent = await createCategory(admin, "House");
  const open = await createCategory(admin, "Garden", parent);
  await createCategory(admin, "Cellar", parent);
  const guest = await forum.join(
    await forum.group([`category${open}.viewThreads`, `category${open}.createThread`]),
  );

  const { categories } = await guest.graphql(TREE);

  expect(categories).toEqual([
    { id: parent, name: "House", viewerCanPublish: false, children: [{ id: open, children: [] }] },
  ]);
});

test("a category that holds something is kept; an empty one goes with what was granted for it", async () => {
  const ada = await forum.member();
  const parent = await createCategory(admin, "Full");
  const child = await createCategory(admin, "Inside", parent);
  const { id } = await publish(ada, { categoryId: child });
  await ada.graphql(`mutation ($id: ID!) { deleteThread(threadId: $id) { id } }`, { id });

  await expect(admin.graphql(DELETE, { id: parent })).rejects.toMatchObject({ code: "IN_USE" });
  const says = expect.stringMatching(/1 deleted threads|1 个已删除的主题/) as string;
  await expect(admin.graphql(DELETE, { id: child })).rejects.toMatchObject({ code: "IN_USE", message: says });
  const empty = await createCategory(admin, "Empty");
  await forum.group([`category${empty}.viewThreads`]);
  expect(await admin.graphql(DELETE, { id: empty })).toEqual({ deleteCategory: true });
  expect(
    await forum.rows("SELECT permission FROM group_permissions WHERE permission LIKE ?", [
      `category${empty}.%`,
    ]),
  ).toEqual([]);
  await expect(admin.graphql(DELETE, { id: empty })).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test.each([
  ["a visitor", "LOGIN_REQUIRED"],
  ["a moderator", "FORBIDDEN"],
])("%s builds no categories: %s", async (who, code) => {
  const person = who === "a visitor" ? forum.visitor() : await forum.moderator();

  await expect(createCategory(person, "Mine")).rejects.toMatchObject({ code });
});

test("the log tells what became of a category: what it was before, what it is, and which grants went with it", async () => {
  const id = await createCategory(admin, "Logged");
  const groupId = await forum.group([
    `category${id}.viewThreads`,
    `category${id}.thread.reply`,
    "viewThreads",
  ]);
  await admin.graphql(UPDATE, { id, input: { name: "Logged twice", description: "Now with words" } });
  await admin.graphql(DELETE, { id });

  const entries = await forum.rows<{ action: string; target: string; before: string; after: string }>(
    "SELECT a.action, a.target, a.`before`, a.`after` FROM audit_log a WHERE a.target = ? OR a.target = ? ORDER BY a.id",
    [`category:${id}`, `group:${groupId}`],
  );
  const told = entries.map(({ action, target, before, after }) => [
    action,
    target,
    ...[before, after].map((text) => (text === null ? null : (JSON.parse(text) as unknown))),
  ]);
  const made = { name: "Logged", description: "", icon: "", color: "", sort: 0, parentId: null };
  const changed = { ...made, name: "Logged twice", description: "Now with words" };
  expect(told).toEqual([
    ["createCategory", `category:${id}`, null, made],
    ["updateCategory", `category:${id}`, made, changed],
    ["deleteCategory", `group:${groupId}`, [`category${id}.thread.reply`, `category${id}.viewThreads`], []],
    ["deleteCategory", `category:${id}`, changed, null],
  ]);
});
