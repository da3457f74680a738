import { lockLog, noteChange, noteNothing } from "../../../core/audit.ts";
import type { Context } from "../../../core/context.ts";
import { invalid } from "../../../core/errors.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { verb } from "../../../core/verbs.ts";
import { insert } from "../../../core/write.ts";
import { channelsOf, type NotificationChannel } from "./channel.view.ts";
import { checkTemplate, isSame, normalised } from "./draft.ts";
import type { NotificationKind } from "./kind.view.ts";
import { presetOf, type NotificationTemplate, type Template } from "./presets.ts";
import {
  NotificationTemplateChange,
  NotificationTemplateRow,
  NotificationTemplateSave,
} from "./template.entity.ts";
import { changedTemplates, forgetTemplates, isNotificationKind, templateKey } from "./template.service.ts";

/** Templates that one save takes at most. */
const TEMPLATES_MAX = 200;

/** What to change of a text. */
export interface TextEntry {
  readonly zh?: string | null;
  readonly en?: string | null;
}

/** What to change of a template; what is absent stays. */
export interface TemplateEntry {
  readonly kind: string;
  readonly channel: NotificationChannel;
  readonly enabled?: boolean | null;
  readonly title?: TextEntry | null;
  readonly body?: TextEntry | null;
  readonly providerTemplateId?: string | null;
  readonly delaySeconds?: number | null;
}

/** What a save wants: what each template is to be. */
export type WantedTemplates = Map<
  string,
  {
    readonly kind: NotificationKind;
    readonly channel: NotificationChannel;
    readonly template: NotificationTemplate;
  }
>;

/** @throws {DomainError} INVALID_PARAMETER if there is no such kind. */
export function kindNamed(name: string): NotificationKind {
  if (isNotificationKind(name)) return name;
  throw invalid("kind", `没有这样的通知：${name}`, `There is no notification ${name}.`);
}

/**
 * Saves all entries or none. Of several for one template the last counts.
 * @returns the id of the save; null if everything was so already
 * @throws {DomainError} INVALID_PARAMETER naming the field: an unknown kind or variable, a text that is missing or too
 *   long, a channel that the kind has not, a provider's channel switched on without the provider's template.
 */
export const saveNotificationTemplates = verb({
  name: "saveNotificationTemplates",
  who: "admin",
  rate: "manage",
  audited: true,
  idempotent: true,
  async run(ctx: Context, entries: readonly TemplateEntry[]): Promise<number | null> {
    if (entries.length > TEMPLATES_MAX)
      throw invalid("input", "一次保存的模板过多", "Too many templates at once.");
    const merged = entries.map((entry) => ({ entry, kind: kindNamed(entry.kind) }));
    return store(ctx, (current) => {
      const wanted: WantedTemplates = new Map();
      for (const { entry, kind } of merged) {
        const { channel } = entry;
        const key = templateKey(kind, channel);
        const before = wanted.get(key)?.template ?? current(kind, channel);
        const template = normalised(channel, merge(before, entry));
        checkTemplate(kind, channel, template);
        wanted.set(key, { kind, channel, template });
      }
      return wanted;
    });
  },
});

const mergeText = (before: Template, entry?: TextEntry | null): Template => ({
  zh: entry?.zh ?? before.zh,
  en: entry?.en ?? before.en,
});

function merge(before: NotificationTemplate, entry: TemplateEntry): NotificationTemplate {
  return {
    enabled: entry.enabled ?? before.enabled,
    title: mergeText(before.title, entry.title),
    body: mergeText(before.body, entry.body),
    providerTemplateId: entry.providerTemplateId ?? before.providerTemplateId,
    delaySeconds: entry.delaySeconds ?? before.delaySeconds,
  };
}

/** Which templates to give their presets back. */
export interface TemplateRef {
  readonly kind: string;
  /** All channels without it. */
  readonly channel?: NotificationChannel | null;
}

