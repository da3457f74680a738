import { z } from "zod";
import { DomainError, invalid } from "../../core/errors.ts";
import { ADD_PAGE, isForFrames, isPlace, isTarget } from "./hookTable.ts";
import { serverSchema } from "./server-part/serverManifest.ts";
import { PLUGIN_NAME_MAX, PluginTier } from "./plugin.entity.ts";

/** Three numbers of one to three digits (spec §5). */
const VERSION = /^\d{1,3}\.\d{1,3}\.\d{1,3}$/;
const NAME = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;
const PAGE_PATH = /^(?:\/[a-z0-9][a-z0-9-]{0,39}){1,3}$/;
const SETTING_KEY = /^[a-z][A-Za-z0-9]{0,39}$/;
const SLOTS_MAX = 30;
const SETTINGS_MAX = 30;
const CHOICES_MAX = 30;
/** Longest line of a manifest, in characters. */
const LINE_MAX = 100;
const DESCRIPTION_MAX = 500;
/** Longest value of a setting, in characters. */
export const SETTING_VALUE_MAX = 2_000;
/** Highest place that may be held for a frame before it has come, in CSS pixels. */
const HEIGHT_MAX = 1_200;
/** Longest fragment, in characters. */
const FRAGMENT_MAX = 2_000;
const EMAIL = /^[^\s@]+@[^\s@]+$/;

/** Rights that a frame asks for; it gets nothing else of the page. */
export const CAPABILITIES = ["viewer", "thread", "user", "navigate"] as const;

const line = z.string().trim().min(1).max(LINE_MAX);
const texts = z.strictObject({ zh: line, en: line });
const longText = z.string().trim().max(DESCRIPTION_MAX);
const platforms = z.array(z.enum(["pc", "h5", "mini"])).min(1);
const version = z.string().regex(VERSION, "must be three numbers of one to three digits, such as 1.10.0");

const slot = z.strictObject({
  /** Names the component among those that `client.js` gives. */
  part: z.string().regex(SETTING_KEY),
  target: z.union([z.string(), z.array(z.string()).min(1)]),
  hookName: z.string().min(1),
  platform: platforms.optional(),
  /** Of a page that is added: `/calendar` stands under `/plugin/calendar`. */
  path: z.string().regex(PAGE_PATH).optional(),
  /** Height that is held until the component has come, in CSS pixels. */
  height: z.number().int().min(0).max(HEIGHT_MAX).optional(),
  /** Fields that it reads of what the place shows, such as a thread: `fragment F on Thread { likeCount }`. */
  fragment: z.string().min(1).max(FRAGMENT_MAX).optional(),
  /** The component renders on the server as well; for trusted plugins. */
  rendersOnServer: z.boolean().optional(),
});

const settingCommon = { key: z.string().regex(SETTING_KEY), label: texts };
const setting = z.discriminatedUnion("kind", [
  z.strictObject({ ...settingCommon, kind: z.literal("text"), initial: z.string().max(SETTING_VALUE_MAX) }),
  z.strictObject({ ...settingCommon, kind: z.literal("number"), initial: z.number() }),
  z.strictObject({ ...settingCommon, kind: z.literal("flag"), initial: z.boolean() }),
  z.strictObject({
    ...settingCommon,
    kind: z.literal("choice"),
    initial: z.string(),
    choices: z
      .array(z.strictObject({ value: line, label: texts }))
      .min(1)
      .max(CHOICES_MAX),
  }),
  /** Sealed in the database and given to the server part alone; empty until somebody sets it. */
  z.strictObject({ ...settingCommon, kind: z.literal("secret") }),
]);

/** Form of `plugin.json`; the kit has it as a JSON schema. */
export const manifestSchema = z.strictObject({
  pluginName: z.string().max(PLUGIN_NAME_MAX).regex(NAME),
  version,
  appid: z
    .string()
    .min(1)
    .max(PLUGIN_NAME_MAX)
    .regex(/^[\w-]+$/),
  type: line,
  author: z.strictObject({ name: line, email: z.string().max(LINE_MAX).regex(EMAIL) }),
  platform: platforms,
  /** Versions of the forum that it is made for: from one on, and before another. */
  host: z.strictObject({ from: version, before: version }),
  names: texts,
  descriptions: z.strictObject({ zh: longText, en: longText }).optional(),
  slots: z.array(slot).min(1).max(SLOTS_MAX),
  capabilities: z.array(z.enum(CAPABILITIES)).default([]),
  settings: z.array(setting).max(SETTINGS_MAX).default([]),
  /** Work of server.js; for trusted plugins. */
  server: serverSchema.optional(),
});

/** A checked `plugin.json`. */
export type Manifest = z.infer<typeof manifestSchema>;
/** Definition of a setting. */
export type PluginSetting = Manifest["settings"][number];
/** Value of a setting. */
export type SettingValue = string | number | boolean;

/** A component of a plugin and one place where it shows. */
export interface View {
  readonly part: string;
  readonly target: string;
  readonly hookName: string;
  /** `target@hookName`. */
  readonly place: string;
  readonly platform: readonly string[];
  readonly path: string | null;
  readonly height: number;
  readonly fragment: string | null;
  readonly rendersOnServer: boolean;
}

/** Refuses a package and says why. */
export function refusePackage(zh: string, en: string): DomainError {
  return invalid("package", zh, en);
}

