import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { assemble } from "../../server/ssr/document.ts";
import { type PageTools, QUERY_RETRIES, servePages } from "../../server/ssr/pages.ts";
import type { RenderedPage } from "../../server/ssr/renderer.ts";
import type { HttpAnswer, HttpRequest } from "../../server/http/route.ts";
import { Forum } from "../support/forum.ts";
import { publish, reply } from "../threads/content.ts";

/** The frame of a rendered page: policy, statistics, and what makes the site installable. */
let forum: Forum;
beforeAll(async () => void (forum = await Forum.open()));
afterAll(() => forum.close());

const PREFERENCES = {
  platform: "pc",
  locale: "zh-CN",
  colorScheme: "auto",
  textSize: "normal",
  density: "cards",
} as const;
const FILES = { files: { entry: "/assets/main.js", scripts: [], styles: [] }, importMap: "" };

function pageWith(change: Partial<RenderedPage>): RenderedPage {
  const nothing = { status: 200, head: "", body: "<p>正文</p>", state: {}, modules: [], cacheable: true };
  return { ...nothing, inlineRules: "", statistics: "", favicon: null, pluginStyles: [], ...change };
}

const documentOf = (page: RenderedPage) => assemble(page, PREFERENCES, FILES);
const htmlOf = (page: RenderedPage) => documentOf(page).html;
const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
/** Texts of the scripts that a browser would run, as it reads them. */
const scriptsIn = (html: string) =>
  [...html.matchAll(/<script(?! type="application\/json")[^>]*>([^]*?)<\/script>/gi)].map(
    ([, text]) => text!,
  );

test.each([
  ["bare", `window.counted = 1`, [`window.counted = 1`]],
  ["in a tag", `<script>window.counted = 1</script>`, [`window.counted = 1`]],
  [
    "two with lines of Windows and a picture",
    `<script>\r\na()</script><noscript><img src="/x"></noscript><SCRIPT type="text/javascript">b()</SCRIPT>`,
    ["\na()", "b()"],
  ],
  ["with no end", `<script>window.counted = 1`, [`window.counted = 1`]],
])("statistics of the site, %s: each script runs by its hash", (_, statistics, texts) => {
  const { html, scriptSources } = documentOf(pageWith({ statistics }));
  const [start, ...rest] = scriptsIn(html);
  expect(rest).toEqual(texts);
  expect(scriptSources).toEqual([start!, ...texts].map(hashOf));
});

test("statistics that come as a file are loaded by a script of ours, in their order", () => {
  const statistics = `<script src="https://stat.example/s.js?a=1&amp;b='2'"></script><script>go("</" + "p>")</script>`;
  const { html, scriptSources } = documentOf(pageWith({ statistics }));
  const [start, loader, ...rest] = scriptsIn(html);
  expect(rest).toEqual([]);
  expect(html).not.toContain(`src="https://stat.example`);
  expect(scriptSources).toEqual([start!, loader!, `go("</" + "p>")`].map(hashOf));
  expect(JSON.parse(/items=(\[.*?\]);const next/.exec(loader!)![1]!)).toEqual([
    { attributes: { src: "https://stat.example/s.js?a=1&b='2'" }, text: "" },
    { attributes: {}, text: `go("</" + "p>")` },
  ]);
});

test("without statistics there is no script for them", () => {
  const own = htmlOf(pageWith({})).match(/<script/g)!.length;
  expect(htmlOf(pageWith({ statistics: "  " })).match(/<script/g)).toHaveLength(own);
});

test("what people write is no script of the page, and gets no hash", () => {
  const evil = `</script><script>steal()</script>`;
  const { html, scriptSources } = documentOf(pageWith({ body: `<p>&lt;script&gt;</p>`, state: { evil } }));
  expect(html).not.toContain(evil);
  expect(scriptSources).toEqual(scriptsIn(html).map(hashOf));
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
      pluginBundle: () => Promise.resolve(null),
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
  return { tries, body: String(answer.body), answer };
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

test("the policy allows the start of the page by its hash, own workers and nothing foreign", async () => {
  const { answer, body } = await visit([""]);
  const [start] = scriptsIn(body);
  expect((answer.headers!["content-security-policy"] as string).split("; ")).toEqual([
    "default-src 'self'",
    `script-src ${hashOf(start!)} 'strict-dynamic'`,
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
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

test("pages behind the first have addresses of their own, and there is none behind the last", async () => {
  const ada = await forum.member();
  const categoryId = await forum.categoryId();
  const { id } = await publish(ada, { categoryId, title: "Long", body: "x" });
  await reply(ada, id, { body: "One" });
  const visitor = forum.visitor();
  for (const page of [2, 99, 10_000]) {
    const past = await visitor.get(`/thread/${id}?page=${page}`);
    expect([page, past.status, past.headers["location"]]).toEqual([page, 302, `/thread/${id}`]);
  }
  expect((await visitor.get(`/thread/${id}?page=2&sort=newest`)).status).toBe(200);
  expect((await visitor.get(`/thread/${id}?page=999999999`)).status).toBe(404);

  const { threads } = await visitor.graphql(
    `query ($id: ID!) { threads(categoryId: $id, first: 1, sort: LAST_REPLY) { pageInfo { endCursor } } }`,
    { id: categoryId },
  );
  const after = encodeURIComponent(threads.pageInfo.endCursor);
  const own = await visitor.graphql(
    `query ($id: ID!) {
      user(id: $id) { posts(first: 1) { pageInfo { endCursor } } }
      threads(filter: { authorId: $id }, sort: NEWEST, first: 1) { pageInfo { endCursor } }
    }`,
    { id: ada.id },
  );
  const published = encodeURIComponent(own.threads.pageInfo.endCursor);
  const written = encodeURIComponent(own.user.posts.pageInfo.endCursor);
  for (const [path, canonical] of [
    [`/category/${categoryId}`, `/category/${categoryId}`],
    [`/category/${categoryId}?sort=newest`, `/category/${categoryId}`],
    [`/category/${categoryId}?after=${after}`, `/category/${categoryId}?after=${after}`],
    [`/?after=${after}`, `/?after=${after}`],
    [`/user/${ada.id}?tab=replies`, `/user/${ada.id}`],
    [`/user/${ada.id}?after=${published}`, `/user/${ada.id}?after=${published}`],
    [`/user/${ada.id}?tab=replies&after=${written}`, `/user/${ada.id}?tab=replies&after=${written}`],
  ] as const) {
    const { text } = await visitor.get(path);
    const href = /rel="canonical" href="https?:\/\/[^/]+([^"]*)"/.exec(text)?.[1];
    expect([path, href?.replaceAll("&amp;", "&")]).toEqual([path, canonical]);
  }
});

test("icons are found where browsers and phones look for them", async () => {
  for (const [url, icon] of [
    ["/favicon.ico", "/favicon.svg"],
    ["/apple-touch-icon.png", "/icons/apple-180.png"],
    ["/apple-touch-icon-precomposed.png", "/icons/apple-180.png"],
  ] as const) {
    const answer = await forum.app.inject({ url });
    expect([url, answer.headers.location]).toEqual([url, icon]);
    expect((await forum.app.inject({ url: icon })).statusCode).toBe(200);
  }
});

test("browsers can search the site from their address bar", async () => {
  const answer = await forum.app.inject({ url: "/opensearch.xml" });
  expect(answer.headers["content-type"]).toContain("application/opensearchdescription+xml");
  expect(answer.body).toContain("/search?keyword={searchTerms}");
});
