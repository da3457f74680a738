import type { Context } from "../../../core/context.ts";
import { invalid } from "../../../core/errors.ts";
import { LegacyPage, legacyPage } from "../../../core/rest.ts";
import { allow, mustBeAdmin } from "../../../core/viewer.ts";
import { channelsOf, NotificationChannel } from "./channel.view.ts";
import type { NotificationKind } from "./kind.view.ts";
import type {
  LegacyTemplateInput,
  LegacyTemplateList,
  LegacyTemplatePage,
  LegacyTemplateRef,
} from "./legacyTemplate.input.ts";
import { presetOf, TEMPLATE_NAMES } from "./presets.ts";
import { saveNotificationTemplates, type TemplateEntry } from "./save.service.ts";
import { changedTemplates, templateKey, type ChangedTemplate } from "./template.service.ts";
import { namesIn } from "./templateText.ts";
import { variablesOf } from "./variables.ts";

/** Channels that the predecessor has, by its numbers; 3 (enterprise WeChat) and 4 (mini-program) are not offered. */
const CHANNEL_OF_TYPE: readonly NotificationChannel[] = [
  NotificationChannel.SITE,
  NotificationChannel.WECHAT,
  NotificationChannel.SMS,
];
const TYPE_NAMES = ["系统", "微信", "短信"] as const;
/** Kinds that the predecessor does not know. */
const OURS: ReadonlySet<NotificationKind> = new Set<NotificationKind>([
  "post.published",
  "user.warned",
  "user.silenced",
  "user.unsilenced",
  "wallet.adjusted",
  "post.tipped",
  "post.moved",
  "post.solved",
  "post.hidden",
  "badge.awarded",
  "plugin.broken",
  "webhook.broken",
  "money.stopped",
  "user.second_factor.removed",
  "user.passkey.added",
  "user.passkey.removed",
  "invite.accepted",
  "room.invited",
  "bookmark.due",
  "schedule.published",
  "schedule.refused",
  "level.reached",
  "search.found",
  "report.handled",
]);
/** Ids of templates: type × this + place of the name. */
const IDS_PER_TYPE = 100;

interface LegacyTemplate {
  readonly id: number;
  readonly type: number;
  readonly kind: NotificationKind;
  readonly channel: NotificationChannel;
}

interface LegacyName {
  readonly kind: NotificationKind;
  readonly name: string;
  readonly templates: readonly LegacyTemplate[];
}

const ALL: readonly LegacyName[] = (Object.keys(TEMPLATE_NAMES) as NotificationKind[])
  .filter((kind) => !OURS.has(kind))
  .map((kind, index) => ({
    kind,
    name: TEMPLATE_NAMES[kind].zh,
    templates: CHANNEL_OF_TYPE.flatMap((channel, type) =>
      channelsOf(kind).includes(channel) ? { id: type * IDS_PER_TYPE + index + 1, type, kind, channel } : [],
    ),
  }));
const BY_ID = new Map(ALL.flatMap(({ templates }) => templates.map((template) => [template.id, template])));

type Changed = ReadonlyMap<string, ChangedTemplate>;
const wordingOf = ({ kind, channel }: LegacyTemplate, changes: Changed) =>
  changes.get(templateKey(kind, channel))?.template ?? presetOf(kind, channel);

/** The names of templates with their enabled channels. @throws {DomainError} LOGIN_REQUIRED, FORBIDDEN. */
export async function listTemplates(
  ctx: Context,
  input: LegacyTemplatePage & Partial<LegacyTemplateList>,
): Promise<LegacyPage> {
  allow(mustBeAdmin(ctx.viewer));
  const changes = await changedTemplates(ctx);
  const request = legacyPage(input);
  const matches = ALL.filter(({ name }) => name.includes((input.name ?? "").trim()))
    .map(({ name, templates }) => ({
      name,
      typeStatus: templates
        .filter((template) => wordingOf(template, changes).enabled)
        .map(({ id, type }) => ({ id, status: 1, type: TYPE_NAMES[type]!, isError: 0, errorMsg: "" })),
    }))
    .filter(({ typeStatus }) => isWanted(typeStatus, input.typeStatus ?? ""));
  const from = (request.page - 1) * request.perPage;
  const rows = matches.slice(from, from + request.perPage);
  return new LegacyPage(rows, request, rows.length, matches.length);
}

