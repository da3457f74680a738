import { useEffect, useState } from "react";
import { skipToken } from "../../apollo/bind.ts";
import { graphql } from "../../gql/gql.ts";
import type { NoticeTemplatePreviewQuery } from "../../gql/graphql.ts";
import { useNoticeTemplatePreviewQuery } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { IconBell } from "../../ui/icons.tsx";
import classes from "./NoticeTemplates.module.css";
import { noticeTemplateTexts } from "./noticeTemplates.texts.ts";
import type { Channel, Fields } from "./templateDraft.ts";

graphql(`
  query NoticeTemplatePreview(
    $kind: String!
    $channel: NoticeChannel!
    $zh: NoticeDraftInput!
    $en: NoticeDraftInput!
  ) {
    zh: previewNotice(kind: $kind, channel: $channel, locale: "zh-CN", draft: $zh) {
      title
      body
      titleProblem
      bodyProblem
    }
    en: previewNotice(kind: $kind, channel: $channel, locale: "en", draft: $en) {
      title
      body
      titleProblem
      bodyProblem
    }
  }
`);

/** How long a text rests before it is previewed, in milliseconds. */
export const PREVIEW_REST_MS = 300;

interface Props {
  kind: string;
  channel: Channel;
  fields: Fields;
}

/** What receivers would read, in both languages, as the server words it; says what cannot be saved. */
export function TemplatePreview({ kind, channel, fields }: Props) {
  const t = useTexts(noticeTemplateTexts);
  const rested = useRested(fields, PREVIEW_REST_MS);
  const { data } = useNoticeTemplatePreviewQuery(
    rested
      ? {
          variables: {
            kind,
            channel,
            zh: { title: rested.titleZh, body: rested.bodyZh },
            en: { title: rested.titleEn, body: rested.bodyEn },
          },
          // What is typed is never asked for again.
          fetchPolicy: "no-cache",
        }
      : skipToken,
  );
  // What was shown last stays until the next one is there.
  const [last, setLast] = useState<NoticeTemplatePreviewQuery>();
  if (data && data !== last) setLast(data);
  const shown = data ?? last;
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

type Text = NoticeTemplatePreviewQuery["zh"];

/** Channels that show a title. */
const TITLED: ReadonlySet<Channel> = new Set(["EMAIL", "PUSH", "WECHAT"]);

function PreviewCard({ channel, text }: { channel: Channel; text: Text | undefined }) {
  const t = useTexts(noticeTemplateTexts);
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

/** A value once it has rested; null until the page runs. */
function useRested(value: Fields, restMs: number): Fields | null {
  const [rested, setRested] = useState<Fields | null>(null);
  const { titleZh, titleEn, bodyZh, bodyEn } = value;
  const said = [titleZh, titleEn, bodyZh, bodyEn].join("\u0000");
  useEffect(() => {
    // The first one need not wait.
    const timer = setTimeout(() => setRested(value), rested === null ? 0 : restMs);
    return () => clearTimeout(timer);
    // Only texts are previewed.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [said, restMs]);
  return rested;
}
