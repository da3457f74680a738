import { lockLog } from "../../core/audit.ts";
import { newestPage, newestRows } from "../../core/batches.ts";
import type { Context } from "../../core/context.ts";
import { DomainError } from "../../core/errors.ts";
import type { Connection, PageRequest } from "../../core/paging.ts";
import { opens, unseal } from "../../core/secrets.ts";
import { rows } from "../../core/sql.ts";
import { inTransaction } from "../../core/transaction.ts";
import { verb } from "../../core/verbs.ts";
import { allow, mustBeAdmin } from "../../core/viewer.ts";
import { settingAt, type CataloguedSetting } from "./catalogue/catalogue.ts";
import { changesOf, forgetSaved, store, type Wanted } from "./save.service.ts";
import { type SettingChange, SettingSave } from "./setting.entity.ts";
import { labelOf, shownValue } from "./setting.service.ts";
import type { SettingSaveView } from "./setting.view.ts";

const SAVES = { list: "settingSaves", entity: SettingSave };

/** Saves with what they changed, newest first. @throws {DomainError} LOGIN_REQUIRED, FORBIDDEN for all but administrators. */
export async function listSettingSaves(
  ctx: Context,
  page: PageRequest,
): Promise<Connection<SettingSaveView>> {
  allow(mustBeAdmin(ctx.viewer));
  return newestPage(SAVES, page, await viewsOf(ctx, await newestRows(ctx, SAVES, page)));
}

/** A save as it was made. @throws {DomainError} NOT_FOUND. */
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
    const own = changes.filter(({ saveId }) => saveId === save.id).flatMap((change) => known(change));
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

function known(change: SettingChange): { setting: CataloguedSetting; change: SettingChange }[] {
  const setting = settingAt(change.tag, change.key);
  return setting ? [{ setting, change }] : [];
}

/** The last save of each setting. */
async function latestSaves(ctx: Context): Promise<ReadonlyMap<string, number>> {
  const found = await rows<{ tag: string; key: string; saveId: number }>(
    ctx,
    "SELECT c.tag, c.key AS `key`, MAX(c.saveId) AS saveId FROM setting_changes c GROUP BY c.tag, c.key",
  );
  return new Map(found.map(({ tag, key, saveId }) => [`${tag} ${key}`, Number(saveId)]));
}

/** A former secret in the open. @throws {DomainError} CONFLICT if its key is lost */
function opened(ctx: Context, before: string): string {
  if (opens(ctx.services.secretKey, before)) return unseal(ctx.services, before);
  throw new DomainError("CONFLICT", {
    text: {
      zh: "原来的密钥设置已无法解密，请重新填写",
      en: "The former secret cannot be opened any more; please enter it again.",
    },
  });
}

/**
 * Gives the settings of a save the values that they had before it, as a save of its own.
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
      const wanted: Wanted = new Map();
      const changes = await changesOf(ctx, [saveId]);
      for (const change of changes) {
        const setting = settingAt(change.tag, change.key);
        if (!setting) continue;
        const before = change.before ?? setting.definition.initial;
        const value = setting.definition.isSecret ? opened(ctx, before) : before;
        wanted.set(setting.name, { setting, value });
      }
      const undoneBy = await store(ctx, wanted, saveId);
      for (const hook of ctx.services.hooks.settings) {
        const effects = changes.filter(({ tag }) => tag === hook.tag);
        await hook.undo(ctx, effects);
      }
      return undoneBy;
    });
    forgetSaved(ctx);
    return undone;
  },
});
