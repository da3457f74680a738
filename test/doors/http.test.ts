import { afterAll, beforeAll, expect, test } from "vitest";
import { Forum } from "../support/forum.ts";

const METRICS_TOKEN = "a-token-for-prometheus";
let forum: Forum;
beforeAll(async () => void (forum = await Forum.open({ env: { LOG_LEVEL: "info", METRICS_TOKEN } })));
afterAll(() => forum.close());

test("the process says that it lives, that it is ready, and what it measures", async () => {
  expect((await forum.app.inject("/healthz")).statusCode).toBe(200);
  expect((await forum.app.inject("/readyz")).body).toBe("ready");
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  const metrics = await forum.app.inject({ url: "/metrics", headers });
  expect(metrics.body).toContain("luntan_http_request_seconds_count");
});

test("metrics are for who has the token, not for whoever comes from the same machine", async () => {
  for (const headers of [
    {},
    { authorization: "Bearer a-token-for-somebody" },
    { authorization: METRICS_TOKEN },
  ])
    expect((await forum.app.inject({ url: "/metrics", headers })).statusCode).toBe(404);
});

test("without a token in the configuration there are no metrics, whatever is named", async () => {
  const closed = await Forum.open();
  for (const authorization of ["", "Bearer ", "Bearer null", "Bearer undefined"])
    expect((await closed.app.inject({ url: "/metrics", headers: { authorization } })).statusCode).toBe(404);
  await closed.close();
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
