import type { Context } from "../../core/context.ts";
import { getSettings } from "../settings/setting.service.ts";
import { marks, rows, timeOf } from "../../core/sql.ts";

/** Addresses in one sitemap (the protocol's limit). */
const SITEMAP_MAX = 50_000;
const BATCH = 1_000;

/** Whether the site lists its threads for search engines. */
export async function hasSitemap(ctx: Context): Promise<boolean> {
  return (await getSettings(ctx)).site_fabu === "1";
}

/** What robots may read; personal pages and doors are left out. */
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

/** The newest threads that visitors may read, as sitemap XML in pieces; nothing large is held in memory. */
export async function* sitemapXml(ctx: Context): AsyncGenerator<string> {
  const { publicUrl } = ctx.services;
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n`;
  yield `<url><loc>${publicUrl}/</loc></url>\n`;
  const lists = ctx.viewer.categoriesWith("viewThreads");
  const reads = ctx.viewer.categoriesWith("thread.viewPosts");
  const filters: string[] = [];
  const values: number[] = [];
  for (const allowed of [lists, reads]) {
    if (allowed === "all") continue;
    if (allowed.length === 0) {
      yield "</urlset>\n";
      return;
    }
    filters.push(`AND t.categoryId IN (${marks(allowed)})`);
    values.push(...allowed);
  }
  let below = Number.MAX_SAFE_INTEGER;
  for (let written = 0; written < SITEMAP_MAX; written += BATCH) {
    const found = await rows<{ id: number; at: string | Date }>(
      ctx,
      `SELECT t.id, t.lastPostedAt AS at FROM threads t
       WHERE t.id < ? AND t.visible = 1 ${filters.join(" ")} ORDER BY t.id DESC LIMIT ?`,
      [below, ...values, BATCH],
    );
    if (found.length === 0) break;
    yield found
      .map(
        ({ id, at }) =>
          `<url><loc>${publicUrl}/thread/${id}</loc><lastmod>${timeOf(at).toISOString()}</lastmod></url>\n`,
      )
      .join("");
    below = found.at(-1)!.id;
  }
  yield "</urlset>\n";
}
