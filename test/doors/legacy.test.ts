import { afterAll, beforeAll, expect, test } from "vitest";
import { Forum } from "../support/forum.ts";

let forum: Forum;
beforeAll(async () => void (forum = await Forum.open()));
afterAll(() => forum.close());

test.each([
  ["as documented", "/api/siteinfo.v2"],
  ["with a blank behind it", "/api/siteinfo.v2%20?x=1"],
  ["with two slashes", "//api/siteinfo.v2"],
  ["with the statistics of old clients", "/api/siteinfo.v2?dzqSid=abcd-1&dzqPf=pc"],
])("siteinfo answers an administrator %s", async (_how, path) => {
  const admin = await forum.admin();

  const answer = await admin.rest("GET", path);

  expect(answer).toMatchObject({ Code: 0, Message: "接口调用成功" });
  expect(answer.Data.siteinfo).toMatchObject({ version: "v4.1.1", debugMode: false });
  expect(answer.Data.unapproved).toEqual({
    unapprovedUsers: 0,
    unapprovedThreads: 0,
    unapprovedPosts: 0,
    unapprovedMoneys: 0,
  });
  expect(answer.RequestTime).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
});

test.each([
  ["a visitor", -4002],
  ["a member", -4002],
])("siteinfo is refused to %s with %i, over HTTP 200", async (who, code) => {
  const person = who === "a visitor" ? forum.visitor() : await forum.member();

  const http = await person.get("/api/siteinfo.v2");

  expect(http.status).toBe(200);
  expect(http.json()).toMatchObject({ Code: code, Data: [] });
});

test("a call that does not exist is -6001; an address that is broken is a bad request", async () => {
  const person = forum.visitor();

  expect(await person.rest("GET", "/api/nothing.v2")).toMatchObject({ Code: -6001, Data: [] });
  const broken = await person.get("/api/%E0%A4%A");
  expect(broken.status).toBe(400);
  expect(broken.json().error.legacyCode).toBe(-4001);
});

test("a token that no session knows is -4011", async () => {
  const answer = await forum.app.inject({
    url: "/api/siteinfo.v2",
    headers: { authorization: `Bearer luntan_${"x".repeat(43)}` },
  });

  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toMatchObject({ Code: -4011 });
});
