import assert from "node:assert/strict";
import { test } from "node:test";
import { loadPlugin } from "@luntan/plugin-kit";

const plugin = await loadPlugin(import.meta.dirname);
const ada = { viewerId: "1" };
const day = new Date().toISOString().slice(0, 10);

test("a member checks in once a day, and everybody sees the month", async () => {
  const server = await plugin.openServer();
  assert.equal(await server.mutation("checkIn", { day }, ada), true);
  assert.equal(await server.mutation("checkIn", { day }, ada), false);
  assert.deepEqual(await server.query("days", { memberId: "1", month: day.slice(0, 7) }), [
    Number(day.slice(8)),
  ]);
  assert.deepEqual(await server.query("days", { memberId: "2", month: day.slice(0, 7) }), []);
});

test("days of more than a year ago are forgotten, however many there are", async () => {
  const server = await plugin.openServer();
  for (let number = 0; number < 250; number++)
    await server.data.insert("days", { memberId: String(number), month: "2020-01", day: 1 });
  await server.mutation("checkIn", { day }, ada);
  await server.job("forget");
  assert.deepEqual(await server.data.count("days"), [{ key: null, n: 1 }]);
});

test("other days and what is no day are refused", async () => {
  const server = await plugin.openServer();
  for (const other of ["2020-01-01", "2020-13-01", "today"])
    await assert.rejects(server.mutation("checkIn", { day: other }, ada), /Only today/);
  await assert.rejects(server.query("days", { memberId: "1", month: "soon" }), /no month/);
});

test("the page offers today to members, and visitors sign in", async () => {
  const PAGE = "plugin_system@add_page_hook";
  assert.match(await plugin.render(PAGE), /Check in today/);
  assert.match(await plugin.render(PAGE, { userInfo: null, locale: "zh-CN" }), /登录后签到/);
});
