import * as React from "react";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventOf } from "../../client/plugins/beacon.ts";
import * as hostReact from "../../client/plugins/host/react.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { packageOf } from "./packing.ts";
import { installOn } from "./people.ts";

/** The usage beacon (spec §7): what is sent, what is counted, what is refused. */
const SETTINGS = `mutation ($entries: [SettingInput!]!) { saveSettings(entries: $entries) { id } }`;
const TOKEN = "metrics-token-of-the-tests";
const plugin = {
  name: "welcome",
  appid: "welcome-app",
  version: "1.2.3",
  type: "widget",
  authorName: "Ada",
  authorEmail: "ada@example.org",
};
const place = { target: "plugin_index", hookName: "header_insert_before_hook", platform: ["pc"] };
const event = eventOf(plugin, place, "/");

let forum: Forum;
let admin: Person;
beforeAll(async () => {
  forum = await Forum.open({ env: { METRICS_TOKEN: TOKEN } });
  admin = await forum.admin();
  await installOn(admin, packageOf());
});
afterAll(() => forum.close());

const send = async (body: object) => (await forum.visitor().post("/plugin-beacon", body)).status;
const counted = async (): Promise<string[]> => {
  const answer = await forum.visitor().get("/metrics", { authorization: `Bearer ${TOKEN}` });
  return answer.text.split("\n").filter((line) => line.startsWith("luntan_plugin_registrations_total{"));
};

test.each([
  ["/", "/"],
  ["/thread/512", "/thread/:id"],
  ["/user/7/likes", "/user/:id/likes"],
  ["/topic/%E6%9C%88", "/topic/:id"],
  ["/plugin/calendar", "/plugin/calendar"],
])("of the page %s the event names %s", (path, expected) => {
  expect(eventOf(plugin, { ...place, path: "/x" }, path)).toMatchObject({
    page_url: expected,
    plugin_path: "/x",
    plugin_platform_pc: true,
    plugin_platform_h5: false,
  });
});

test("nothing is taken unless the site wants it; then registrations of what is installed are counted", async () => {
  expect(await send({ events: [event] })).toBe(404);
  await admin.graphql(SETTINGS, { entries: [{ key: "plugin_beacon", value: "1" }] });
  const others = [
    { ...event, plugin_name_en: "unknown" },
    { ...event, plugin_target: "plugin_detail" },
  ];
  expect(await send({ events: [event, event, ...others] })).toBe(204);
  expect(await counted()).toEqual([
    'luntan_plugin_registrations_total{plugin="welcome",place="plugin_index@header_insert_before_hook"} 2',
  ]);
  const refused = [
    {},
    { events: "x" },
    { events: [{ ...event, page_url: "/thread/5" }] },
    { events: [{ ...event, page_url: "/?q=moon" }] },
    { events: [{ ...event, userId: "5" }] },
    { events: Array.from({ length: 101 }, () => event) },
  ];
  for (const body of refused) expect(await send(body), JSON.stringify(body).slice(0, 80)).toBe(400);
});

test("plugins import every name of the page's React but those for tests", () => {
  const own = Object.keys(React).filter(
    (name) => !/^(__|unstable_|act$|default$|ViewTransition$)/.test(name),
  );
  expect(own.filter((name) => !(name in hostReact))).toEqual([]);
});
