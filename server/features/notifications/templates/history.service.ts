import { In } from "typeorm";
import { lockLog } from "../../../core/audit.ts";
import { newestPage, newestRows } from "../../../core/batches.ts";
import type { Context } from "../../../core/context.ts";
import { DomainError } from "../../../core/errors.ts";
import type { Connection, PageRequest } from "../../../core/paging.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { verb } from "../../../core/verbs.ts";
import { allow, mustBeAdmin } from "../../../core/viewer.ts";
import { presetOf, TEMPLATE_NAMES, type NotificationTemplate } from "./presets.ts";
import { store, type WantedTemplates } from "./save.service.ts";
import { NotificationTemplateChange, NotificationTemplateSave } from "./template.entity.ts";
import { forgetTemplates, isNotificationKind, templateKey } from "./template.service.ts";
import type { NotificationTemplateSaveView } from "./template.view.ts";

const SAVES = { list: "notificationTemplateSaves", entity: NotificationTemplateSave };

/** Saves with what they changed, newest first. @throws {DomainError} LOGIN_REQUIRED, FORBIDDEN for all but administrators. */
export async function listTemplateSaves(
  ctx: Context,
  page: PageRequest,
): Promise<Connection<NotificationTemplateSaveView>> {
  allow(mustBeAdmin(ctx.viewer));
  return newestPage(SAVES, page, await viewsOf(ctx, await newestRows(ctx, SAVES, page)));
}

/** A save as it was made. @throws {DomainError} NOT_FOUND. */
export async function getTemplateSave(ctx: Context, id: number): Promise<NotificationTemplateSaveView> {
  const save = await ctx.db.findOneBy(NotificationTemplateSave, { id });
  if (!save) throw new DomainError("NOT_FOUND");
  return (await viewsOf(ctx, [save]))[0]!;
}

async function changesOf(ctx: Context, saveIds: readonly number[]): Promise<NotificationTemplateChange[]> {
  const found = await ctx.db.find(NotificationTemplateChange, {
    where: { saveId: In(saveIds) },
    order: { id: "ASC" },
  });
  return found.filter(({ kind }) => isNotificationKind(kind));
}

const templateIn = (
  { kind, channel }: NotificationTemplateChange,
  kept: string | null,
): NotificationTemplate =>
  kept === null ? presetOf(kind, channel) : (JSON.parse(kept) as NotificationTemplate);

async function viewsOf(
  ctx: Context,
  saves: readonly NotificationTemplateSave[],
): Promise<NotificationTemplateSaveView[]> {
  if (saves.length === 0) return [];
  const changes = await changesOf(
    ctx,
    saves.map(({ id }) => id),
  );
  const latest = await latestSaves(ctx);
  const locale = ctx.locale === "en" ? "en" : "zh";
  return saves.map((save) => {
    const own = changes.filter(({ saveId }) => saveId === save.id);
    return {
      id: save.id,
      actorId: save.actorId,
      createdAt: save.createdAt,
      undoOfId: save.undoOfId,
      canUndo: own.every(({ kind, channel }) => latest.get(templateKey(kind, channel)) === save.id),
      changes: own.map((change) => ({
        kind: change.kind,
        channel: change.channel,
        name: TEMPLATE_NAMES[change.kind][locale],
        before: templateIn(change, change.before),
        after: templateIn(change, change.after),
      })),
    };
  });
}

/** The last save of each template that was ever changed. */
async function latestSaves(ctx: Context): Promise<ReadonlyMap<string, number>> {
  const found = await ctx.db
    .createQueryBuilder(NotificationTemplateChange, "c")
    .select(["c.kind AS kind", "c.channel AS channel", "MAX(c.saveId) AS saveId"])
    .groupBy("c.kind, c.channel")
    .getRawMany<Pick<NotificationTemplateChange, "kind" | "channel" | "saveId">>();
  return new Map(found.map(({ kind, channel, saveId }) => [templateKey(kind, channel), Number(saveId)]));
}

/**
 * Gives the templates of a save back what they were before it, as a save of its own.
 * @throws {DomainError} NOT_FOUND; CONFLICT if one of them was saved again since.
 */
export const undoNotificationTemplates = verb({
  name: "undoNotificationTemplates",
  who: "admin",
  rate: "manage",
  audited: true,
  async run(ctx: Context, saveId: number): Promise<number | null> {
    const undone = await inTransaction(ctx, async (ctx) => {
      await lockLog(ctx);
      const { canUndo } = await getTemplateSave(ctx, saveId);
      if (!canUndo) {
        throw new DomainError("CONFLICT", {
          text: { zh: "这些模板后来又被修改过", en: "These templates were changed again since." },
        });
      }
      const wanted: WantedTemplates = new Map();
      for (const change of await changesOf(ctx, [saveId])) {
        const { kind, channel } = change;
        const template = templateIn(change, change.before);
        wanted.set(templateKey(kind, channel), { kind, channel, template });
      }
      return store(ctx, () => wanted, saveId);
    });
    forgetTemplates(ctx);
    return undone;
  },
});
