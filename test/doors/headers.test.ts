import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";

let forum: Forum;
let member: Person;
beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  member = await forum.member();
});
afterAll(() => forum.close());

const ALWAYS = [
  "x-content-type-options: nosniff",
  "referrer-policy: ",
  "cross-origin-opener-policy: same-origin",
  "cross-origin-resource-policy: ",
  "permissions-policy: ",
];

/** Sends bytes as they are and gives the head of what comes back, or what came of it when the line is cut. */
function send(text: string): Promise<string> {
  const { port } = forum.app.config;
  return new Promise((resolve, reject) => {
    let heard = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(text));
    socket.on("data", (data) => {
      heard += data.toString("latin1");
      if (heard.includes("\r\n\r\n")) socket.destroy();
    });
    socket.on("close", () => resolve(heard.split("\r\n\r\n")[0]!.toLowerCase()));
    socket.on("error", reject);
  });
}

const HOST = "Host: 127.0.0.1\r\n";
const get = (path: string, more = "") => `GET ${path} HTTP/1.1\r\n${HOST}${more}\r\n`;
const post = (path: string, body: string, more = "") =>
  `POST ${path} HTTP/1.1\r\n${HOST}${more}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
const JSON_TYPE = "Content-Type: application/json\r\n";

const ANSWERS: readonly (readonly [what: string, request: string, status: number])[] = [
  ["health", get("/healthz"), 200],
  ["readiness", get("/readyz"), 200],
  ["metrics without a token", get("/metrics"), 404],
  ["the schema", get("/schema.graphql"), 200],
  ["the explorer", get("/graphiql"), 200],
  ["the guide for developers", get("/developers"), 200],
  ["the reference", get("/developers/reference"), 200],
  ["the guide as Markdown", get("/developers.md"), 200],
  ["the page for language models", get("/llms.txt"), 200],
  ["GraphQL", post("/graphql", '{"query":"{ site { name } }"}', JSON_TYPE), 200],
  ["a broken document", post("/graphql", '{"query":"{"}', JSON_TYPE), 400],
  ["the description of the shim", get("/api/openapi.json"), 200],
  ["the list of errors", get("/api/errors"), 200],
  ["the page of the shim", get("/api/docs"), 200],
  ["a file of that page", get("/api/docs/swagger-ui.css"), 200],
  ["the legacy door", get("/api/forum.v2"), 200],
  ["an unknown legacy call", get("/apiv3/nobody-has-this"), 200],
  ["a stream for nobody", get("/events"), 204],
  ["an upload by nobody", post("/uploads", "x"), 401],
  ["a file that is not there", get("/files/ab/cd/none.png"), 404],
  ["robots", get("/robots.txt"), 200],
  ["the sitemap", get("/sitemap.xml"), 200],
  ["the manifest", get("/manifest.webmanifest"), 200],
  ["the search description", get("/opensearch.xml"), 200],
  ["a link of a mail", get("/unsubscribe?token=x"), 404],
  ["a page", get("/"), 200],
  ["the same page, finished", get("/"), 200],
  ["a page that is not there", get("/nobody-has-this"), 404],
  ["a page for members", get("/my/settings"), 302],
  ["a static file", get("/favicon.svg"), 200],
  ["an icon that browsers ask for", get("/favicon.ico"), 302],
  ["an icon that phones ask for", get("/apple-touch-icon.png"), 302],
  ["a static file that is gone", get("/assets/gone.js"), 404],
  ["a path that begins with two slashes", get("//elsewhere.test/x"), 308],
  ["a method that pages do not have", post("/", "x"), 404],
  ["a broken escape", get("/%zz"), 400],
  ["JSON that is none", post("/graphql", "{", JSON_TYPE), 400],
  ["a body that is too long", post("/graphql", " ".repeat(400_001), JSON_TYPE), 413],
  ["a change from another site", post("/graphql", "{}", `${JSON_TYPE}Sec-Fetch-Site: cross-site\r\n`), 403],
  ["two hosts", get("/", "Host: elsewhere.test\r\n"), 400],
  ["no host", "GET / HTTP/1.1\r\n\r\n", 400],
  ["no HTTP", "HELLO\r\n\r\n", 400],
  ["a header without end", get("/", `X-Long: ${"x".repeat(20_000)}\r\n`), 431],
];

test.each(ANSWERS)("%s carries the security headers", async (_what, request, status) => {
  const head = await send(request);

  expect(head).toMatch(new RegExp(`^http/1.1 ${status} `));
  for (const header of ALWAYS) expect(head, header).toContain(header);
  // Pages, data and refusals; a policy on what is stored for a page would outlive its nonce.
  const needsPolicy = status >= 400 || /content-type: (text\/html|[^\r]*json)/.test(head);
  if (needsPolicy) expect(head).toContain("content-security-policy: ");
});

test("so do streams, uploaded files and those for the uploader alone", async () => {
  const { url } = await member.upload("note.txt", Buffer.from("Hello"), "file");
  const { cookie } = member.credentials!;
  for (const path of ["/events", url]) {
    const head = await send(get(path, `Cookie: ${cookie}\r\n`));
    expect(head, path).toMatch(/^http\/1.1 200 /);
    for (const header of ALWAYS) expect(head, header).toContain(header);
  }
});

test("every door of the program is among them", async () => {
  const asked = ANSWERS.map(([, request]) => /^\w+ (\S+)/.exec(request)?.[1] ?? "");
  const doors = [
    "/healthz",
    "/readyz",
    "/metrics",
    "/schema.graphql",
    "/graphiql",
    "/graphql",
    "/api/",
    "/apiv3/",
  ];
  const more = ["/events", "/uploads", "/files/", "/robots.txt", "/sitemap.xml", "/manifest.webmanifest"];
  for (const door of [...doors, ...more, "/opensearch.xml", "/unsubscribe"])
    expect(
      asked.some((path) => path.startsWith(door)),
      door,
    ).toBe(true);
});

test("https alone is promised by a site that has it, and by no other", async () => {
  expect(await send(get("/healthz"))).not.toContain("strict-transport-security");
  const secure = await Forum.open({ env: { PUBLIC_URL: "https://forum.example" } });
  for (const [url, status] of [
    ["/healthz", 200],
    ["/nobody-has-this", 404],
    ["/%zz", 400],
  ] as const) {
    const answer = await secure.app.inject(url);
    expect(answer.statusCode).toBe(status);
    expect(answer.headers["strict-transport-security"]).toBe("max-age=31536000");
  }
  await secure.close();
});

test("a path that begins with slashes leads to the page of this site, and the log says nothing of faults", async () => {
  for (const [path, location] of [
    ["//", "/"],
    ["//elsewhere.test/%2e%2e?a=1", "/elsewhere.test/%2e%2e?a=1"],
    ["///my", "/my"],
    ["/\\elsewhere.test", "/elsewhere.test"],
  ]) {
    const head = await send(get(path!));
    expect(head).toMatch(/^http\/1.1 308 /);
    expect(head).toContain(`\r\nlocation: ${location}\r\n`);
  }
  expect(forum.logLines.filter((line) => line.includes("unexpected error"))).toEqual([]);
});

test("a site with a public name answers under it, under addresses and inner names, and under no other", async () => {
  const named = await Forum.open({ env: { PUBLIC_URL: "https://forum.example" } });
  const ask = async (host: string, url = "/robots.txt") =>
    (await named.app.inject({ url, headers: { host } })).statusCode;
  for (const host of [
    "forum.example",
    "forum.example:443",
    "localhost:3000",
    "127.0.0.1:3000",
    "[::1]:3000",
    "luntan",
  ])
    expect(await ask(host), host).toBe(200);
  for (const host of [
    "elsewhere.test",
    "forum.example.elsewhere.test",
    "forum.example@elsewhere.test",
    "a b",
  ])
    expect(await ask(host), host).toBe(421);
  // Who looks after the process names it as it likes.
  expect(await ask("elsewhere.test", "/healthz")).toBe(200);
  await named.close();
});

test("a proxy that is trusted says which host was meant", async () => {
  const behind = await Forum.open({ env: { PUBLIC_URL: "https://forum.example", TRUST_PROXY: "10.0.0.1" } });
  const ask = async (remoteAddress: string) => {
    const headers = { host: "inner.test", "x-forwarded-host": "forum.example" };
    return (await behind.app.inject({ url: "/robots.txt", remoteAddress, headers })).statusCode;
  };
  expect(await ask("10.0.0.1")).toBe(200);
  expect(await ask("203.0.113.9")).toBe(421);
  await behind.close();
});
