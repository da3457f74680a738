import { cached } from "../../core/cached.ts";
import type { Context, Services } from "../../core/context.ts";
import { unseal } from "../../core/secrets.ts";
import { ALL_SETTINGS, settingAt, type CataloguedSetting, type SettingName } from "./catalogue/catalogue.ts";
import { Setting } from "./setting.entity.ts";
import type { SettingView } from "./setting.view.ts";
import { blockedReports } from "./statistics/statisticsScript.ts";

/** How secrets are shown; saving it keeps what is stored. */
export const MASK = "********";

/** All settings by name (`site_name`, `agreement.privacy`), defaults filled in, secrets in the open. */
export type Settings = Readonly<Record<SettingName, string>>;

const INITIAL = Object.fromEntries(
  ALL_SETTINGS.map(({ name, definition }) => [name, definition.initial]),
) as Settings;

const cachedSettings = cached(async (ctx): Promise<Settings> => {
  const stored = await ctx.db.find(Setting);
  const known = stored.flatMap(({ tag, key, value }) => {
    const setting = settingAt(tag, key);
    if (!setting) return [];
    const { definition, name } = setting;
    return [[name, definition.isSecret ? opened(ctx, name, value) : definition.effective(value)]];
  });
  return { ...INITIAL, ...(Object.fromEntries(known) as Partial<Settings>) };
});

const lostNames = new WeakMap<Services, Set<string>>();

/** A secret in the open; one that another process sealed with another key counts as not set, and the log says so once. */
function opened({ services }: Context, name: string, value: string): string {
  try {
    return unseal(services, value);
  } catch (error) {
    const names = lostNames.get(services) ?? new Set();
    lostNames.set(services, names);
    if (!names.has(name))
      services.log.error({ setting: name, error: String(error) }, "a secret setting cannot be opened");
    names.add(name);
    return "";
  }
}

/** The site's settings, defaults filled in. */
export function getSettings(ctx: Context): Promise<Settings> {
  return cachedSettings.get(ctx);
}

/** Makes the next request read settings anew. */
export function forgetSettings(ctx: Context): void {
  cachedSettings.invalidate(ctx.services);
}

/** Which settings to list. */
export interface SettingFilter {
  readonly tag?: string | null;
  readonly section?: string | null;
  /** Words of the label or key. */
  readonly query?: string | null;
  /** Only what differs from its default. */
  readonly changedOnly?: boolean;
}

/** The settings that the viewer may read, in the order of the catalogue; secrets are masked. */
export async function listSettings(ctx: Context, filter: SettingFilter): Promise<SettingView[]> {
  const settings = await getSettings(ctx);
  const words = (filter.query ?? "").toLowerCase().split(/\s+/).filter(Boolean);
  return ALL_SETTINGS.filter(({ tag, key, name, definition }) => {
    if (!definition.isOpen && !ctx.viewer.isAdmin) return false;
    if (filter.tag && filter.tag !== tag) return false;
    if (filter.section && filter.section !== definition.section) return false;
    if (filter.changedOnly && settings[name] === definition.initial) return false;
    const spoken = `${key} ${tag} ${definition.zh} ${definition.en}`.toLowerCase();
    return words.every((word) => spoken.includes(word));
  }).map((setting) => ({
    ...viewOf(ctx, setting, settings[setting.name]),
    warning: ctx.viewer.isAdmin && setting.name === "site_stat" ? statisticsWarning(ctx, settings) : null,
  }));
}

/** What the statistics script tries in vain: hosts that it reports to and that are not named. */
function statisticsWarning({ locale, services }: Context, settings: Settings): string | null {
  const blocked = blockedReports(settings.site_stat, settings.site_stat_hosts, services.publicUrl);
  if (blocked.length === 0) return null;
  return locale === "en"
    ? `The script reports to hosts that are not named, so browsers block it: ${blocked.join(", ")}`
    : `统计代码要上报到未列出的主机，浏览器会拦截：${blocked.join("、")}`;
}

/** A setting as forms show it. */
function viewOf(ctx: Context, setting: CataloguedSetting, value: string): Omit<SettingView, "warning"> {
  const { tag, key, definition } = setting;
  const { section, kind, initial, isSecret, isOpen, isKept, choices, least, most, maxLength } = definition;
  return {
    tag,
    key,
    section,
    kind,
    label: labelOf(ctx, setting),
    value: shownValue(setting, value),
    initial,
    isChanged: value !== initial,
    isSecret,
    isOpen,
    isKept,
    withheldValues: definition.withheld?.values ?? [],
    withheldReason: withheldReasonOf(ctx, setting),
    choices,
    least: Number.isFinite(least) ? least : null,
    most: Number.isFinite(most) ? most : null,
    maxLength,
  };
}

function withheldReasonOf(ctx: Context, { definition: { withheld } }: CataloguedSetting): string | null {
  return withheld && (ctx.locale === "en" ? withheld.en : withheld.zh);
}

/** What a setting is called in the language of the viewer. */
export function labelOf(ctx: Context, { definition }: CataloguedSetting): string {
  return ctx.locale === "en" ? definition.en : definition.zh;
}

/** A value for the eyes of administrators: secrets are asterisks. */
export function shownValue({ definition }: CataloguedSetting, value: string): string {
  return definition.isSecret && value !== "" ? MASK : value;
}
