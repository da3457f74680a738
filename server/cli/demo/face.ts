import type { Context } from "../../core/context.ts";
import { row } from "../../core/sql.ts";
import { SITE_FOLDER } from "../../features/attachments/storage.ts";
import { drawLandscape } from "./pictures.ts";
import { Random } from "./random.ts";
import { FILES_PATH, putFile } from "./uploads.ts";

/** A landscape in the colours of the default theme. */
const BANNER_SEED = 11;
const BANNER = { width: 1600, height: 400 };
const BANNER_PATH = `${SITE_FOLDER}demo/banner.webp`;

const FACE = {
  site_name: "小镇论坛",
  site_title: "聊技术，聊生活，也聊晚饭",
  site_introduction: "一个安静的小镇：有人修电脑，有人种菜，有人跑步，晚上都来广场坐坐。",
  site_keywords: "小镇,论坛,生活,技术",
  background_image: FILES_PATH + BANNER_PATH,
};

/** Tips, and a yuan for reading what somebody else has asked. */
const MONEY = { site_can_reward: "1", site_onlooker_price: "1" };

/** Rows of settings that give the demo community a name, a banner and prices; none on a forum that has a face already. */
export async function faceOfSite(ctx: Context): Promise<{ tag: string; key: string; value: string }[]> {
  const keys = Object.keys(FACE);
  const marks = keys.map(() => "?").join(", ");
  const saved = await row(ctx, `SELECT s.value FROM settings s WHERE s.\`key\` IN (${marks})`, keys);
  if (saved) return [];
  putFile(ctx, BANNER_PATH, await drawLandscape(new Random(BANNER_SEED), BANNER));
  const face = Object.entries(FACE).map(([key, value]) => ({ tag: "default", key, value }));
  return [...face, ...Object.entries(MONEY).map(([key, value]) => ({ tag: "default", key, value }))];
}