/**
 * Gives a template, or all of a kind, its preset back.
 * @returns the id of the save; null if nothing differed
 * @throws {DomainError} INVALID_PARAMETER if there is no such kind.
 */
export const resetNotificationTemplate = verb({
  name: "resetNotificationTemplate",
  who: "admin",
  rate: "manage",
  audited: true,
  idempotent: true,
  async run(ctx: Context, ref: TemplateRef): Promise<number | null> {
    const kind = kindNamed(ref.kind);
    const channels = channelsOf(kind).filter((channel) => !ref.channel || channel === ref.channel);
    return store(
      ctx,
      () =>
        new Map(
          channels.map((channel) => [
            templateKey(kind, channel),
            { kind, channel, template: presetOf(kind, channel) },
          ]),
        ),
    );
  },
});

/** Reads what a template is, for whoever says what it shall be. */
type Current = (kind: NotificationKind, channel: NotificationChannel) => NotificationTemplate;

/** Stores what differs, with its history; the verbs of this feature use it. */
export async function store(
  ctx: Context,
  plan: (current: Current) => WantedTemplates,
  undoOfId: number | null = null,
): Promise<number | null> {
  const saved = await inTransaction(ctx, async (ctx) => {
    await lockLog(ctx);
    const known = await changedTemplates(ctx);
    const current: Current = (kind, channel) =>
      known.get(templateKey(kind, channel))?.template ?? presetOf(kind, channel);
    const differing = [...plan(current).values()].filter(
      ({ kind, channel, template }) => !isSame(current(kind, channel), template),
    );
    if (differing.length === 0) {
      noteNothing(ctx);
      return null;
    }
    const actorId = ctx.viewer.id;
    const saveId = await insert(ctx, NotificationTemplateSave, { actorId, undoOfId, createdAt: ctx.now });
    for (const { kind, channel, template } of differing)
      await storeOne(ctx, saveId, kind, channel, current(kind, channel), template);
    return saveId;
  });
  forgetTemplates(ctx);
  return saved;
}

async function storeOne(
  ctx: Context,
  saveId: number,
  kind: NotificationKind,
  channel: NotificationChannel,
  before: NotificationTemplate,
  after: NotificationTemplate,
): Promise<void> {
  const preset = presetOf(kind, channel);
  const kept = (template: NotificationTemplate): string | null =>
    isSame(template, preset) ? null : JSON.stringify(template);
  await ctx.db.delete(NotificationTemplateRow, { kind, channel });
  if (!isSame(after, preset)) {
    const { enabled, title, body, providerTemplateId, delaySeconds } = after;
    await insert(ctx, NotificationTemplateRow, {
      kind,
      channel,
      enabled,
      titleZh: title.zh,
      titleEn: title.en,
      bodyZh: body.zh,
      bodyEn: body.en,
      providerTemplateId,
      delaySeconds,
      changedAt: ctx.now,
      changedById: ctx.viewer.id,
    });
  }
  await insert(ctx, NotificationTemplateChange, {
    saveId,
    kind,
    channel,
    before: kept(before),
    after: kept(after),
  });
  const [was, is] = differenceOf(before, after);
  noteChange(ctx, { target: `notificationTemplate:${templateKey(kind, channel)}`, before: was, after: is });
}

/** A template as flat fields, named as the log keeps them. */
function fieldsOf(template: NotificationTemplate): Record<string, string | number | boolean> {
  const { enabled, title, body, providerTemplateId, delaySeconds } = template;
  return {
    ...{ enabled, titleZh: title.zh, titleEn: title.en, textZh: body.zh, textEn: body.en },
    ...{ providerTemplateId, delaySeconds },
  };
}

/** The fields that differ, as they were and as they are. */
function differenceOf(before: NotificationTemplate, after: NotificationTemplate): [object, object] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  const names = Object.keys(was).filter((name) => was[name] !== is[name]);
  const pick = (fields: Record<string, unknown>): object =>
    Object.fromEntries(names.map((name) => [name, fields[name]]));
  return [pick(was), pick(is)];
}
