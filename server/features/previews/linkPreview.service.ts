import type { Context } from "../../core/context.ts";
import { load } from "../../core/loaders.ts";
import { FILES_PATH } from "../attachments/attachment.entity.ts";
import { cardOf } from "./card.ts";
import type { LinkPreview } from "./linkPreview.entity.ts";
import { previewByHash } from "./linkPreview.loaders.ts";
import type { LinkPreviewView } from "./linkPreview.view.ts";
import { hashOf, loneLinks, type LoneLink } from "./loneLinks.ts";
import { playerOf, storedPlayer } from "./players.ts";
import { previewSettings, type PreviewSettings } from "./previewSettings.service.ts";

/** A link with the facts of its page. */
interface ReadyLink {
  readonly link: LoneLink;
  readonly preview: LinkPreviewView;
}

function viewOf(
  { url }: LoneLink,
  preview: LinkPreview,
  settings: Pick<PreviewSettings, "players" | "providers">,
): LinkPreviewView {
  const { title, description, siteName, imagePath, imageWidth, imageHeight } = preview;
  const imageUrl = imagePath === null ? null : FILES_PATH + imagePath;
  // Frames of known sites set no cookies and start at once.
  const embed = playerOf(url, settings.players) ?? storedPlayer(url, preview, settings);
  return { url: url.href, title, description, siteName, imageUrl, imageWidth, imageHeight, embed };
}

/** Reads the previews of links; the texts of a page share one statement. */
async function readyLinks(ctx: Context, links: readonly LoneLink[]): Promise<ReadyLink[]> {
  const { isOn, isBlocked, ...settings } = await previewSettings(ctx);
  if (!isOn) return [];
  const allowed = links.filter(({ url }) => !isBlocked(url.hostname));
  const previews = await Promise.all(
    allowed.map(({ url }) => Promise.resolve(load(ctx, previewByHash, hashOf(url)))),
  );
  return allowed.flatMap((link, index) => {
    const preview = previews[index];
    return preview ? [{ link, preview: viewOf(link, preview, settings) }] : [];
  });
}

const ownHost = ({ services }: Context): string => new URL(services.publicUrl).host;

/** Lists the previews of a text, from the HTML that the viewer gets. */
export function previewsIn(ctx: Context, html: string): LinkPreviewView[] | Promise<LinkPreviewView[]> {
  const links = loneLinks(html, ownHost(ctx));
  if (links.length === 0) return [];
  return readyLinks(ctx, links).then((ready) => ready.map(({ preview }) => preview));
}

/** Puts cards in the place of the links of a text whose pages are known, into the HTML that the viewer gets. */
export function withPreviews(ctx: Context, html: string): string | Promise<string> {
  const links = loneLinks(html, ownHost(ctx));
  return links.length === 0 ? html : withCards(ctx, html, links);
}

async function withCards(ctx: Context, html: string, links: readonly LoneLink[]): Promise<string> {
  const parts: string[] = [];
  let at = 0;
  for (const { link, preview } of await readyLinks(ctx, links)) {
    parts.push(html.slice(at, link.from), cardOf(link, preview, ctx.locale));
    at = link.to;
  }
  return parts.join("") + html.slice(at);
}
