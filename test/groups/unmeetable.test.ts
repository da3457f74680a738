import { afterAll, beforeAll, expect, test } from "vitest";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";

/** A restriction that nobody could meet any more goes with the setting that it needs. */
const SAVE = `mutation ($v: String!) { saveSettings(entries: [{tag: "qcloud", key: "qcloud_sms", value: $v}]) { id } }`;
const CLOUD = `mutation { saveSettings(entries: [{tag: "qcloud", key: "qcloud_close", value: "1"}]) { id } }`;

let forum: Forum;
let admin: Person;
beforeAll(async () => {
  forum = await Forum.open();
  admin = await forum.admin();
});
afterAll(() => forum.close());

test("text messages off: a phone cannot be asked for, and the list of permissions says so", async () => {
  const isOffered = async (): Promise<boolean> => {
    const { permissionKeys } = await admin.graphql(`{ permissionKeys { key isOffered } }`);
    return permissionKeys.find(({ key }: { key: string }) => key === "publishNeedBindPhone").isOffered;
  };
  const groupId = await forum.group(["thread.reply"]);
  const permissions = ["thread.reply", "publishNeedBindPhone"];
  const grant = `mutation ($groupId: ID!, $permissions: [String!]!) { setGroupPermissions(groupId: $groupId, permissions: $permissions) }`;
  expect(await isOffered()).toBe(false);
  await expect(admin.graphql(grant, { groupId: String(groupId), permissions })).rejects.toMatchObject({
    code: "INVALID_PARAMETER",
    message: expect.stringContaining("No text messages are sent"),
  });
  const atTheOldDoor = () => admin.rest("POST", "/api/permission.v2", { groupId, permissions });
  expect(await atTheOldDoor()).toMatchObject({
    Code: -4001,
    Message: expect.stringContaining("No text messages are sent"),
  });

  await admin.graphql(CLOUD);
  await admin.graphql(SAVE, { v: "1" });
  expect(await isOffered()).toBe(true);
  expect((await atTheOldDoor()).Code).toBe(0);
  await admin.graphql(SAVE, { v: "0" });
});

test("text messages off: the very next question finds the group without the restriction, undone: with it", async () => {
  await admin.graphql(CLOUD);
  await admin.graphql(SAVE, { v: "1" });
  const groupId = await forum.group(["publishNeedBindPhone", "thread.reply"]);
  const permissions = async (): Promise<string[]> => {
    const { groups } = await admin.graphql(`{ groups { id permissions } }`);
    return groups.find(({ id }: { id: string }) => id === String(groupId)).permissions.sort();
  };
  expect(await permissions()).toEqual(["publishNeedBindPhone", "thread.reply"]);

  const { saveSettings } = await admin.graphql(SAVE, { v: "0" });
  expect(await permissions()).toEqual(["thread.reply"]);

  await admin.graphql(`mutation ($id: ID!) { undoSettings(saveId: $id) { id } }`, { id: saveSettings.id });
  expect(await permissions()).toEqual(["publishNeedBindPhone", "thread.reply"]);
});
