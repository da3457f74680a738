import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { assemble, withNonce } from "../../server/ssr/document.ts";
import { type PageTools, QUERY_RETRIES, servePages } from "../../server/ssr/pages.ts";
import type { RenderedPage } from "../../server/ssr/renderer.ts";
import type { HttpAnswer, HttpRequest } from "../../server/http/route.ts";
import { Forum } from "../support/forum.ts";

/** What surrounds a rendered page: policy, nonce, statistics, and what makes the site installable. */
let forum: Forum;
beforeAll(async () => void (forum = await Forum.open()));
afterAll(() => forum.close());

const PREFERENCES = { platform: "pc", locale: "zh-CN", colorScheme: "auto" } as const;
const FILES = { files: { entry: "/assets/main.js", scripts: [], styles: [] } };

function pageWith(change: Partial<RenderedPage>): RenderedPage {
  const nothing = { status: 200, head: "", body: "<p>正文</p>", state: {}, modules: [], cacheable: true };
  return { ...nothing, inlineRules: "", statistics: "", favicon: null, ...change };
}

const htmlOf = (page: RenderedPage, nonce = "n0nce") =>
  Buffer.concat(withNonce(assemble(page, PREFERENCES, FILES), nonce)).toString();

test.each([
  ["bare", `window.counted = 1`, 1],
  ["in a tag", `<script>window.counted = 1</script>`, 1],
  ["several, with files", `<SCRIPT src="https://stat.example/s.js" async></SCRIPT><script>go()</script>`, 2],
])("statistics of the site, %s: each script gets the nonce of the answer", (_, statistics, count) => {
  const html = htmlOf(pageWith({ statistics }));
  const tail = html.slice(html.indexOf('id="state"'));
  const scripts = tail.match(/<script[^>]*>/gi)!.slice(1);
  expect(scripts).toHaveLength(count);
  expect(scripts.filter((tag) => tag.includes('nonce="n0nce"'))).toHaveLength(count);
});

test("without statistics there is no script for them", () => {
  const own = htmlOf(pageWith({})).match(/<script/g)!.length;
  expect(htmlOf(pageWith({ statistics: "  " })).match(/<script/g)).toHaveLength(own);
});

test("what people write never gets a nonce", () => {
  const evil = `<script nonce="${randomBytes(4).toString("hex")}">`;
  const html = htmlOf(pageWith({ body: `<p>&lt;script&gt;</p>`, state: { evil } }));
  expect(html).not.toContain(evil);
});

function request(path: string, more: Partial<HttpRequest> = {}): HttpRequest {
  const [pathname = "/", search = ""] = path.split("?");
  return {
    method: "GET",
    path: pathname,
    search: search ? `?${search}` : "",
    headers: {},
    cookies: {},
    setCookie: () => undefined,
    ...more,
  } as HttpRequest;
}

/** Pages of a client that asks one query and shows how it went. */
async function visit(
  answers: readonly string[],
): Promise<{ tries: number; body: string; answer: HttpAnswer }> {
  let tries = 0;
  const ctx = forum.app.context();
  const tools = {
    context: () => Promise.resolve(ctx),
    execute: () => {
      const code = answers[Math.min(tries++, answers.length - 1)]!;
      return Promise.resolve(code ? { errors: [{ extensions: { code } }] } : { data: {} });
    },
    countView: () => undefined,
    render: (work: () => Promise<unknown>) => work(),
    mayRender: () => undefined,
  } as unknown as PageTools;
  const pages = servePages(
    {
      contentSecurity: "",
      asset: () => undefined,
      filesOf: () => FILES,
      renderer: () =>
        Promise.resolve({
          renderPage: async ({ execute }) => {
            const { errors } = await execute({} as never, {});
            return pageWith({ body: errors ? "failed" : "well" });
          },
        }),
    },
    { publicUrl: "http://localhost:3000", cache: false },
  );
  const answer = await pages.answer(request("/"), tools);
  return { tries, body: Buffer.concat(answer.body as Buffer[]).toString(), answer };
}

test("a query that the server fails to answer is asked three times more, then the page says so", async () => {
  expect(QUERY_RETRIES).toBe(3);
  expect(await visit(["INTERNAL_ERROR"])).toMatchObject({
    tries: 4,
    body: expect.stringContaining("failed"),
  });
  expect(await visit(["INTERNAL_ERROR", "DATABASE_ERROR", ""])).toMatchObject({
    tries: 3,
    body: expect.stringContaining("well"),
  });
});

test.each(["NOT_FOUND", "FORBIDDEN", "LOGIN_REQUIRED", "INVALID_PARAMETER"])(
  "a refusal (%s) is final",
  async (code) => {
    expect((await visit([code])).tries).toBe(1);
  },
);

test("the policy allows scripts with the nonce of this answer, own workers and nothing foreign", async () => {
  const first = (await visit([""])).answer;
  const second = (await visit([""])).answer;
  const policy = first.headers!["content-security-policy"] as string;
  const nonce = /'nonce-(\w+)'/.exec(policy)![1]!;
  expect(second.headers!["content-security-policy"]).not.toContain(nonce);
  expect(policy.replaceAll(nonce, "N").split("; ")).toEqual([
    "default-src 'self'",
    "script-src 'nonce-N' 'strict-dynamic'",
    "style-src 'self' 'nonce-N'",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
  ]);
});

test("the site can be installed under its own name, in the language of whoever asks", async () => {
  const answer = await forum.app.inject({
    url: "/manifest.webmanifest",
    headers: { "accept-language": "en" },
  });
  const manifest = answer.json<{ icons: { sizes: string; purpose: string }[] }>();
  expect(answer.headers["content-type"]).toContain("application/manifest+json");
  expect(manifest).toMatchObject({ name: "欢迎", lang: "en", start_url: "/", display: "standalone" });
  expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
    "192x192 any",
    "512x512 any",
    "512x512 maskable",
    "any any",
  ]);
});

test("browsers can search the site from their address bar", async () => {
  const answer = await forum.app.inject({ url: "/opensearch.xml" });
  expect(answer.headers["content-type"]).toContain("application/opensearchdescription+xml");
  expect(answer.body).toContain("/search?keyword={searchTerms}");
});
