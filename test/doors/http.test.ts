import { afterAll, beforeAll, expect, test } from "vitest";
import { Forum } from "../support/forum.ts";

let forum: Forum;
beforeAll(async () => void (forum = await Forum.open({ env: { LOG_LEVEL: "info" } })));
afterAll(() => forum.close());

test("the process says that it lives, that it is ready, and what it measures", async () => {
  expect((await forum.app.inject("/healthz")).statusCode).toBe(200);
  expect((await forum.app.inject("/readyz")).body).toBe("ready");
  const metrics = await forum.app.inject("/metrics");
  expect(metrics.body).toContain("luntan_http_request_seconds_count");
});

test("metrics are for the machine itself, not for people behind a proxy", async () => {
  const answer = await forum.app.inject({ url: "/metrics", remoteAddress: "203.0.113.9" });

  expect(answer.statusCode).toBe(404);
});

test("every answer carries a request id and refuses to be sniffed", async () => {
  const answer = await forum.app.inject("/healthz");

  expect(answer.headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
  expect(answer.headers["x-content-type-options"]).toBe("nosniff");
});

test("log lines name the request, and neither addresses nor passwords", async () => {
  const password = "very-secret-4711";
  await forum
    .visitor()
    .graphql(`mutation ($i: LoginInput!) { login(input: $i) { accessToken } }`, {
      i: { username: "x", password },
    })
    .catch(() => undefined);
  await forum.app.inject("/search?keyword=private-words");

  const log = forum.logLines.join("");
  expect(log).toContain('"requestId"');
  expect(log).toContain('"route":"graphql"');
  expect(log).not.toContain(password);
  expect(log).not.toContain("private-words");
});

test("robots are told what to leave alone and where the sitemap is", async () => {
  const robots = (await forum.app.inject("/robots.txt")).body;
  expect(robots).toContain("Disallow: /admin");
  expect(robots).toContain("Sitemap: http");

  const sitemap = await forum.app.inject("/sitemap.xml");
  expect(sitemap.headers["content-type"]).toContain("application/xml");
  expect(sitemap.body).toMatch(/<urlset[^>]*>[\s\S]*<\/urlset>\s*$/);
});
