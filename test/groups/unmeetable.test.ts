import { afterAll, beforeAll, expect, test } from "vitest";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";

/** A restriction that nobody could meet any more goes with the setting that it needs. */
const SAVE = `mutation ($v: String!) { saveSettings(entries: [{tag: "qcloud", key: "qcloud_sms", value: $v}]) { id } }`;

let forum: Forum;
let admin: Person;
beforeAll(async () => {
  forum = await Forum.open();
  admin = await forum.admin();
});
afterAll(() => forum.close());

test("text messages off: the very next question finds the group without the restriction, undone: with it", async () => {
  const cloud = `mutation { saveSettings(entries: [{tag: "qcloud", key: "qcloud_close", value: "1"}]) { id } }`;
  await admin.graphql(cloud);
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
