import { afterAll, beforeAll, expect, test } from "vitest";
import { run } from "../../server/core/sql.ts";
import { Forum } from "../support/forum.ts";

let forum: Forum;
beforeAll(async () => void (forum = await Forum.open()));
afterAll(() => forum.close());

test("what older rules have rendered is rendered again, and keeps its mentions", async () => {
  const ada = await forum.member();
  const publish = `mutation ($input: PublishThreadInput!) { publishThread(input: $input) { id } }`;
  const input = { categoryId: await forum.categoryId(), title: "T", body: `**Hello** @${ada.nickname}` };
  const { publishThread } = await ada.graphql(publish, { input });
  const id = Number(publishThread.id);
  await forum.write((ctx) =>
    run(ctx, "UPDATE threads SET bodyHtml = 'old', markdownVersion = 0 WHERE id = ?", [id]),
  );

  await forum.app.clock.runAll(["renderOldBodies"]);

  const { thread } = await ada.graphql(`query ($id: ID!) { thread(id: $id) { bodyHtml } }`, { id });
  expect(thread.bodyHtml).toContain("<strong>Hello</strong>");
  expect(thread.bodyHtml).toContain(`/user/${ada.id}`);
});
