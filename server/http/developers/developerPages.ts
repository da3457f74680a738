import type { GraphQLSchema } from "graphql";
import { chooseLocale, type Locale } from "../../core/locale.ts";
import type { HttpAnswer, HttpRequest, Route } from "../route.ts";
import { readApiChanges } from "./apiChanges.ts";
import { headingsOf, readGuide, renderGuide } from "./guide.ts";
import { renderReference } from "./reference.ts";

/** Address of the guide. */
export const DEVELOPERS_PATH = "/developers";

const TEXTS = {
  en: {
    forum: "Forum",
    guide: "Guide",
    reference: "Reference",
    explorer: "Explorer",
    changes: "Changes",
    schema: "Schema",
    other: "中文",
    content: "Content",
  },
  "zh-CN": {
    forum: "论坛",
    guide: "指南",
    reference: "参考手册",
    explorer: "在线调试",
    changes: "更新记录",
    schema: "Schema",
    other: "English",
    content: "目录",
  },
} as const satisfies Record<Locale, unknown>;

const STYLE = `:root{color-scheme:light dark;--line:light-dark(#dde1e6,#33373d);--soft:light-dark(#f4f6f8,#1c1f23);--link:light-dark(#1256b8,#8ab8ff)}
*{box-sizing:border-box}body{font:16px/1.65 system-ui,sans-serif;margin:0;background:light-dark(#fff,#131517);color:light-dark(#1d2126,#dfe3e8)}
header,main{max-width:56rem;margin:0 auto;padding:.75rem 1rem}header nav{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem}
header nav a{padding:.5rem 0}header{border-bottom:1px solid var(--line)}a{color:var(--link)}a[aria-current]{color:inherit;font-weight:600;text-decoration:none}
h1{font-size:1.75rem;line-height:1.25}h2{font-size:1.3rem;margin:2.25rem 0 .5rem;scroll-margin-top:1rem}
code{font:.875em ui-monospace,monospace;overflow-wrap:anywhere}pre{background:var(--soft);border:1px solid var(--line);border-radius:8px;overflow:auto;padding:.75rem 1rem}
pre code{overflow-wrap:normal}table{border-collapse:collapse;width:100%}th,td{border-bottom:1px solid var(--line);padding:.4rem .6rem .4rem 0;text-align:start;vertical-align:top}
.contents ul{columns:12rem;list-style:none;padding:0;margin:0}.contents a{display:block;padding:.3rem 0}dt{margin-top:.9rem}dd{margin:0 0 0 1rem}dd ul{margin:.25rem 0;padding-inline-start:1.2rem}`;

