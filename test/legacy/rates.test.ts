import { afterAll, beforeAll, expect, test } from "vitest";
import { callRates } from "../../server/rest/callRates.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";

/** Rates of old clients, as the setting `api_freq` says (legacy-facts 1.5). */
let forum: Forum;
let admin: Person;
let member: Person;
beforeAll(async () => {
  forum = await Forum.open({ env: { RATE_LIMIT_FACTOR: "1" } });
  [admin, member] = [await forum.admin(), await forum.member()];
});
afterAll(() => forum.close());

const allow = (value: object) =>
  admin.graphql(`mutation ($v: String!) { saveSettings(entries: [{key: "api_freq", value: $v}]) { id } }`, {
    v: JSON.stringify(value),
  });
const codes = async (person: Person, path: string, times: number): Promise<number[]> => {
  const answers: number[] = [];
  for (let call = 0; call < times; call++) answers.push((await person.rest("GET", path)).Code);
  return answers;
};

test("who calls too often is told so with the old code, for this call alone, and nobody else is", async () => {
  await allow({ get: { freq: 3, forbidden: 20 }, post: { freq: 2, forbidden: 20 } });

  expect(await codes(member, "/api/v3/forum", 5)).toEqual([0, 0, 0, -5002, -5002]);
  const told = await member.request("GET", "/api/v3/forum", undefined, { "accept-language": "zh-CN" });
  expect(told.json()).toMatchObject({ Code: -5002, Message: "操作太频繁，请稍后重试" });
  expect(await codes(member, "/api/v3/unreadnotification", 1)).toEqual([0]);
  expect(await codes(admin, "/api/v3/forum", 1)).toEqual([0]);
});

test("writing calls have a number of their own", async () => {
  await allow({ get: { freq: 3, forbidden: 20 }, post: { freq: 1, forbidden: 20 } });
  const write = async (person: Person) => (await person.rest("POST", "/api/v3/thread.create", {})).Code;
  const other = await forum.member();
  expect([await write(other), await write(other)]).toEqual([-4001, -5002]);
});

test("a higher number is in force at once", async () => {
  await allow({ get: { freq: 3, forbidden: 20 }, post: { freq: 2, forbidden: 20 } });
  const other = await forum.member();
  expect(await codes(other, "/api/v3/forum", 4)).toEqual([0, 0, 0, -5002]);
  await allow({ get: { freq: 1000, forbidden: 20 }, post: { freq: 2, forbidden: 20 } });
  expect(await codes(other, "/api/v3/forum", 10)).toEqual(Array(10).fill(0));
});

test.each([
  ["", { freq: 500, forbidden: 20 }, { freq: 200, forbidden: 30 }],
  ["[]", { freq: 500, forbidden: 20 }, { freq: 200, forbidden: 30 }],
  ['{"get":{"freq":0,"forbidden":"x"}}', { freq: 500, forbidden: 20 }, { freq: 200, forbidden: 30 }],
  ['{"get":{"freq":"7"},"post":{"forbidden":5}}', { freq: 7, forbidden: 20 }, { freq: 200, forbidden: 5 }],
])("%s gives rates that can be used", (text, get, post) => {
  expect(callRates(text)).toEqual({ get, post });
});
