import { useDebouncedValue } from "@mantine/hooks";
import { useMemo } from "react";
import { graphql } from "../../../gql/gql.ts";
import type { NotificationTemplatePreviewQuery } from "../../../gql/graphql.ts";
import { useNotificationTemplatePreviewQuery } from "../../../gql/hooks.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { IconBell } from "../../../ui/icons.tsx";
import classes from "./NotificationTemplates.module.css";
import { notificationTemplateTexts } from "./notificationTemplates.texts.ts";
import type { Channel, Fields } from "./templateDraft.ts";

graphql(`
  query NotificationTemplatePreview(
    $kind: String!
    $channel: NotificationChannel!
    $zh: NotificationDraftInput!
    $en: NotificationDraftInput!
  ) {
    zh: previewNotification(kind: $kind, channel: $channel, locale: "zh-CN", draft: $zh) {
      title
      body
      titleProblem
      bodyProblem
    }
    en: previewNotification(kind: $kind, channel: $channel, locale: "en", draft: $en) {
      title
      body
      titleProblem
      bodyProblem
    }
  }
`);

/** Time that a text rests before it is previewed, in milliseconds. */
export const PREVIEW_REST_MS = 300;

interface Props {
  kind: string;
  channel: Channel;
  fields: Fields;
}

/** Shows a notification as its recipients would read it, in both languages, as the server words it; says what cannot be saved. */
export function TemplatePreview({ kind, channel, fields }: Props) {
  const t = useTexts(notificationTemplateTexts);
  const { titleZh, titleEn, bodyZh, bodyEn } = fields;
  const wanted = useMemo(
    () => ({
      kind,
      channel,
      zh: { title: titleZh, body: bodyZh },
      en: { title: titleEn, body: bodyEn },
    }),
    [kind, channel, titleZh, titleEn, bodyZh, bodyEn],
  );
  const [variables] = useDebouncedValue(wanted, PREVIEW_REST_MS);
  // What is typed is never asked for again.
  const { data, previousData } = useNotificationTemplatePreviewQuery({ variables, fetchPolicy: "no-cache" });
  // What was shown last stays until the next one is there.
  const shown = data ?? previousData;
  return (
    <section className={classes.pair} aria-label={t.preview}>
      {(["zh", "en"] as const).map((language) => (
        <div key={language} className={classes.previewBox} lang={language === "zh" ? "zh-CN" : "en"}>
          <h3>
            {t.preview} · {t[language]}
          </h3>
          <PreviewCard channel={channel} text={shown?.[language]} />
        </div>
      ))}
    </section>
  );
}

type Text = NotificationTemplatePreviewQuery["zh"];

/** Channels that show a title. */
const TITLED: ReadonlySet<Channel> = new Set(["EMAIL", "PUSH", "WECHAT"]);

function PreviewCard({ channel, text }: { channel: Channel; text: Text | undefined }) {
  const t = useTexts(notificationTemplateTexts);
  const problems = [...new Set([text?.titleProblem, text?.bodyProblem])].filter(Boolean);
  return (
    <>
      <div className={classes.preview} data-channel={channel} aria-busy={!text || undefined}>
        {(channel === "SITE" || channel === "PUSH") && (
          <span className={classes.sign} aria-hidden="true">
            <IconBell size={18} />
          </span>
        )}
        <div className={classes.said}>
          {TITLED.has(channel) && <strong>{text ? text.title || t.previewEmpty : "\u00A0"}</strong>}
          <p>{text ? text.body || t.previewEmpty : "\u00A0"}</p>
        </div>
      </div>
      {problems.length > 0 && (
        <p className={classes.problem} role="alert">
          {problems.join(" ")}
        </p>
      )}
    </>
  );
}
