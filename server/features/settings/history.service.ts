import { lockLog } from "../../core/audit.ts";
import { newestPage, newestRows } from "../../core/batches.ts";
import type { Context } from "../../core/context.ts";
import { DomainError } from "../../core/errors.ts";
import type { Connection, PageRequest } from "../../core/paging.ts";
import { opens, unseal } from "../../core/secrets.ts";
import { inTransaction } from "../../core/transaction.ts";
import { verb } from "../../core/verbs.ts";
import { allow, mustBeAdmin } from "../../core/viewer.ts";
import { settingAt, type CataloguedSetting } from "./catalogue/catalogue.ts";
import { changesOf, invalidateSaved, store, type NewValues } from "./save.service.ts";
import { SettingChange, SettingSave } from "./setting.entity.ts";
import { labelOf, shownValue } from "./setting.service.ts";
import type { SettingSaveView } from "./setting.view.ts";

const SAVES = { list: "settingSaves", entity: SettingSave };

/** Lists saves with their changes, newest first. @throws {DomainError} LOGIN_REQUIRED, FORBIDDEN for all but administrators. */
export async function listSettingSaves(
  ctx: Context,
  page: PageRequest,
): Promise<Connection<SettingSaveView>> {
  allow(mustBeAdmin(ctx.viewer));
  return newestPage(SAVES, page, await viewsOf(ctx, await newestRows(ctx, SAVES, page)));
}

/** Gives a save with its changes. @throws {DomainError} NOT_FOUND. */
export async function getSettingSave(ctx: Context, id: number): Promise<SettingSaveView> {
  const save = await ctx.db.findOneBy(SettingSave, { id });
  if (!save) throw new DomainError("NOT_FOUND");
  return (await viewsOf(ctx, [save]))[0]!;
}

async function viewsOf(ctx: Context, saves: readonly SettingSave[]): Promise<SettingSaveView[]> {
  if (saves.length === 0) return [];
  const changes = await changesOf(
    ctx,
    saves.map(({ id }) => id),
  );
  const latest = await latestSaves(ctx);
  return saves.map((save) => {
    const own = changes.filter(({ saveId }) => saveId === save.id).flatMap((change) => withSetting(change));
    return {
      id: save.id,
      actorId: save.actorId,
      createdAt: save.createdAt,
      undoOfId: save.undoOfId,
      canUndo: own.every(({ change }) => latest.get(`${change.tag} ${change.key}`) === save.id),
      changes: own.map(({ setting, change }) => ({
        tag: change.tag,
        key: change.key,
        label: labelOf(ctx, setting),
        before: shownValue(setting, change.before ?? ""),
        after: shownValue(setting, change.after ?? ""),
      })),
    };
  });
}

function withSetting(change: SettingChange): { setting: CataloguedSetting; change: SettingChange }[] {
  const setting = settingAt(change.tag, change.key);
  return setting ? [{ setting, change }] : [];
}

/** Finds the last save of each setting, by tag and key. */
async function latestSaves(ctx: Context): Promise<ReadonlyMap<string, number>> {
  const saves = await ctx.db
    .createQueryBuilder(SettingChange, "change")
    .select("change.tag", "tag")
    .addSelect("change.key", "key")
    .addSelect("MAX(change.saveId)", "saveId")
    .groupBy("change.tag")
    .addGroupBy("change.key")
    .getRawMany<{ tag: string; key: string; saveId: number }>();
  return new Map(saves.map(({ tag, key, saveId }) => [`${tag} ${key}`, Number(saveId)]));
}

/** Decrypts a former secret. @throws {DomainError} CONFLICT if its key is lost */
function decrypted(ctx: Context, before: string): string {
  if (opens(ctx.services.secretKey, before)) return unseal(ctx.services, before);
  throw new DomainError("CONFLICT", {
    text: {
      zh: "原来的密钥设置已无法解密，请重新填写",
      en: "The former secret cannot be opened any more; please enter it again.",
    },
  });
}

/**
 * Restores the settings of a save to their values before it, as a save of its own.
 * @emits settingsChanged
 * @throws {DomainError} NOT_FOUND; CONFLICT if one of them was saved again since.
 */
export const undoSettings = verb({
  name: "undoSettings",
  who: "admin",
  rate: "manage",
  audited: true,
  async run(ctx: Context, saveId: number): Promise<number | null> {
    const undone = await inTransaction(ctx, async (ctx) => {
      await lockLog(ctx);
      const { canUndo } = await getSettingSave(ctx, saveId);
      if (!canUndo) {
        throw new DomainError("CONFLICT", {
          text: { zh: "这些设置后来又被修改过", en: "These settings were changed again since." },
        });
      }
      const newValues: NewValues = new Map();
      const changes = await changesOf(ctx, [saveId]);
      for (const change of changes) {
        const setting = settingAt(change.tag, change.key);
        if (!setting) continue;
        const before = change.before ?? setting.definition.initial;
        const value = setting.definition.isSecret ? decrypted(ctx, before) : before;
        newValues.set(setting.name, { setting, value });
      }
      const undoneBy = await store(ctx, newValues, saveId);
      for (const hook of ctx.services.hooks.settings) {
        const effects = changes.filter(({ tag }) => tag === hook.tag);
        await hook.undo(ctx, effects);
      }
      return undoneBy;
    });
    invalidateSaved(ctx);
    return undone;
  },
});
