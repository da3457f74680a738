import assert from "node:assert/strict";
import { test } from "node:test";
import { loadPlugin } from "@luntan/plugin-kit";

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
  await assert.rejects(server.before("publishThread", { body: "Poll: alone" }, ada), /2 to 10/);
  assert.equal(await server.before("publishThread", { body: "No poll" }, ada), null);
});

test("who may not start polls publishes none, by no edit either; lines are written with each option once", async () => {
  const server = await open();
  const guest = { viewerId: "2", canInsert: false };
  for (const event of ["publishThread", "editThread"]) {
    await assert.rejects(server.before(event, { threadId: "5", body }, guest), /may not start polls/);
    const changed = await server.before(event, { threadId: "5", body }, ada);
    assert.equal(changed.body, "Where do we meet?\n\nPoll: Harbour / Hill / Old town");
  }
  assert.equal(await server.before("editThread", { threadId: "5", title: "Where?" }, guest), null);
});

test("the options of a poll stay as they are when the text is edited", async () => {
  const server = await open();
  await server.event("threadPublished", { threadId: "5" });
  const edit = (text) => server.before("editThread", { threadId: "5", body: text }, ada);
  assert.equal(await edit(`${body}\n\nSoon.`), null);
  await assert.rejects(edit("Poll: Moon / Mars"), /stay as they are/);
});

test("authors add a poll to a thread of theirs, once", async () => {
  const server = await plugin.openServer({
    answers: async () => ({ thread: { id: "5", author: { id: "1" } } }),
  });
  const start = (asking) =>
    server.mutation("start", { threadId: "5", options: ["Moon", " Moon", "Mars"] }, asking);
  await assert.rejects(start({ viewerId: "2" }), /Only the author/);
  const [first, second] = await Promise.allSettled([start(ada), start(ada)]);
  assert.deepEqual(
    first.value.options.map(({ text }) => text),
    ["Moon", "Mars"],
  );
  assert.match(second.reason.message, /already/);
});

test("a deleted thread takes its poll with it", async () => {
  const server = await open();
  await server.event("threadPublished", { threadId: "5" });
  await server.event("threadDeleted", { threadId: "5" });
  assert.deepEqual(await server.query("polls", { threadIds: ["5"] }), []);
});

test("the composer offers a poll, and threads without one show nothing", async () => {
  assert.match(await plugin.render("plugin_post@post_extension_content_hook"), /Add a poll/);
  const DETAIL = "plugin_detail@thread_extension_display_hook";
  assert.equal(await plugin.render(DETAIL), "");
  const props = { data: { author: { id: "1" } } };
  assert.match(await plugin.render(DETAIL, { props }), /Add a poll/);
  assert.equal(await plugin.render(DETAIL, { props: { ...props, viewerCanInsert: false } }), "");
});
