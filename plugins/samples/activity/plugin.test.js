import assert from "node:assert/strict";
import { test } from "node:test";
import { loadPlugin } from "@luntan/plugin-kit";

const plugin = await loadPlugin(import.meta.dirname);
const ada = { viewerId: "1" };
const bo = { viewerId: "2" };
const HOUR_MS = 3_600_000;
const at = (hours) => new Date(Date.now() + hours * HOUR_MS).toISOString();
const input = { threadId: "5", title: "Picnic", content: "Bring cake.", startsAt: at(48), totalNumber: 2 };
const open = () => plugin.openServer({ answers: async () => ({ thread: { author: { id: "1" } } }) });

async function opened(change = {}) {
  const server = await open();
  await server.mutation("save", { input: { ...input, ...change } }, ada);
  return server;
}

test("members register until it is full, and may cancel", async () => {
  const server = await opened();
  assert.equal((await server.mutation("register", { threadId: "5", name: "Bo" }, bo)).currentNumber, 1);
  await assert.rejects(server.mutation("register", { threadId: "5" }, bo), /registered already/);
  const together = await Promise.allSettled(
    ["3", "4", "6"].map((viewerId) => server.mutation("register", { threadId: "5" }, { viewerId })),
  );
  assert.equal(together.filter(({ status }) => status === "fulfilled").length, 1);
  assert.equal((await server.query("activity", { threadId: "5" }, bo)).isMemberFull, true);
  await server.mutation("cancel", { threadId: "5" }, bo);
  assert.equal((await server.mutation("register", { threadId: "5" }, { viewerId: "7" })).currentNumber, 2);
});

test("only the author adds it, and nobody changes it once somebody is registered", async () => {
  const server = await open();
  await assert.rejects(server.mutation("save", { input }, bo), /Only the author/);
  await server.mutation("save", { input }, ada);
  assert.equal((await server.mutation("save", { input: { ...input, title: "Walk" } }, ada)).title, "Walk");
  await server.mutation("register", { threadId: "5" }, bo);
  await assert.rejects(server.mutation("save", { input }, ada), /cannot be changed/);
});

for (const [change, reason] of [
  [{ title: "x".repeat(51) }, /1 to 50/],
  [{ content: "x".repeat(201) }, /at most 200/],
  [{ totalNumber: 10_001 }, /Between 0 and 10000/],
  [{ startsAt: "soon" }, /no time/],
  [{ endsAt: at(1) }, /ends before/],
])
  test(`it refuses ${JSON.stringify(change).slice(0, 40)}`, async () => {
    await assert.rejects(opened(change), reason);
  });

test("registration has its time", async () => {
  const server = await opened({ registerUntil: at(-1) });
  await assert.rejects(server.mutation("register", { threadId: "5" }, bo), /not open/);
});

test("where the site has set a word, who registers has to know it, and nobody is told", async () => {
  const settings = { word: "moonlight" };
  const answers = async () => ({ thread: { author: { id: "1" } } });
  const server = await plugin.openServer({ settings, answers });
  const saved = await server.mutation("save", { input }, ada);
  assert.equal(saved.needsWord, true);
  assert.doesNotMatch(JSON.stringify(saved), /moonlight/);
  for (const word of [undefined, "sunlight"])
    await assert.rejects(server.mutation("register", { threadId: "5", word }, bo), /word is wrong/);
  const registered = await server.mutation("register", { threadId: "5", word: " moonlight " }, bo);
  assert.equal(registered.isRegistered, true);
});

test("the organizer alone sees the list", async () => {
  const server = await opened();
  await server.mutation("register", { threadId: "5", name: "Bo", mobile: "123" }, bo);
  assert.equal((await server.query("registrations", { threadId: "5" }, ada))[0].name, "Bo");
  await assert.rejects(server.query("registrations", { threadId: "5" }, bo), /Only the organizer/);
});

test("authors are offered to add one", async () => {
  const PLACE = "plugin_detail@thread_extension_display_hook";
  const data = { author: { id: "1" } };
  assert.match(await plugin.render(PLACE, { props: { data } }), /Add an activity/);
  assert.equal(await plugin.render(PLACE, { userInfo: null, props: { data } }), "");
});
