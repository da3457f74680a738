import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { run, sqlTime } from "../../server/core/sql.ts";
import { Forum } from "../support/forum.ts";
import { ROOT } from "../support/root.ts";

/** A forum as Prometheus sees it, and the files of `deploy/` that an operator loads. */
const METRICS_TOKEN = "a-token-for-prometheus";
let forum: Forum;
beforeAll(async () => void (forum = await Forum.open({ env: { METRICS_TOKEN } })));
afterAll(() => forum.close());

const scrape = async (): Promise<string> =>
  (await forum.app.inject({ url: "/metrics", headers: { authorization: `Bearer ${METRICS_TOKEN}` } })).body;

/** Value of a line of the metrics. */
async function valueOf(name: string): Promise<number> {
  const line = (await scrape()).split("\n").find((each) => each.startsWith(`${name} `));
  expect(line, `${name} is not there`).toBeDefined();
  return Number(line!.slice(name.length));
}

test("deliveries that are late, and that were given up, are counted apart", async () => {
  await forum.delivered();
  expect(await valueOf("luntan_deliveries_due")).toBe(0);
  const then = sqlTime(new Date("2026-01-02T03:04:05Z"));
  const put = "INSERT INTO outbox (name, payload, attempts, dead, dueAt, createdAt, lastError) VALUES ";
  const row = (dead: 0 | 1): string => `('nobody listens', '{}', 1, ${dead}, '${then}', '${then}', '')`;
  await forum.write((ctx) => run(ctx, `${put}${[row(0), row(0), row(1)].join(", ")}`));
  expect(await valueOf("luntan_deliveries_due")).toBe(2);
  expect(await valueOf("luntan_deliveries_failed")).toBe(1);
});

test("jobs say when they last ended well, and whether they fail", async () => {
  expect(await valueOf('luntan_job_success_timestamp_seconds{job="awardDeeds"}')).toBe(0);
  await forum.app.clock.runAll();
  expect(await valueOf('luntan_job_success_timestamp_seconds{job="awardDeeds"}')).toBeGreaterThan(
    1_700_000_000,
  );
  expect(await valueOf('luntan_job_failing{job="awardDeeds"}')).toBe(0);
});

test("a page is rendered for the first visitor, and the second gets it from the cache", async () => {
  const cached = await Forum.open({ env: { METRICS_TOKEN, PAGE_CACHE: "1" } });
  const results = async (): Promise<string[]> => {
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
    const { body } = await cached.app.inject({ url: "/metrics", headers });
    return body.split("\n").filter((line) => line.startsWith("luntan_page_cache_requests_total"));
  };
  await cached.visitor().get("/");
  await cached.visitor().get("/");
  expect(await results()).toEqual([
    'luntan_page_cache_requests_total{result="hit"} 1',
    'luntan_page_cache_requests_total{result="miss"} 1',
  ]);
  await cached.close();
});

test("a reading costs a fixed number of statements, and the version is named", async () => {
  const before = await valueOf("luntan_database_statements_total");
  const after = await valueOf("luntan_database_statements_total");
  expect(after - before).toBe(4);
  const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { version: string };
  expect(await valueOf(`luntan_info{version="${version}"}`)).toBe(1);
});

test.each(["deploy/prometheus-rules.yml", "deploy/grafana.json"])(
  "%s asks for metrics that there are",
  async (file) => {
    const text = readFileSync(join(ROOT, file), "utf8");
    // JSON is YAML as well.
    expect(parse(text)).toBeTypeOf("object");
    const asked = new Set(text.match(/luntan_[a-z0-9_]+/g));
    expect(asked.size).toBeGreaterThan(8);
    const metrics = await scrape();
    expect([...asked].filter((name) => !metrics.includes(name))).toEqual([]);
  },
);
