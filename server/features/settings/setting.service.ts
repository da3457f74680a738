import { cached } from "../../core/cached.ts";
import type { Context } from "../../core/context.ts";
import { rows } from "../../core/sql.ts";

/** Settings with their defaults (legacy table `settings`, tag `default`); values are text. */
export const SETTING_DEFAULTS = {
  site_name: "欢迎",
  site_title: "",
  site_keywords: "欢迎",
  site_introduction: "欢迎",
  favicon: "",
  logo: "",
  site_stat: "",
  site_record: "",
  site_record_code: "",
  /** "1" = registration is open. */
  register_close: "1",
  password_length: "6",
  /** Comma list of required classes: 0 digit, 1 lower case, 2 symbol, 3 upper case. */
  password_strength: "",
  support_img_ext: "png,gif,jpg,jpeg,webp",
  support_file_ext: "doc,docx,xls,xlsx,ppt,pptx,pdf,zip,txt,md,csv",
  /** In megabytes. */
  support_max_size: "5",
  support_max_upload_attachment_num: "9",
} as const;

/** Name of a setting that has a default. */
export type SettingKey = keyof typeof SETTING_DEFAULTS;
/** All settings with their defaults filled in. */
export type Settings = Readonly<Record<SettingKey, string>>;

const TAG = "default";

const cachedSettings = cached(async (ctx): Promise<Settings> => {
  const stored = await rows<{ key: string; value: string }>(
    ctx,
    "SELECT s.key AS `key`, s.value FROM settings s WHERE s.tag = ?",
    [TAG],
  );
  const known = stored.filter(({ key }) => key in SETTING_DEFAULTS);
  return { ...SETTING_DEFAULTS, ...Object.fromEntries(known.map(({ key, value }) => [key, value])) };
});

/** The site's settings, defaults filled in. */
export function getSettings(ctx: Context): Promise<Settings> {
  return cachedSettings.get(ctx);
}
