import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { packageFiles } from "../../plugins/kit/check.mjs";
import { installTrusted, switchPluginNamed } from "../../server/features/plugins/install.service.ts";
import { deliverPluginEvents } from "../../server/features/plugins/server-part/partEvents.service.ts";
import { HOST_MODULES } from "../../server/ssr/importMap.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { publish } from "../threads/content.ts";
import { zipOf } from "./packing.ts";
import { installOn } from "./people.ts";

/** The samples in a real forum, all at once: what their own tests prove with tables in memory, here with the database. */
const SAMPLES = resolve(import.meta.dirname, "../../plugins/samples");
const FRAMED = "counts";
const DETAIL = "plugin_detail@thread_extension_display_hook";

let forum: Forum;
let admin: Person;
let ada: Person;
let bo: Person;
beforeAll(async () => {
  forum = await Forum.open();
  const ctx = forum.app.context();
  admin = await forum.admin();
  for (const name of readdirSync(SAMPLES)) {
    const files = packageFiles(join(SAMPLES, name));
    if (name === FRAMED) {
      await installOn(admin, zipOf([...files].map(([name, content]) => ({ name, content }))));
      continue;
    }
    await installTrusted(ctx, files);
    await switchPluginNamed(ctx, name, true);
  }
  ada = await forum.member();
  bo = await forum.member();
});
afterAll(() => forum.close());

const call = (plugin: string, document: string, variables: object) => ({
  input: { plugin, document, variables: JSON.stringify(variables) },
});
const ask = async (person: Person, plugin: string, document: string, variables: object) =>
  JSON.parse(
    (
      await person.graphql(
        `query ($input: PluginCallInput!) { pluginQuery(input: $input) }`,
        call(plugin, document, variables),
      )
    ).pluginQuery,
  );
const change = async (person: Person, plugin: string, document: string, variables: object) =>
  JSON.parse(
    (
      await person.graphql(
        `mutation ($input: PluginCallInput!) { mutatePlugin(input: $input) }`,
        call(plugin, document, variables),
      )
    ).mutatePlugin,
  );
const write = async (person: Person, body: string): Promise<string> => {
  const { id } = await publish(person, { categoryId: await forum.categoryId(), title: "Where to?", body });
  await forum.delivered();
  await deliverPluginEvents(forum.app.context());
  return id;
};

test("all of them are shown side by side", async () => {
  const { site } = await forum.visitor().graphql(`{ site { pluginPlaces } }`);
  expect(site.pluginPlaces).toEqual(
    expect.arrayContaining([
      DETAIL,
      "plugin_global@header_replace_hook",
      "plugin_index@qrcode_replace_hook",
      "plugin_post@post_extension_content_hook",
      "plugin_system@add_page_hook/calendar",
    ]),
  );
});

test("a poll comes with its thread, takes one vote of each, and goes with it", async () => {
  const threadId = await write(ada, "Let us meet.\n\n投票：Harbour / Hill");
  const POLLS = `query ($ids: [ID!]!) { polls(threadIds: $ids) { options { id text votes } total mine } }`;
  const { polls } = await ask(bo, "poll", POLLS, { ids: [threadId] });
  const [harbour, hill] = polls[0].options;
  expect([harbour.text, hill.text]).toEqual(["Harbour", "Hill"]);
  const VOTE = `mutation ($id: ID!) { vote(optionId: $id) { total mine } }`;
  const votes = await Promise.allSettled(
    [harbour.id, hill.id, harbour.id, hill.id].map((id) => change(bo, "poll", VOTE, { id })),
  );
  expect(votes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  await expect(write(ada, "Poll: alone")).rejects.toMatchObject({ code: "INVALID_PARAMETER" });

  await admin.graphql(`mutation ($id: ID!) { deleteThread(threadId: $id) { id } }`, { id: threadId });
  await forum.delivered();
  await deliverPluginEvents(forum.app.context());
  expect((await ask(bo, "poll", POLLS, { ids: [threadId] })).polls).toEqual([]);
});

test("of many who register at once for two seats two get them, and the organizer exports them", async () => {
  const threadId = await write(ada, "A picnic.");
  const input = {
    threadId,
    title: "Picnic",
    content: "Cake",
    startsAt: new Date(Date.now() + 86_400_000).toISOString(),
    totalNumber: 2,
  };
  const SAVE = `mutation ($input: ActivityInput!) { save(input: $input) { title mine } }`;
  await expect(change(bo, "activity", SAVE, { input })).rejects.toMatchObject({ code: "INVALID_PARAMETER" });
  expect(await change(ada, "activity", SAVE, { input })).toEqual({ save: { title: "Picnic", mine: true } });
  const people = [bo, await forum.member(), await forum.member(), await forum.member()];
  const REGISTER = `mutation ($id: ID!) { register(threadId: $id, name: "Somebody") { currentNumber } }`;
  const answers = await Promise.allSettled(
    people.map((person) => change(person, "activity", REGISTER, { id: threadId })),
  );
  expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
  const LIST = `query ($id: ID!) { registrations(threadId: $id) { memberId name } }`;
  expect((await ask(ada, "activity", LIST, { id: threadId })).registrations).toHaveLength(2);
  await expect(ask(bo, "activity", LIST, { id: threadId })).rejects.toMatchObject({
    code: "INVALID_PARAMETER",
  });

  const { thread } = await ada.graphql(
    `query ($id: ID!) { thread(id: $id) { pluginData(at: "${DETAIL}") } }`,
    {
      id: threadId,
    },
  );
  expect(JSON.parse(thread.pluginData).activity.author.id).toBe(String(ada.id));
});

test("a member checks in once however often they click", async () => {
  const day = new Date().toISOString().slice(0, 10);
  const IN = `mutation ($day: String!) { checkIn(day: $day) }`;
  const answers = await Promise.all([1, 2, 3].map(() => change(ada, "calendar", IN, { day })));
  expect(answers.filter(({ checkIn }) => checkIn)).toHaveLength(1);
  const DAYS = `query ($id: ID!, $month: String!) { days(memberId: $id, month: $month) }`;
  expect(await ask(bo, "calendar", DAYS, { id: String(ada.id), month: day.slice(0, 7) })).toEqual({
    days: [Number(day.slice(8))],
  });
});

test("they hold what they ask of the kit: no package is imported but what pages and the kit offer", () => {
  for (const name of readdirSync(SAMPLES))
    for (const file of ["client.js", "server.js", "plugin.test.js"]) {
      const path = join(SAMPLES, name, file);
      const text = readdirSync(join(SAMPLES, name)).includes(file) ? readFileSync(path, "utf8") : "";
      const imported = [...text.matchAll(/^import .* from "([^"]+)"/gm)].map(([, from]) => from!);
      expect(
        imported.filter((from) => !from.startsWith("node:") && !Object.hasOwn(HOST_MODULES, from)),
      ).toEqual([]);
    }
});