/** Compares two versions number by number: 1.10.0 is newer than 1.9.0. @returns above 0 if the first is newer */
export function compareVersions(first: string, second: string): number {
  const [one, other] = [first, second].map((each) => each.split(".").map(Number));
  for (let place = 0; place < 3; place++) {
    const difference = (one![place] ?? 0) - (other![place] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/**
 * Reads and checks a `plugin.json`.
 * @throws {DomainError} INVALID_PARAMETER naming what is wrong, for a package that is not for this version of the forum too.
 */
export function parseManifest(text: string, tier: PluginTier, hostVersion: string): Manifest {
  const parsed = manifestSchema.safeParse(jsonOf(text));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const problem = `${issue!.path.join(".") || "plugin.json"}: ${issue!.message}`;
    throw refusePackage(`plugin.json 有误：${problem}`, `plugin.json is not valid: ${problem}`);
  }
  const { host, capabilities } = parsed.data;
  if (compareVersions(hostVersion, host.from) < 0 || compareVersions(hostVersion, host.before) >= 0)
    throw refusePackage(
      `插件适用于 ${host.from} 至 ${host.before} 之前的版本，本站为 ${hostVersion}`,
      `The plugin is for versions from ${host.from} to before ${host.before}; this forum is ${hostVersion}.`,
    );
  checkSlots(parsed.data, tier);
  checkRendering(parsed.data, tier);
  checkSettings(parsed.data);
  if (tier === PluginTier.TRUSTED && capabilities.length > 0)
    throw refusePackage("capabilities 仅用于框架插件", "capabilities: are for plugins in frames alone.");
  return parsed.data;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw refusePackage("plugin.json 不是有效的 JSON", "plugin.json is no JSON.");
  }
}

function checkSlots(given: Manifest, tier: PluginTier): void {
  const taken = new Set<string>();
  for (const { target, place, hookName, path } of viewsOf(given)) {
    if (!isTarget(target))
      throw refusePackage(`未知的 target：${target}`, `The target ${target} is unknown.`);
    if (!isPlace(target, hookName))
      throw refusePackage(`未知的 hookName：${place}`, `The hook ${hookName} of ${target} is unknown.`);
    if (tier === PluginTier.FRAMED && !isForFrames(place))
      throw refusePackage(
        `框架插件不能用于 ${place}，只能由站长在命令行安装`,
        `A frame cannot show at ${place}; such plugins are installed on the command line.`,
      );
    if ((place === ADD_PAGE) !== (path !== null))
      throw refusePackage(
        "path 只用于且必须用于 add_page_hook",
        "path: belongs to add_page_hook, and to it alone.",
      );
    const key = `${place}:${path ?? ""}`;
    if (taken.has(key)) throw refusePackage(`${place} 重复`, `${place} is given twice.`);
    taken.add(key);
  }
}

/** Forms of the composer are nested in its own, and frames render nowhere but in browsers. */
function checkRendering(given: Manifest, tier: PluginTier): void {
  const wrong = viewsOf(given).find(
    ({ rendersOnServer, target }) =>
      rendersOnServer && (tier === PluginTier.FRAMED || target === "plugin_post"),
  );
  if (wrong)
    throw refusePackage(
      `${wrong.place} 不能在服务器上渲染，请用 height 预留位置`,
      `rendersOnServer: nothing renders on the server at ${wrong.place}. Hold the room by height.`,
    );
}

function checkSettings({ settings, server }: Manifest): void {
  const keys = new Set(settings.map(({ key }) => key));
  if (keys.size < settings.length)
    throw refusePackage("settings 的 key 重复", "settings: a key is given twice.");
  const secret = settings.find(({ kind }) => kind === "secret");
  if (secret && !server)
    throw refusePackage(
      `settings.${secret.key}：机密设置只供 server.js 使用`,
      `settings.${secret.key}: secrets are for server.js alone.`,
    );
  for (const each of settings)
    if (each.kind === "choice" && !each.choices.some(({ value }) => value === each.initial))
      throw refusePackage(
        `settings.${each.key}：初始值不在选项中`,
        `settings.${each.key}: no choice is the initial one.`,
      );
}

/** Lists where the components of a plugin show. */
export function viewsOf({ slots, platform }: Manifest): View[] {
  return slots.flatMap((each) =>
    [each.target].flat().map((target) => ({
      part: each.part,
      target,
      hookName: each.hookName,
      place: `${target}@${each.hookName}`,
      platform: each.platform ?? platform,
      path: each.path ?? null,
      height: each.height ?? 0,
      fragment: each.fragment ?? null,
      rendersOnServer: each.rendersOnServer ?? false,
    })),
  );
}

/** Gives the values of all settings but secrets: what is stored if it still fits, else the initial value. */
export function settingsOf(
  { settings }: Manifest,
  stored: Readonly<Record<string, unknown>>,
): Record<string, SettingValue> {
  return Object.fromEntries(
    settings.flatMap((each) => {
      if (each.kind === "secret") return [];
      const value = Object.hasOwn(stored, each.key) ? stored[each.key] : undefined;
      return [[each.key, fits(each, value) ? value : each.initial]];
    }),
  );
}

/** True if a value may be stored for a setting. */
export function fits(definition: PluginSetting, value: unknown): value is SettingValue {
  if (definition.kind === "flag") return typeof value === "boolean";
  if (definition.kind === "number") return typeof value === "number" && Number.isFinite(value);
  if (typeof value !== "string" || value.length > SETTING_VALUE_MAX) return false;
  return definition.kind !== "choice" || definition.choices.some((choice) => choice.value === value);
}
