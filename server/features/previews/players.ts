import { providerOf } from "../settings/catalogue/oembedProviders.ts";
import { isReportAllowed } from "../settings/statistics/reportHosts.ts";
import type { LinkPreview } from "./linkPreview.entity.ts";
import { PlayerKind } from "./linkPreview.view.ts";
import type { PreviewSettings } from "./previewSettings.service.ts";

/** A player of a page, shown in a frame. */
export interface Player {
  readonly kind: PlayerKind;
  /** Address of the frame. */
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

/** Proportions of players that say nothing of theirs. */
const SIZE = { width: 640, height: 360 } as const;

interface Site {
  readonly kind: PlayerKind;
  /** Hosts of pages with videos. */
  readonly hosts: readonly string[];
  /** Origin of the frame. */
  readonly origin: string;
  /** Gives the path of the frame of a page; null for pages without a video. */
  frame(page: URL): string | null;
}

const BILIBILI_VIDEO = /^\/video\/(?:(BV[\dA-Za-z]{10})|av(\d{1,18}))\/?$/;
const TENCENT_VIDEO = /^\/x\/(?:page|cover\/[\dA-Za-z]{1,30})\/([\dA-Za-z]{5,20})\.html$/;
const VIMEO_VIDEO = /^\/(\d{1,15})$/;
const YOUTUBE_VIDEO = /^\/(?:shorts|embed|live)\/([\w-]{11})$/;
const YOUTUBE_ID = /^[\w-]{11}$/;

function youtubeId({ hostname, pathname, searchParams }: URL): string {
  if (hostname === "youtu.be") return pathname.slice(1);
  return pathname === "/watch" ? (searchParams.get("v") ?? "") : (YOUTUBE_VIDEO.exec(pathname)?.[1] ?? "");
}

const SITES: readonly Site[] = [
  {
    kind: PlayerKind.BILIBILI,
    hosts: ["www.bilibili.com", "bilibili.com", "m.bilibili.com"],
    origin: "https://player.bilibili.com",
    frame({ pathname, searchParams }) {
      const [, bvid, aid] = BILIBILI_VIDEO.exec(pathname) ?? [];
      if (!bvid && !aid) return null;
      const part = /^\d{1,4}$/.exec(searchParams.get("p") ?? "")?.[0] ?? "1";
      return `/player.html?${bvid ? `bvid=${bvid}` : `aid=${aid}`}&p=${part}&autoplay=1`;
    },
  },
  {
    kind: PlayerKind.TENCENT_VIDEO,
    hosts: ["v.qq.com"],
    origin: "https://v.qq.com",
    frame({ pathname }) {
      const id = TENCENT_VIDEO.exec(pathname)?.[1];
      return id ? `/txp/iframe/player.html?vid=${id}&autoplay=true` : null;
    },
  },
  {
    kind: PlayerKind.VIMEO,
    hosts: ["vimeo.com", "www.vimeo.com"],
    origin: "https://player.vimeo.com",
    frame({ pathname }) {
      const id = VIMEO_VIDEO.exec(pathname)?.[1];
      return id ? `/video/${id}?dnt=1&autoplay=1` : null;
    },
  },
  {
    kind: PlayerKind.YOUTUBE,
    hosts: ["www.youtube.com", "youtube.com", "m.youtube.com", "youtu.be"],
    origin: "https://www.youtube-nocookie.com",
    frame(page) {
      const id = youtubeId(page);
      return YOUTUBE_ID.test(id) ? `/embed/${id}?autoplay=1` : null;
    },
  },
];

/** True if a frame has a plain https address of an origin that the owner allows. */
export function mayFrame(address: string, allowed: readonly string[]): boolean {
  const { protocol, username, password, origin } = new URL(address);
  return protocol === "https:" && username === "" && password === "" && isReportAllowed(origin, allowed);
}

/** Finds the player of a page of a site that is known here; null for others, and where the owner does not allow its host. */
export function playerOf(page: URL, allowed: readonly string[]): Player | null {
  const site = SITES.find(
    ({ hosts, origin }) => hosts.includes(page.hostname) && isReportAllowed(origin, allowed),
  );
  const path = site?.frame(page) ?? null;
  return site && path !== null ? { kind: site.kind, url: site.origin + path, ...SIZE } : null;
}

/** Gives the player that the provider of a page gave; null without one, and where the owner has taken one of them away. */
export function storedPlayer(
  page: URL,
  { playerUrl, playerWidth, playerHeight }: LinkPreview,
  { players, providers }: Pick<PreviewSettings, "players" | "providers">,
): Player | null {
  if (playerUrl === null || !mayFrame(playerUrl, players) || !providerOf(page, providers)) return null;
  const size = playerWidth > 0 && playerHeight > 0 ? { width: playerWidth, height: playerHeight } : SIZE;
  return { kind: PlayerKind.OTHER, url: playerUrl, ...size };
}
