import { ApolloClient, gql, InMemoryCache } from "@apollo/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { makeHttpLink } from "../../client/apollo/httpLink.ts";
import { CODE, jumpOf } from "../../client/session/responseCodes.ts";
import { accessToken, dropAccessToken, keepAccessToken } from "../../client/session/token.ts";

const QUERY = gql`
  query Q {
    site {
      name
    }
  }
`;
const MUTATION = gql`
  mutation M {
    logout
  }
`;
const DATA = { data: { site: { __typename: "Site", name: "林间" } } };
const codes = vi.fn();

beforeEach(() => vi.useFakeTimers({ toFake: ["setTimeout", "Date"] }));
afterEach(() => {
  codes.mockReset();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
  dropAccessToken();
});

/** A server that gives these answers one after the other, and the client that asks it. */
function clientOf(...answers: (Response | Error)[]) {
  const fetch = vi.fn(() => {
    const next = answers.shift()!;
    return next instanceof Error ? Promise.reject(next) : Promise.resolve(next);
  });
  vi.stubGlobal("fetch", fetch);
  return { fetch, client: new ApolloClient({ link: makeHttpLink(codes), cache: new InMemoryCache() }) };
}

const answer = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const down = () => new Response("<h1>502</h1>", { status: 502 });
const refusal = (legacyCode: number) => ({
  data: null,
  errors: [{ message: "请先登录", extensions: { code: "X", legacyCode } }],
});

async function settle<T>(promise: Promise<T>): Promise<T | { error: string }> {
  const settled = promise.catch((error: Error) => ({ error: error.message }));
  await vi.runAllTimersAsync();
  return settled;
}

test("reading is tried three times while the server restarts", async () => {
  const { client, fetch } = clientOf(down(), new TypeError("Failed to fetch"), answer(DATA));
  expect(await settle(client.query({ query: QUERY }))).toMatchObject(DATA);
  expect(fetch).toHaveBeenCalledTimes(3);
});

test("then it is told in the words of the transport", async () => {
  const { client, fetch } = clientOf(down(), down(), down(), answer(DATA));
  expect(await settle(client.query({ query: QUERY }))).toEqual({
    error: "Request failed with status code 502",
  });
  expect(fetch).toHaveBeenCalledTimes(3);
});

test("changing is tried once", async () => {
  const { client, fetch } = clientOf(new TypeError("Failed to fetch"), answer({ data: { logout: true } }));
  expect(await settle(client.mutate({ mutation: MUTATION }))).toEqual({ error: "Network Error" });
  expect(fetch).toHaveBeenCalledTimes(1);
});

test("the codes of an answer are announced, with what was tried", async () => {
  const { client } = clientOf(answer(refusal(-3001)), answer(refusal(-3001)));
  await settle(client.query({ query: QUERY }));
  await settle(client.mutate({ mutation: MUTATION }));
  expect(codes.mock.calls).toEqual([
    [-3001, "请先登录", false],
    [-3001, "请先登录", true],
  ]);
});

test.each([
  [-3001, true, "/user/login"],
  [-3001, false, undefined],
  [-3002, true, "/user/register"],
  [-3003, true, "/user/status"],
  [-3003, false, undefined],
  [-3004, true, "/"],
  [-3005, false, "/close"],
  [-3006, false, "/forum/partner-invite"],
  [-3007, true, "/user/supplementary"],
  [-3007, false, undefined],
  [-4007, true, "/user/status"],
  [-4008, true, "/user/status"],
  [-4009, true, "/user/status"],
  [-4009, false, undefined],
  [-4011, false, "/user/login"],
  [-8000, true, "/user/wx-bind-qrcode"],
  [-8001, true, "/user/bind-phone"],
  [-8001, false, undefined],
  [-10001, false, "/setup"],
  ...[0, -1, -500, -4001, -4002, -4003, -4004, -4005, -5001, -5002, -5003, -5004, -6001, -6002].map(
    (code) => [code, true, undefined] as const,
  ),
] as const)("code %i after an action (%s) leads to %s", (code, isAction, address) => {
  expect(jumpOf(code, isAction)?.to).toBe(address);
});

test("each code of the spec has one name", () => {
  const values = Object.values(CODE);
  expect(new Set(values).size).toBe(values.length);
  // Those of the spec, and -4008 of members whose registration was passed over.
  expect(values).toHaveLength(28);
});

test("the token lies in a cookie for 30 days and in storage for 2592000000 ms, to the second", () => {
  vi.setSystemTime(1_000_000_000_000);
  const written = vi.spyOn(document, "cookie", "set");
  keepAccessToken("abc");
  expect(written.mock.calls[0]![0]).toContain("access_token=abc; path=/; max-age=2592000; SameSite=Lax");
  expect(JSON.parse(localStorage.getItem("luntan_access_token")!)).toEqual({
    value: "abc",
    expiresAt: 1_002_592_000,
  });
  dropAccessToken();
  expect(accessToken()).toBeNull();
  expect(localStorage.length).toBe(0);
});

test("without its cookie the token is read from storage, until it expires", () => {
  vi.setSystemTime(1_000_000_000_000);
  keepAccessToken("abc");
  document.cookie = "access_token=; path=/; max-age=0";
  vi.setSystemTime(1_000_000_000_000 + 2_592_000_000 - 1_000);
  expect(accessToken()).toBe("abc");
  vi.setSystemTime(1_000_000_000_000 + 2_592_000_000);
  expect(accessToken()).toBeNull();
  expect(localStorage.length).toBe(0);
});
