import { flag, hosts } from "./settingKinds.ts";

/** Hosts of players of which this program knows the addresses. */
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
  link_preview_blocked: hosts("function", "不预览的网站", "Sites without previews"),
};
