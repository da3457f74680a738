import { cached } from "../../core/cached.ts";
import type { Context, Services } from "../../core/context.ts";
import { unseal } from "../../core/secrets.ts";
import { ALL_SETTINGS, settingAt, type CataloguedSetting, type SettingName } from "./catalogue/catalogue.ts";
import { SETTING_HELP } from "./catalogue/settingHelp.ts";
import { Setting } from "./setting.entity.ts";
import { readStored } from "./setting.sql.ts";
import type { SettingView } from "./setting.view.ts";
import { blockedReports } from "./statistics/statisticsScript.ts";

/** Text shown in place of secrets; saving it keeps the stored value. */
export const MASK = "********";

/** All settings by name (`site_name`, `agreement.privacy`), defaults filled in, secrets decrypted. */
export type Settings = Readonly<Record<SettingName, string>>;

const INITIAL = Object.fromEntries(
  ALL_SETTINGS.map(({ name, definition }) => [name, definition.initial]),
) as Settings;

const BY_NAME = new Map(ALL_SETTINGS.map((setting) => [setting.name, setting]));

const cachedSettings = cached(async (ctx): Promise<Settings> => {
  return { ...INITIAL, ...valuesOf(ctx, await ctx.db.find(Setting)) };
});

/** Gives stored settings their names and effective values. */
function valuesOf(
  ctx: Context,
  stored: readonly Pick<Setting, "tag" | "key" | "value">[],
): Partial<Settings> {
  const values = stored.flatMap(({ tag, key, value }) => {
    const setting = settingAt(tag, key);
    if (!setting) return [];
    const { definition, name } = setting;
    return [[name, definition.isSecret ? decrypted(ctx, name, value) : definition.effective(value)]];
  });
  return Object.fromEntries(values) as Partial<Settings>;
}

const lostNames = new WeakMap<Services, Set<string>>();

/** Decrypts a secret; one that was sealed with another key counts as not set, and is logged once. */
function decrypted({ services }: Context, name: string, value: string): string {
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

/** Reads the site's settings, defaults filled in. */
export function getSettings(ctx: Context): Promise<Settings> {
  return cachedSettings.get(ctx);
}

/** Reads some settings: within a transaction, where nothing is cached, those alone. */
export async function getSettingsOf<N extends SettingName>(
  ctx: Context,
  names: readonly N[],
): Promise<Pick<Settings, N>> {
  if (!ctx.writing) return getSettings(ctx);
  const settings = names.map((name) => BY_NAME.get(name)!);
  return { ...INITIAL, ...valuesOf(ctx, await readStored(ctx, settings)) };
}

/** Invalidates the cached settings. */
export function invalidateSettings(ctx: Context): void {
  cachedSettings.invalidate(ctx.services);
}

/** Filter of a list of settings. */
export interface SettingFilter {
  readonly tag?: string | null;
  readonly section?: string | null;
  /** Words of the label or key. */
  readonly query?: string | null;
  /** Only what differs from its default. */
  readonly changedOnly?: boolean;
}

/** Lists the settings that the viewer may read, in the order of the catalogue; secrets are masked. */
export async function listSettings(ctx: Context, filter: SettingFilter): Promise<SettingView[]> {
  const settings = await getSettings(ctx);
  const words = (filter.query ?? "").toLowerCase().split(/\s+/).filter(Boolean);
  return ALL_SETTINGS.filter(({ tag, key, name, definition }) => {
    if (!definition.isOpen && !ctx.viewer.isAdmin) return false;
    if (filter.tag && filter.tag !== tag) return false;
    if (filter.section && filter.section !== definition.section) return false;
    if (filter.changedOnly && settings[name] === definition.initial) return false;
    const text = `${key} ${tag} ${definition.zh} ${definition.en}`.toLowerCase();
    return words.every((word) => text.includes(word));
  }).map((setting) => ({
    ...viewOf(ctx, setting, settings[setting.name]),
    warning: ctx.viewer.isAdmin && setting.name === "site_stat" ? statisticsWarning(ctx, settings) : null,
  }));
}

/** Warns of hosts that the statistics script reports to and that are not allowed. */
function statisticsWarning({ locale, services }: Context, settings: Settings): string | null {
  const blocked = blockedReports(settings.site_stat, settings.site_stat_hosts, services.publicUrl);
  if (blocked.length === 0) return null;
  return locale === "en"
    ? `The script reports to hosts that are not named, so browsers block it: ${blocked.join(", ")}`
    : `统计代码要上报到未列出的主机，浏览器会拦截：${blocked.join("、")}`;
}

/** Gives a setting as forms show it. */
function viewOf(ctx: Context, setting: CataloguedSetting, value: string): Omit<SettingView, "warning"> {
  const { tag, key, definition } = setting;
  const { section, kind, initial, isSecret, isOpen, isKept, choices, least, most, maxLength } = definition;
  return {
    tag,
    key,
    section,
    kind,
    label: labelOf(ctx, setting),
    help: helpOf(ctx, setting),
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

/** Gives the label of a setting in the language of the viewer. */
export function labelOf(ctx: Context, { definition }: CataloguedSetting): string {
  return ctx.locale === "en" ? definition.en : definition.zh;
}

/** Gives the sentence that explains a setting in the language of the viewer; null for what only old clients read. */
function helpOf(ctx: Context, { name }: CataloguedSetting): string | null {
  const sentence = SETTING_HELP[name];
  if (!sentence) return null;
  return ctx.locale === "en" ? sentence.en : sentence.zh;
}

/** Gives a value as administrators see it: secrets are asterisks. */
export function shownValue({ definition }: CataloguedSetting, value: string): string {
  return definition.isSecret && value !== "" ? MASK : value;
}
