import type { Context } from "../core/context.ts";
import { getSettings } from "../features/settings/setting.service.ts";
import type { HttpAnswer } from "../http/route.ts";

/** Colours of the header in the light theme (client/styles.css). */
export const THEME_COLOR = "#ffffff";
/** Colour of the header in the dark theme. */
export const THEME_COLOR_DARK = "#161a21";
const BACKGROUND = "#f4f5f8";
/** Longer names do not fit below an icon. */
const SHORT_NAME_MAX = 12;
/** Files that depend on settings are cached for an hour. */
const FOR_AN_HOUR = "public, max-age=3600";
const OPENSEARCH_TYPE = "application/opensearchdescription+xml; charset=utf-8";

/** `/manifest.webmanifest`: what makes the site installable, under its own name. */
export async function manifestFor(ctx: Context): Promise<HttpAnswer> {
  const { site_name: name, site_introduction: description } = await getSettings(ctx);
  const icon = (file: string, size: number, purpose: string) => ({
    src: `/icons/${file}`,
    sizes: `${size}x${size}`,
    type: "image/png",
    purpose,
  });
  const manifest = {
    id: "/",
    name,
    short_name: Array.from(name).slice(0, SHORT_NAME_MAX).join(""),
    description,
    lang: ctx.locale,
    dir: "ltr",
    start_url: "/",
    scope: "/",
    display: "standalone",
    theme_color: THEME_COLOR,
    background_color: BACKGROUND,
    icons: [
      icon("icon-192.png", 192, "any"),
      icon("icon-512.png", 512, "any"),
      icon("maskable-512.png", 512, "maskable"),
      { src: "/favicon.svg", sizes: "any", type: "image/svg+xml", purpose: "any" },
    ],
  };
  return {
    status: 200,
    headers: {
      "content-type": "application/manifest+json; charset=utf-8",
      "cache-control": FOR_AN_HOUR,
      vary: "cookie, accept-language",
    },
    body: JSON.stringify(manifest),
  };
}

/** `/opensearch.xml`: lets browsers search the site from their address bar. */
export async function openSearchFor(ctx: Context, publicUrl: string): Promise<HttpAnswer> {
  const { site_name: name, site_introduction: description } = await getSettings(ctx);
  const body = [
    `<?xml version="1.0" encoding="UTF-8"?>`,
    `<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">`,
    `<ShortName>${escapeXml(name)}</ShortName>`,
    `<Description>${escapeXml(description)}</Description>`,
    `<InputEncoding>UTF-8</InputEncoding>`,
    `<Image width="16" height="16" type="image/svg+xml">${escapeXml(publicUrl)}/favicon.svg</Image>`,
    `<Url type="text/html" method="get" template="${escapeXml(publicUrl)}/search?keyword={searchTerms}"/>`,
    `</OpenSearchDescription>`,
  ].join("");
  return { status: 200, headers: { "content-type": OPENSEARCH_TYPE, "cache-control": FOR_AN_HOUR }, body };
}

function escapeXml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
