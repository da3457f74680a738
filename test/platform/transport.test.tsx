import { afterEach, expect, test, vi } from "vitest";
import { request } from "../../client/platform/request.ts";
import {
  parseQuery,
  QUERY_ARRAY_LIMIT,
  QUERY_DEPTH,
  QUERY_PARAMETER_LIMIT,
  writeQuery,
} from "../../client/platform/query.ts";
import { REQUEST_TIMEOUT_MS, send, SHORT_TIMEOUT_MS } from "../../client/platform/transport.ts";
import { errorOf } from "../../client/apollo/errors.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** A server that answers with this. */
function answering(body: string, init?: ResponseInit): ReturnType<typeof vi.fn> {
  const fetch = vi.fn(() => Promise.resolve(new Response(body, init)));
  vi.stubGlobal("fetch", fetch);
  return fetch;
}

/** A server that never answers. */
function silent(): void {
  const wait = (_: string, { signal }: RequestInit) =>
    new Promise((_resolve, fail) => signal!.addEventListener("abort", () => fail(signal!.reason as Error)));
  vi.stubGlobal("fetch", vi.fn(wait));
}

const json = { headers: { "content-type": "application/json" } };
const text = (response: Response) => response.text();

test("both time limits are those of the spec", () => {
  expect([SHORT_TIMEOUT_MS, REQUEST_TIMEOUT_MS]).toEqual([1000, 30000]);
});

test("a call gives what the envelope says, with credentials and GET unless told otherwise", async () => {
  const fetch = answering('{"Code":0,"Message":"接口调用成功","Data":{"a":1},"RequestId":"x"}', json);
  const result = await request({ path: "/api/siteinfo.v2", query: { ids: [3, 4], name: "林 夕" } });
  expect(result).toEqual({ Code: 0, Message: "接口调用成功", Data: { a: 1 } });
  const [url, init] = fetch.mock.calls[0] as unknown as [string, RequestInit];
  expect(url).toBe("/api/siteinfo.v2?ids[0]=3&ids[1]=4&name=林 夕");
  expect([init.method, init.credentials, init.body]).toEqual(["GET", "same-origin", undefined]);
});

test("a body travels as JSON", async () => {
  const fetch = answering('{"Code":0,"Message":"","Data":[]}', json);
  await request({ path: "/api/settings.v2", method: "POST", body: { data: [] } });
  const [, init] = fetch.mock.calls[0] as unknown as [string, RequestInit];
  expect([init.method, init.body]).toEqual(["POST", '{"data":[]}']);
});

test("a silent server is given up after a second: code -500", async () => {
  silent();
  const result = await request({ path: "/api/siteinfo.v2" });
  expect(result).toEqual({ Code: -500, Message: "timeout of 1000ms exceeded", Data: {} });
});

test.each([
  ["a cut line", () => Promise.reject(new TypeError("Failed to fetch")), "Network Error"],
  [
    "a refusal",
    () => Promise.resolve(new Response("", { status: 503 })),
    "Request failed with status code 503",
  ],
])("%s is any other failure: code -1", async (_, fetch, Message) => {
  vi.stubGlobal("fetch", fetch);
  expect(await request({ path: "/readyz" })).toEqual({ Code: -1, Message, Data: {} });
});

test("who aborts a call is told so", async () => {
  silent();
  const abort = new AbortController();
  const call = send("/graphql", { cancelled: abort.signal }, text);
  abort.abort();
  await expect(call).rejects.toThrow("Request aborted");
});

test("people read it in their language, and those who look into it read what the transport said", async () => {
  silent();
  const thrown: unknown = await send("/graphql", { timeoutMs: 5 }, text).catch((error: unknown) => error);
  expect(errorOf(thrown)).toMatchObject({
    code: "TIMEOUT",
    message: "服务器响应超时，请稍后再试",
    detail: "timeout of 5ms exceeded",
  });
});

test("query strings are read with depth 5, 20 places and 1000 parameters", () => {
  expect([QUERY_DEPTH, QUERY_ARRAY_LIMIT, QUERY_PARAMETER_LIMIT]).toEqual([5, 20, 1000]);
  expect(parseQuery("?a[0]=x&a[1]=y&b[c]=1")).toEqual({ a: ["x", "y"], b: { c: "1" } });
  expect(parseQuery("a[b][c][d][e][f][g]=1")).toEqual({
    a: { b: { c: { d: { e: { f: { "[g]": "1" } } } } } },
  });
  expect(Array.isArray(parseQuery("a[19]=x").a)).toBe(true);
  expect(Array.isArray(parseQuery("a[99]=x").a)).toBe(false);
  const many = Array.from({ length: 1500 }, (_, index) => `k${index}=1`).join("&");
  expect(Object.keys(parseQuery(many))).toHaveLength(1000);
});

test("query strings are written with indices and without encoding", () => {
  expect(writeQuery({ filter: { words: ["a b", "中"] } })).toBe("filter[words][0]=a b&filter[words][1]=中");
});
