import type { Context } from "../../core/context.ts";
import { getSettings } from "../settings/setting.service.ts";
import { threadsForSitemap } from "./sitemap.sql.ts";

/** Most addresses in one sitemap (the protocol's limit). */
const SITEMAP_MAX = 50_000;
/** Threads that one statement reads. */
const BATCH = 1_000;

/** True if the site lists its threads for search engines. */
export async function hasSitemap(ctx: Context): Promise<boolean> {
  return (await getSettings(ctx)).site_fabu === "1";
}

/** Builds robots.txt, which leaves out personal pages and APIs. */
export async function robotsTxt(ctx: Context): Promise<string> {
  const closed = [
    "/api",
    "/graphql",
    "/graphiql",
    "/admin",
    "/my",
    "/message",
    "/wallet",
    "/search",
    "/thread/post",
    "/setup",
    "/user/login",
    "/user/username-login",
    "/user/register",
  ];
  const lines = [
    "User-agent: *",
    ...closed.map((path) => `Disallow: ${path}`),
    ...((await hasSitemap(ctx)) ? ["", `Sitemap: ${ctx.services.publicUrl}/sitemap.xml`] : []),
  ];
  return `${lines.join("\n")}\n`;
}

/** Gives the newest threads that visitors may read as sitemap XML, in pieces; nothing large is held in memory. */
export async function* sitemapXml(ctx: Context): AsyncGenerator<string> {
  const { publicUrl } = ctx.services;
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n`;
  yield `<url><loc>${publicUrl}/</loc></url>\n`;
  const grants = [ctx.viewer.categoriesWith("viewThreads"), ctx.viewer.categoriesWith("thread.viewPosts")];
  const categorySets = grants.filter((categoryIds) => categoryIds !== "all");
  const isAnyReadable = categorySets.every((categoryIds) => categoryIds.length > 0);
  let below = Number.MAX_SAFE_INTEGER;
  for (let written = 0; isAnyReadable && written < SITEMAP_MAX; written += BATCH) {
    const threads = await threadsForSitemap(ctx, categorySets, below, BATCH);
    if (threads.length === 0) break;
    yield threads
      .map(
        ({ id, lastPostedAt }) =>
          `<url><loc>${publicUrl}/thread/${id}</loc><lastmod>${lastPostedAt.toISOString()}</lastmod></url>\n`,
      )
      .join("");
    below = threads.at(-1)!.id;
  }
  yield "</urlset>\n";
}
