import type { Context } from "../../../core/context.ts";
import { DomainError } from "../../../core/errors.ts";
import { DEFAULT_LOCALE, type Locale } from "../../../core/locale.ts";
import { allow, mustBeAdmin } from "../../../core/viewer.ts";
import { getSettings } from "../../settings/setting.service.ts";
import { channelsOf, NotificationChannel, PROVIDER_CHANNELS } from "./channel.view.ts";
import { BODY_MAX, MULTILINE, normalised, problemOf } from "./draft.ts";
import type { NotificationKind } from "./kind.view.ts";
import { presetOf, TEMPLATE_NAMES } from "./presets.ts";
import { kindNamed } from "./save.service.ts";
import { TITLE_MAX } from "./template.entity.ts";
import type { NotificationDraftInput } from "./template.input.ts";
import {
  changedTemplates,
  isNotificationKind,
  templateKey,
  type ChangedTemplate,
} from "./template.service.ts";
import type {
  NotificationPreviewView,
  NotificationTemplatesView,
  NotificationTemplateView,
  NotificationVariableView,
} from "./template.view.ts";
import { fillIn, unknownIn, withoutAliases } from "./templateText.ts";
import { variablesOf } from "./variables.ts";

/** Which kinds to list. */
export interface TemplateFilter {
  /** Words of the name, kind or texts. */
  readonly query?: string | null;
  /** Only kinds of which a template differs from its preset. */
  readonly changedOnly?: boolean;
}

const KINDS = Object.keys(TEMPLATE_NAMES) as NotificationKind[];

/** All kinds of notifications with what they say on each channel. @throws {DomainError} LOGIN_REQUIRED, FORBIDDEN. */
export async function listNotificationTemplates(
  ctx: Context,
  { query, changedOnly }: TemplateFilter,
): Promise<NotificationTemplatesView[]> {
  allow(mustBeAdmin(ctx.viewer));
  const changed = await changedTemplates(ctx);
  const words = (query ?? "").toLowerCase().split(/\s+/).filter(Boolean);
  return KINDS.map((kind) => viewOf(ctx, kind, changed)).filter(({ kind, templates }) => {
    if (changedOnly && !templates.some(({ isChanged }) => isChanged)) return false;
    const { zh, en } = TEMPLATE_NAMES[kind];
    const texts = templates.flatMap(({ wording: { title, body } }) => [title.zh, title.en, body.zh, body.en]);
    const spoken = [kind, zh, en, ...texts].join(" ").toLowerCase();
    return words.every((word) => spoken.includes(word));
  });
}

/** One kind; null if there is none of this name. @throws {DomainError} LOGIN_REQUIRED, FORBIDDEN. */
export async function findNotificationTemplate(
  ctx: Context,
  kind: string,
): Promise<NotificationTemplatesView | null> {
  allow(mustBeAdmin(ctx.viewer));
  return isNotificationKind(kind) ? viewOf(ctx, kind, await changedTemplates(ctx)) : null;
}

const languageOf = (locale: Locale): "zh" | "en" => (locale === "en" ? "en" : "zh");

function viewOf(
  ctx: Context,
  kind: NotificationKind,
  changed: ReadonlyMap<string, ChangedTemplate>,
): NotificationTemplatesView {
  const language = languageOf(ctx.locale);
  return {
    kind,
    name: TEMPLATE_NAMES[kind][language],
    templates: channelsOf(kind).map((channel) =>
      templateView(kind, channel, changed.get(templateKey(kind, channel))),
    ),
    variables: variablesOf(kind).map(({ name, aliases, sample, ...described }): NotificationVariableView => ({
      name,
      aliases,
      description: described[language],
      sample: sample[language],
    })),
  };
}

function templateView(
  kind: NotificationKind,
  channel: NotificationChannel,
  changed: ChangedTemplate | undefined,
): NotificationTemplateView {
  const preset = presetOf(kind, channel);
  return {
    channel,
    wording: changed?.template ?? preset,
    preset,
    isChanged: changed !== undefined,
    changedAt: changed?.changedAt ?? null,
    changedById: changed?.changedById ?? null,
    titleMax: TITLE_MAX,
    bodyMax: BODY_MAX[channel],
    isMultiline: MULTILINE.has(channel),
    needsProvider: PROVIDER_CHANNELS.has(channel),
  };
}

/**
 * A text as a recipient would see it, with samples in place of variables; names that are not offered stay in their braces.
 * @throws {DomainError} LOGIN_REQUIRED, FORBIDDEN; INVALID_PARAMETER for an unknown kind or language.
 */
export async function previewNotification(
  ctx: Context,
  kindName: string,
  channel: NotificationChannel,
  locale: string,
  draft: NotificationDraftInput,
): Promise<NotificationPreviewView> {
  allow(mustBeAdmin(ctx.viewer));
  const kind = kindNamed(kindName);
  if (locale !== DEFAULT_LOCALE && locale !== "en")
    throw new DomainError("INVALID_PARAMETER", { field: "locale" });
  const language = languageOf(locale);
  const text = (value: string): { zh: string; en: string } => ({ zh: value, en: value });
  const { title, body } = normalised(channel, {
    ...presetOf(kind, channel),
    title: text(draft.title),
    body: text(draft.body),
  });
  const { site_name: siteName } = await getSettings(ctx);
  const unknown = [...new Set(unknownIn(kind, `${title.zh}\n${body.zh}`))];
  const values: Record<string, string> = Object.fromEntries([
    ...unknown.map((name) => [name, `{${name}}`]),
    ...variablesOf(kind).map(({ name, sample }) => [name, sample[language]]),
    ["sitename", siteName],
    ["siteurl", ctx.services.publicUrl],
  ]);
  const shown = (source: string): string => fillIn(withoutAliases(kind, source), values);
  const said = (field: string, source: string, max: number): string | null =>
    problemOf(kind, field, source, max)?.textIn(ctx.locale) ?? null;
  return {
    title: shown(title.zh),
    body: shown(body.zh),
    unknownVariables: unknown,
    titleProblem: said("title", title.zh, TITLE_MAX),
    bodyProblem: said("body", body.zh, BODY_MAX[channel]),
  };
}
