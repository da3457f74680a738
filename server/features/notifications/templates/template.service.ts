import { cached } from "../../../core/cached.ts";
import type { Context } from "../../../core/context.ts";
import { channelsOf, NotificationChannel } from "./channel.view.ts";
import type { NotificationKind } from "./kind.view.ts";
import { presetOf, TEMPLATE_NAMES, type NotificationTemplate, type Template } from "./presets.ts";
import { NotificationTemplateRow } from "./template.entity.ts";
import { withoutAliases } from "./templateText.ts";

/** A template that differs from its preset. */
export interface ChangedTemplate {
  readonly template: NotificationTemplate;
  /** The same with our names in place of the predecessor's. */
  readonly resolved: NotificationTemplate;
  readonly changedAt: Date;
  readonly changedById: number;
}

/** Names a template: `post.replied/SITE`. */
export function templateKey(kind: NotificationKind, channel: NotificationChannel): string {
  return `${kind}/${channel}`;
}

/** Whether there is a kind of this name. */
export function isNotificationKind(name: string): name is NotificationKind {
  return Object.hasOwn(TEMPLATE_NAMES, name);
}

const changed = cached(async (ctx): Promise<ReadonlyMap<string, ChangedTemplate>> => {
  const found = await ctx.db.find(NotificationTemplateRow);
  return new Map(
    found
      .filter(({ kind, channel }) => isNotificationKind(kind) && channelsOf(kind).includes(channel))
      .map((row) => [templateKey(row.kind, row.channel), changedOf(row)]),
  );
});

function changedOf(row: NotificationTemplateRow): ChangedTemplate {
  const { kind, enabled, titleZh, titleEn, bodyZh, bodyEn, providerTemplateId, delaySeconds } = row;
  const common = { enabled, providerTemplateId, delaySeconds };
  const title = { zh: titleZh, en: titleEn };
  const body = { zh: bodyZh, en: bodyEn };
  const resolve = ({ zh, en }: Template): Template => ({
    zh: withoutAliases(kind, zh),
    en: withoutAliases(kind, en),
  });
  return {
    template: { ...common, title, body },
    resolved: { ...common, title: resolve(title), body: resolve(body) },
    changedAt: row.changedAt,
    changedById: row.changedById,
  };
}

/** All templates that differ from their presets, by `templateKey`; kept per process for a moment. */
export function changedTemplates(ctx: Context): Promise<ReadonlyMap<string, ChangedTemplate>> {
  return changed.get(ctx);
}

/** Makes the next request read templates anew. */
export function forgetTemplates(ctx: Context): void {
  changed.forget(ctx.services);
}

/**
 * What a notification of a kind says on a channel, with our names of variables; one that does not exist there is off. Inside a
 * transaction, too, it is what is kept for a moment.
 */
export async function templateOf(
  ctx: Context,
  kind: NotificationKind,
  channel: NotificationChannel,
): Promise<NotificationTemplate> {
  const preset = presetOf(kind, channel);
  if (!channelsOf(kind).includes(channel)) return { ...preset, enabled: false };
  const reading: Context = ctx.writing ? { ...ctx, writing: false, db: ctx.services.database.manager } : ctx;
  return (await changedTemplates(reading)).get(templateKey(kind, channel))?.resolved ?? preset;
}

/** The channels on which a kind is switched on. */
export async function enabledChannels(ctx: Context, kind: NotificationKind): Promise<NotificationChannel[]> {
  const enabled: NotificationChannel[] = [];
  for (const channel of channelsOf(kind))
    if ((await templateOf(ctx, kind, channel)).enabled) enabled.push(channel);
  return enabled;
}
