import { DEFAULT_PROVIDERS, wrongProviders } from "./oembedProviders.ts";
import { flag, hosts, longText } from "./settingKinds.ts";

/** Hosts of players whose addresses follow from those of pages. */
const PLAYERS =
  "https://player.bilibili.com https://v.qq.com https://player.vimeo.com https://www.youtube-nocookie.com";

/** Cards of pages outside that texts link to. */
export const LINK_SETTINGS = {
  link_previews: flag("function", "链接预览", "Link previews", "1"),
  link_preview_players: hosts(
    "function",
    "可在卡片里播放的网站",
    "Sites whose videos play in cards",
    PLAYERS,
  ),
  link_preview_providers: longText(
    "function",
    "oEmbed 网站",
    "Sites that answer by oEmbed",
    DEFAULT_PROVIDERS,
  )
    .max(10_000)
    .checkedBy(wrongProviders),
  link_preview_blocked: hosts("function", "不预览的网站", "Sites without previews"),
};
