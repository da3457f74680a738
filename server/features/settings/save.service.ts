import { In } from "typeorm";
import { lockLog, noteChange, noteNothing } from "../../core/audit.ts";
import type { Context } from "../../core/context.ts";
import { invalid } from "../../core/errors.ts";
import type { SettingsDifference } from "../../core/hooks.ts";
import { seal } from "../../core/secrets.ts";
import { inTransaction } from "../../core/transaction.ts";
import { verb } from "../../core/verbs.ts";
import { insert, insertAll } from "../../core/write.ts";
import { settingAt, type CataloguedSetting } from "./catalogue/catalogue.ts";
import { DEFAULT_TAG, Setting, SettingChange, SettingSave } from "./setting.entity.ts";
import { settingsChanged } from "./setting.events.ts";
import { forgetSettings, getSettings, MASK, shownValue, type Settings } from "./setting.service.ts";
import { checkRules, mustOwnInnerNet, refuseWithheld } from "./catalogue/settingRules.ts";

/** Settings that one save takes at most. */
const ENTRIES_MAX = 300;
const MASKED = /^\*+$/;

/** A value to save; of any type, as long as its kind can be made of it. */
export interface SettingEntry {
  readonly key: string;
  readonly value?: unknown;
  readonly tag?: string | null;
}

/** What a save wants: settings by name with their new values in the open. */
export type Wanted = Map<string, { readonly setting: CataloguedSetting; readonly value: string }>;

/**
 * Saves all entries or none. Of several for one setting the last counts; asterisks keep a secret.
 * @returns the id of the save; null if everything was so already
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
    const wanted: Wanted = new Map();
    for (const { key, value, tag } of entries) {
      const setting = settingNamed(tag || DEFAULT_TAG, key);
      if (setting.definition.isSecret && typeof value === "string" && MASKED.test(value)) continue;
      wanted.set(setting.name, { setting, value: setting.definition.normalise(key, value) });
    }
    return store(ctx, wanted);
  },
});

/** @throws {DomainError} INVALID_PARAMETER if there is no such setting. */
function settingNamed(tag: string, key: string): CataloguedSetting {
  const setting = settingAt(tag, key);
  if (!setting) throw invalid("key", `未知的设置：${tag}/${key}`, `There is no setting ${tag}/${key}.`);
  return setting;
}

/** Stores what differs, with everything that follows from it, and its history. Verbs that set single settings use it too. */
export async function store(
  ctx: Context,
  wanted: Wanted,
  undoOfId: number | null = null,
): Promise<number | null> {
  const saved = await inTransaction(ctx, async (ctx) => {
    await lockLog(ctx);
    const before = await getSettings(ctx);
    if (undoOfId === null) await checkRules(ctx, wanted, before);
    else {
      refuseWithheld(wanted);
      if (wanted.has("inner_net_ip")) await mustOwnInnerNet(ctx);
    }
    const changed = [...wanted.values()].filter(({ setting, value }) => before[setting.name] !== value);
    if (changed.length === 0) {
      noteNothing(ctx);
      return null;
    }
    const save = { actorId: ctx.viewer.id, undoOfId, createdAt: ctx.now };
    const saveId = await insert(ctx, SettingSave, save);
    for (const change of changed) await storeOne(ctx, saveId, change, before);
    const after = Object.fromEntries(changed.map(({ setting, value }) => [setting.name, value]));
    await runHooks(ctx, saveId, { before, after: { ...before, ...after } });
    ctx.emit(settingsChanged({ names: changed.map(({ setting }) => setting.name) }));
    return saveId;
  });
  forgetSaved(ctx);
  return saved;
}

/** Makes the next request read settings anew, and what hooks changed with them. */
export function forgetSaved(ctx: Context): void {
  forgetSettings(ctx);
  for (const hook of ctx.services.hooks.settings) hook.invalidate(ctx);
}

/** Runs the hooks of other features; what they did is stored with the save, for undoing it. */
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
  const kept = (text: string): string => (definition.isSecret ? seal(ctx.services, text) : text);
  const was = before[name];
  await ctx.db.upsert(Setting, { tag, key, value: kept(value) }, ["tag", "key"]);
  await insert(ctx, SettingChange, { saveId, tag, key, before: kept(was), after: kept(value) });
  const target = `setting:${tag}/${key}`;
  if (definition.isSecret) noteChange(ctx, { target, before: was && MASK, after: value && MASK });
  else noteChange(ctx, { target, before: shownValue(setting, was), after: shownValue(setting, value) });
}

/** What saves did, in the order of their doing. */
export function changesOf(ctx: Context, saveIds: readonly number[]): Promise<SettingChange[]> {
  return ctx.db.find(SettingChange, { where: { saveId: In(saveIds) }, order: { id: "ASC" } });
}
