import { afterAll, beforeAll, expect, test } from "vitest";
import { run } from "../../../server/core/sql.ts";
import { Forum } from "../../support/forum.ts";

let forum: Forum;
beforeAll(async () => void (forum = await Forum.open()));
afterAll(() => forum.close());

test("the delivery log is paged by state, by channel, by both and by neither, without gap or repeat", async () => {
  const admin = await forum.admin();
  const states = ["SENT", "FAILED", "CANCELLED"];
  const channels = ["EMAIL", "PUSH", "SMS"];
  await forum.write(async (ctx) => {
    for (let n = 0; n < 40; n++)
      await run(
        ctx,
        `INSERT INTO notice_dispatches (userId, channel, subject, kind, state, attempts, dueAt, createdAt, error)
         VALUES (?, ?, ?, 'post.replied', ?, 1, ?, ?, '')`,
        [admin.id, channels[(n * 7) % 3]!, `page${n}`, states[Math.floor(n / 5) % 3]!, ctx.now, ctx.now],
      );
  });
  for (const state of [null, "FAILED"]) {
    for (const channel of [null, "PUSH"]) {
      const listed: number[] = [];
      for (let after: string | null = null; ;) {
        const { notificationDispatches: page } = await admin.graphql(
          `query ($state: NotificationDispatchState, $channel: NotificationChannel, $after: String) {
            notificationDispatches(state: $state, channel: $channel, first: 4, after: $after) {
              nodes { id } pageInfo { hasNextPage endCursor } } }`,
          { state, channel, after },
        );
        listed.push(...(page.nodes as { id: string }[]).map(({ id }) => Number(id)));
        if (!page.pageInfo.hasNextPage) break;
        after = page.pageInfo.endCursor as string;
      }
      const all = await forum.rows<{ id: number; state: string; channel: string }>(
        "SELECT d.id, d.state, d.channel FROM notice_dispatches d ORDER BY d.id DESC",
      );
      const wanted = all.filter(
        (each) => (!state || each.state === state) && (!channel || each.channel === channel),
      );
      expect(listed).toEqual(wanted.map(({ id }) => Number(id)));
    }
  }
});
