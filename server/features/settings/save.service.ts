import { In } from "typeorm";
import { lockLog, noteChange, noteNothing } from "../../core/audit.ts";
import type { Context } from "../../core/context.ts";
import { invalid } from "../../core/errors.ts";
import type { SettingsDifference } from "../../core/hooks.ts";
import { seal } from "../../core/secrets.ts";
import { inTransaction } from "../../core/transaction.ts";
import { verb } from "../../core/verbs.ts";
import { insert, insertAll } from "../../core/write.ts";
import { ALL_SETTINGS, settingAt, type CataloguedSetting } from "./catalogue/catalogue.ts";
import { DEFAULT_TAG, Setting, SettingChange, SettingSave } from "./setting.entity.ts";
import { settingsChanged } from "./setting.events.ts";
import { invalidateSettings, getSettings, MASK, shownValue, type Settings } from "./setting.service.ts";
import { addConsequences, checkRules, mustOwnInnerNet, refuseWithheld } from "./catalogue/settingRules.ts";

/** Maximum settings of one save. */
const ENTRIES_MAX = 300;
const MASKED = /^\*+$/;

/** A value to save, of any type that its kind can be converted from. */
export interface SettingEntry {
  readonly key: string;
  readonly value?: unknown;
  readonly tag?: string | null;
}

/** Settings to save, by name, with their new values unencrypted. */
export type NewValues = Map<string, { readonly setting: CataloguedSetting; readonly value: string }>;

/**
 * Saves all entries or none. Of several for one setting the last counts; asterisks leave a secret unchanged.
 * @returns the id of the save; null if nothing changed
 * @emits settingsChanged
 * @throws {DomainError} INVALID_PARAMETER naming the key that is unknown or whose value does not fit.
 */
export const saveSettings = verb({
  name: "saveSettings",
  who: "admin",
  rate: "manage",
  audited: true,
  idempotent: true,
  async run(ctx: Context, entries: readonly SettingEntry[]): Promise<number | null> {
    if (entries.length > ENTRIES_MAX)
      throw invalid("data", "一次保存的设置过多", "Too many settings at once.");
    const newValues: NewValues = new Map();
    for (const { key, value, tag } of entries) {
      const setting = settingNamed(tag || DEFAULT_TAG, key);
      if (setting.definition.isSecret && typeof value === "string" && MASKED.test(value)) continue;
      newValues.set(setting.name, { setting, value: setting.definition.normalise(key, value) });
    }
    return store(ctx, newValues);
  },
});

/** Finds a setting. @throws {DomainError} INVALID_PARAMETER if there is none, naming those of the key with other tags. */
function settingNamed(tag: string, key: string): CataloguedSetting {
  const setting = settingAt(tag, key);
  if (setting) return setting;
  const others = ALL_SETTINGS.filter((each) => each.key === key).map((each) => `${each.tag}/${key}`);
  const [zh, en] =
    others.length === 0 ? ["", ""] : [`，应为 ${others.join("、")}`, `; it is ${others.join(" or ")}`];
  throw invalid("key", `未知的设置：${tag}/${key}${zh}`, `There is no setting ${tag}/${key}${en}.`);
}

/** Stores changed values with their history and runs the hooks; for all commands that set settings. */
export async function store(
  ctx: Context,
  newValues: NewValues,
  undoOfId: number | null = null,
): Promise<number | null> {
  const saved = await inTransaction(ctx, async (ctx) => {
    await lockLog(ctx);
    const before = await getSettings(ctx);
    if (undoOfId === null) {
      addConsequences(newValues, before);
      await checkRules(ctx, newValues, before);
    } else {
      refuseWithheld(newValues);
      if (newValues.has("inner_net_ip")) await mustOwnInnerNet(ctx);
    }
    const changes = [...newValues.values()].filter(({ setting, value }) => before[setting.name] !== value);
    if (changes.length === 0) {
      noteNothing(ctx);
      return null;
    }
    const save = { actorId: ctx.viewer.id, undoOfId, createdAt: ctx.now };
    const saveId = await insert(ctx, SettingSave, save);
    for (const change of changes) await storeOne(ctx, saveId, change, before);
    const after = Object.fromEntries(changes.map(({ setting, value }) => [setting.name, value]));
    await runHooks(ctx, saveId, { before, after: { ...before, ...after } });
    ctx.emit(settingsChanged({ names: changes.map(({ setting }) => setting.name) }));
    return saveId;
  });
  invalidateSaved(ctx);
  return saved;
}

/** Invalidates the cached settings, and the caches of the hooks. */
export function invalidateSaved(ctx: Context): void {
  invalidateSettings(ctx);
  for (const hook of ctx.services.hooks.settings) hook.invalidate(ctx);
}

/** Runs the hooks of other features; their effects are stored with the save, to be undone with it. */
async function runHooks(ctx: Context, saveId: number, difference: SettingsDifference): Promise<void> {
  for (const hook of ctx.services.hooks.settings) {
    const effects = await hook.apply(ctx, difference);
    const changes = effects.map((effect) => ({ ...effect, saveId, tag: hook.tag, after: "[]" }));
    await insertAll(ctx, SettingChange, changes);
  }
}

async function storeOne(
  ctx: Context,
  saveId: number,
  { setting, value }: { setting: CataloguedSetting; value: string },
  before: Settings,
): Promise<void> {
  const { tag, key, name, definition } = setting;
  const stored = (text: string): string => (definition.isSecret ? seal(ctx.services, text) : text);
  const was = before[name];
  await ctx.db.upsert(Setting, { tag, key, value: stored(value) }, ["tag", "key"]);
  await insert(ctx, SettingChange, { saveId, tag, key, before: stored(was), after: stored(value) });
  const target = `setting:${tag}/${key}`;
  if (definition.isSecret) noteChange(ctx, { target, before: was && MASK, after: value && MASK });
  else noteChange(ctx, { target, before: shownValue(setting, was), after: shownValue(setting, value) });
}

/** Reads the changes of saves, in order. */
export function changesOf(ctx: Context, saveIds: readonly number[]): Promise<SettingChange[]> {
  return ctx.db.find(SettingChange, { where: { saveId: In(saveIds) }, order: { id: "ASC" } });
}
