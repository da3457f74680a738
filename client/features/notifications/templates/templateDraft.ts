import { graphql } from "../../../gql/gql.ts";
import type { TemplateDraft_KindFragment } from "../../../gql/graphql.ts";
import type { Difference } from "../../admin/difference.ts";

/** Fields of a kind of notification that are shown and edited. */
export const TemplateDraft_kind = graphql(`
  fragment TemplateDraft_kind on NotificationTemplates {
    kind
    name
    topic
    templates {
      channel
      wording {
        enabled
        title {
          zh
          en
        }
        body {
          zh
          en
        }
        providerTemplateId
        delaySeconds
      }
      preset {
        enabled
        title {
          zh
          en
        }
        body {
          zh
          en
        }
        providerTemplateId
        delaySeconds
      }
      isChanged
      changedAt
      changedBy {
        id
        nickname
      }
      titleMax
      bodyMax
      isMultiline
      needsProvider
    }
    variables {
      name
      description
      sample
    }
  }
`);

/** A kind of notification as it is edited. */
export type Kind = TemplateDraft_KindFragment;
/** Template of a kind on one channel. */
export type Template = Kind["templates"][number];
/** A channel. */
export type Channel = Template["channel"];
/** Texts and settings of a template. */
export type Wording = Template["wording"];

/** The fields of a template, flat: what forms edit. */
export interface Fields {
  enabled: boolean;
  titleZh: string;
  titleEn: string;
  bodyZh: string;
  bodyEn: string;
  providerTemplateId: string;
  delaySeconds: string;
}

/** The fields that are texts with variables. */
export type TextField = "titleZh" | "titleEn" | "bodyZh" | "bodyEn";

/** The change of one text. */
export function textChange(field: TextField, text: string): Partial<Fields> {
  const change: Partial<Record<TextField, string>> = {};
  change[field] = text;
  return change;
}

/** Fields of templates that differ from what is saved, by `keyOf`. */
export type Draft = Readonly<Record<string, Partial<Fields>>>;

/** All channels, in the order in which they are shown. */
export const CHANNELS: readonly Channel[] = ["SITE", "EMAIL", "PUSH", "SMS", "WECHAT"];

/** Names a template within a draft. */
export function keyOf(kind: string, channel: Channel): string {
  return `${kind}/${channel}`;
}

/** A template's fields as they are saved. */
export function fieldsOf({ enabled, title, body, providerTemplateId, delaySeconds }: Wording): Fields {
  return {
    enabled,
    titleZh: title.zh,
    titleEn: title.en,
    bodyZh: body.zh,
    bodyEn: body.en,
    providerTemplateId,
    delaySeconds: String(delaySeconds),
  };
}

/** The fields of a template with what the draft says of them. */
export function draftedFields(kind: string, template: Template, draft: Draft): Fields {
  return { ...fieldsOf(template.wording), ...draft[keyOf(kind, template.channel)] };
}

/** The draft with other fields of one template; fields that are as saved are none. */
export function withFields(draft: Draft, kind: string, template: Template, change: Partial<Fields>): Draft {
  const key = keyOf(kind, template.channel);
  const saved = fieldsOf(template.wording);
  const merged = { ...draft[key], ...change };
  const left = Object.fromEntries(
    (Object.keys(merged) as (keyof Fields)[])
      .filter((name) => merged[name] !== saved[name])
      .map((name) => [name, merged[name]]),
  ) as Partial<Fields>;
  const { [key]: _old, ...others } = draft;
  return Object.keys(left).length > 0 ? { ...others, [key]: left } : others;
}

type Words = Readonly<Record<keyof Fields | Channel | "on" | "off", unknown>>;

/** Differences between a draft and what is saved, as people read them. */
export function templateDifferences(kinds: readonly Kind[], draft: Draft, words: Words): Difference[] {
  const word = (name: keyof Words) => words[name] as string;
  const text = (value: string | boolean) => (typeof value === "string" ? value : word(value ? "on" : "off"));
  return kinds.flatMap(({ kind, name, templates }) =>
    templates.flatMap(({ channel, wording }) => {
      const saved = fieldsOf(wording);
      const changed = Object.entries(draft[keyOf(kind, channel)] ?? {}) as [keyof Fields, string | boolean][];
      return changed.map(([field, value]) => ({
        key: `${keyOf(kind, channel)}/${field}`,
        label: `${name} · ${word(channel)} · ${word(field)}`,
        before: text(saved[field]),
        after: text(value),
      }));
    }),
  );
}

/** Input that saves a draft. */
export function entriesOf(kinds: readonly Kind[], draft: Draft) {
  return kinds.flatMap(({ kind, templates }) =>
    templates.flatMap(({ channel }) => {
      const change = draft[keyOf(kind, channel)];
      if (!change) return [];
      const { enabled, titleZh, titleEn, bodyZh, bodyEn, providerTemplateId, delaySeconds } = change;
      return {
        kind,
        channel,
        enabled,
        providerTemplateId,
        title: { zh: titleZh, en: titleEn },
        body: { zh: bodyZh, en: bodyEn },
        delaySeconds: delaySeconds === undefined ? undefined : Math.trunc(Number(delaySeconds) || 0),
      };
    }),
  );
}