/** True if a name whose channels are on is among those that a filter names. */
function isWanted(channels: readonly { readonly type: string }[], filter: string): boolean {
  const words = filter.split(",").flatMap((word) => word.trim() || []);
  if (words.length === 0) return true;
  if (channels.length === 0) return words.includes("0");
  return words.includes("1") || channels.some(({ type }) => words.includes(type));
}

/** Templates by their names, of one channel or of all. @throws {DomainError} LOGIN_REQUIRED, FORBIDDEN. */
export async function readTemplates(ctx: Context, ref: LegacyTemplateRef): Promise<object[]> {
  allow(mustBeAdmin(ctx.viewer));
  const names = ref.typeName.split(",").map((name) => name.trim());
  const changes = await changedTemplates(ctx);
  return ALL.filter(({ name }) => names.includes(name))
    .flatMap(({ templates }) => templates)
    .filter(({ type }) => ref.type === undefined || ref.type === null || type === ref.type)
    .map((template) => legacyTemplate(template, changes));
}

function legacyTemplate(template: LegacyTemplate, changes: Changed): object {
  const { id, type, kind } = template;
  const { enabled, title, body, providerTemplateId, delaySeconds } = wordingOf(template, changes);
  const isWeChat = template.channel === NotificationChannel.WECHAT;
  const variables = variablesOf(kind).flatMap(({ name, aliases, zh }) =>
    (isWeChat ? [name, ...aliases] : [name]).map((each) => [`{${each}}`, zh] as const),
  );
  return {
    tplId: id,
    status: Number(enabled),
    type,
    typeName: TEMPLATE_NAMES[kind].zh,
    title: title.zh,
    content: body.zh,
    templateId: providerTemplateId,
    templateVariables: Object.fromEntries(variables),
    keys: [],
    firstData: "",
    keywordsData: isWeChat ? namesIn(body.zh).map((name) => `{${name}}`) : [],
    remarkData: "",
    color: {},
    redirectType: 0,
    redirectUrl: "",
    pagePath: "",
    disabled: false,
    isError: 0,
    errorMsg: "",
    miniProgramPrompt: "",
    pushType: Number(delaySeconds > 0),
    delayTime: delaySeconds,
  };
}

/**
 * `saveNotificationTemplates` as legacy clients call it: all or none, the Chinese texts.
 * @returns the templates as they are now
 * @throws {DomainError} INVALID_PARAMETER for an id that is not known, and as `saveNotificationTemplates` does
 */
export async function updateTemplates(ctx: Context, inputs: LegacyTemplateInput[]): Promise<object[]> {
  const pairs = inputs.map((input) => {
    const template = BY_ID.get(input.id);
    if (!template) throw invalid("id", `没有模板 ${input.id}`, `There is no template ${input.id}.`);
    return { input, template };
  });
  await saveNotificationTemplates(
    ctx,
    pairs.map(({ input, template }) => entryOf(input, template)),
  );
  const changes = await changedTemplates(ctx);
  return pairs.map(({ template }) => legacyTemplate(template, changes));
}

function entryOf(input: LegacyTemplateInput, { kind, channel }: LegacyTemplate): TemplateEntry {
  const { status, title, content, templateId, pushType, delayTime } = input;
  return {
    kind,
    channel,
    enabled: status === undefined || status === null ? null : status !== 0,
    title: { zh: title },
    body: { zh: content ?? keywordsIn(input, channel) },
    providerTemplateId: templateId,
    // "At once" wins over a delay that is sent along.
    delaySeconds: pushType === 0 ? 0 : delayTime,
  };
}

/** The keywords of a WeChat template, one to a line; nothing where there are none. */
function keywordsIn({ keywordsData }: LegacyTemplateInput, channel: NotificationChannel): string | null {
  if (channel !== NotificationChannel.WECHAT || !Array.isArray(keywordsData)) return null;
  const lines = keywordsData.filter((line): line is string => typeof line === "string" && line !== "");
  return lines.length > 0 ? lines.join("\n") : null;
}