/** Lists the addresses for who writes programs: guide, reference, and the same for language models. */
export function developerRoutes(rootDir: string, schema: GraphQLSchema): Route[] {
  let reference: string | null = null;
  let changes: string | null = null;
  const guides = new Map<Locale, Guide>();
  const guideIn = (locale: Locale): Guide => {
    let guide = guides.get(locale);
    if (!guide) guides.set(locale, (guide = makeGuide(rootDir, locale)));
    return guide;
  };
  const route = (path: string, handle: (request: HttpRequest) => HttpAnswer): Route => ({
    method: "GET",
    path,
    name: "developers",
    work: "data",
    handle: (request) => Promise.resolve(handle(request)),
  });
  return [
    route(DEVELOPERS_PATH, (request) => answer(guideIn(localeOf(request)).page, "text/html; charset=utf-8")),
    route(`${DEVELOPERS_PATH}/reference`, (request) => {
      reference ??= renderReference(schema);
      return englishPage("reference", reference, localeOf(request));
    }),
    route(`${DEVELOPERS_PATH}/changes`, (request) => {
      changes ??= renderGuide(readApiChanges(rootDir, schema).replace(/^# .*$/m, ""));
      return englishPage("changes", changes, localeOf(request));
    }),
    route(`${DEVELOPERS_PATH}/changes.md`, () =>
      answer(readApiChanges(rootDir, schema), "text/markdown; charset=utf-8"),
    ),
    route(`${DEVELOPERS_PATH}.md`, (request) =>
      answer(guideIn(localeOf(request)).source, "text/markdown; charset=utf-8"),
    ),
    route("/llms.txt", () => answer(LLMS_TEXT, "text/plain; charset=utf-8")),
  ];
}

const LLMS_TEXT = `# Luntan

> A forum with a GraphQL API. Programs read everything that its pages show, and act as a member with a token.

Ask \`POST /graphql\` with JSON \`{ "query", "variables" }\` and \`Authorization: Bearer luntan_pat_…\`; without it as a visitor.

Each thread is Markdown at its address with \`.md\`: \`/thread/1.md\`, \`?page=2\` for further replies.
Assistants connect to \`/mcp\` (Model Context Protocol) with the same tokens, unless the owner has switched that off.

## Docs

- [Guide](${DEVELOPERS_PATH}.md?lang=en): signing in, paging, writing once, copying everything, the feed of changes, webhooks, uploads, errors, limits
- [Schema](/schema.graphql): every type, field and argument with a description
- [Reference](${DEVELOPERS_PATH}/reference?lang=en): the same as a page

- [Changes](${DEVELOPERS_PATH}/changes.md): of the schema, version by version, and what is deprecated until when

## Optional

- [Errors](/api/errors): every code, also those of the legacy calls
- [Legacy calls](/api/openapi.json): OpenAPI description of the REST calls for old clients
`;

function localeOf({ search, cookies, headers }: HttpRequest): Locale {
  const chosen = new URLSearchParams(search).get("lang") ?? cookies["locale"];
  return chooseLocale(chosen === "zh" ? "zh-CN" : chosen, String(headers["accept-language"] ?? ""));
}

/** The guide in one language, as it is written and as a page. */
interface Guide {
  readonly source: string;
  readonly page: string;
}

function makeGuide(rootDir: string, locale: Locale): Guide {
  const source = readGuide(rootDir, locale);
  const t = TEXTS[locale];
  const items = headingsOf(source).map(
    ({ id, title }) => `<li><a href="#${encodeURIComponent(id)}">${title}</a></li>`,
  );
  const contents = `<nav class="contents" aria-label="${t.content}"><ul>${items.join("")}</ul></nav>`;
  const html = renderGuide(source).replace("</h1>", `</h1>${contents}`);
  return { source, page: page(t.guide, html, locale, DEVELOPERS_PATH) };
}

/** A page whose content is English in every language. */
function englishPage(name: "reference" | "changes", html: string, locale: Locale): HttpAnswer {
  const title = TEXTS[locale][name];
  const body = `<h1>${title}</h1><div lang="en">${html}</div>`;
  return answer(page(title, body, locale, `${DEVELOPERS_PATH}/${name}`), "text/html; charset=utf-8");
}

function page(title: string, body: string, locale: Locale, path: string): string {
  const t = TEXTS[locale];
  const link = (to: string, text: string): string =>
    `<a href="${to}"${to === path ? ` aria-current="page"` : ""}>${text}</a>`;
  const other = locale === "en" ? "zh" : "en";
  const links = [
    link("/", t.forum),
    link(DEVELOPERS_PATH, t.guide),
    link(`${DEVELOPERS_PATH}/reference`, t.reference),
    link(`${DEVELOPERS_PATH}/changes`, t.changes),
    link("/graphiql", t.explorer),
    link("/schema.graphql", t.schema),
    `<a href="${path}?lang=${other}" hreflang="${other}" lang="${other}">${t.other}</a>`,
  ];
  return [
    `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><title>${title} · Luntan API</title>`,
    `<meta name="viewport" content="width=device-width,initial-scale=1">`,
    `<link rel="icon" href="/favicon.svg"><style>${STYLE}</style></head>`,
    `<body><header><nav>${links.join("")}</nav></header><main>${body}</main></body></html>`,
  ].join("");
}

function answer(body: string, type: string): HttpAnswer {
  return {
    status: 200,
    headers: {
      "content-type": type,
      "cache-control": "private, no-store",
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'",
    },
    body,
  };
}
