import assert from "node:assert/strict";
import { test } from "node:test";
import { loadPlugin } from "luntan-plugin-kit";

const plugin = await loadPlugin(import.meta.dirname);
const body = "Where do we meet?\n\nPoll: Harbour / Hill / Harbour / Old town";
const open = () => plugin.openServer({ answers: async () => ({ thread: { id: "5", body } }) });
const ada = { viewerId: "1" };

test("a line in a published text becomes a poll, in which everybody votes once", async () => {
  const server = await open();
  await server.event("threadPublished", { threadId: "5" });
  await server.event("threadPublished", { threadId: "5" });
  const [poll] = await server.query("polls", { threadIds: ["5", "6"] });
  assert.deepEqual(
    poll.options.map(({ text }) => text),
    ["Harbour", "Hill", "Old town"],
  );
  const voted = await server.mutation("vote", { optionId: poll.options[1].id }, ada);
  assert.equal(voted.total, 1);
  assert.equal(voted.mine, poll.options[1].id);
  await assert.rejects(server.mutation("vote", { optionId: poll.options[0].id }, ada), /voted already/);
});

test("a poll of one option is refused before it is published, a text without one is not", async () => {
  const server = await open();
  await assert.rejects(server.before("publishThread", { body: "Poll: alone" }), /2 to 10/);
  assert.equal(await server.before("publishThread", { body: "No poll" }), null);
});

test("a deleted thread takes its poll with it", async () => {
  const server = await open();
  await server.event("threadPublished", { threadId: "5" });
  await server.event("threadDeleted", { threadId: "5" });
  assert.deepEqual(await server.query("polls", { threadIds: ["5"] }), []);
});

test("the composer offers a poll, and threads without one show nothing", async () => {
  assert.match(await plugin.render("plugin_post@post_extension_content_hook"), /Add a poll/);
  assert.equal(await plugin.render("plugin_detail@thread_extension_display_hook"), "");
});
