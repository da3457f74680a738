import { useState } from "react";
import { Link, useNavigate } from "react-router-dom";
import { useTexts } from "../../../i18n/texts.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { Label } from "../../../ui/Label.tsx";
import { Input } from "../../../ui/Input.tsx";
import { Switch } from "../../../ui/Switch.tsx";
import panels from "../../../ui/panels.module.css";
import classes from "./NotificationTemplates.module.css";
import { notificationTemplateTexts } from "./notificationTemplates.texts.ts";
import {
  CHANNELS,
  type Draft,
  draftedFields,
  type Fields,
  type Kind,
  type Template,
} from "./templateDraft.ts";
import { editorAddress, LIST_ADDRESS } from "./templateAddress.ts";

/** Topics, in the order in which they are shown. */
const TOPICS = [
  "SYSTEM",
  "MODERATION",
  "REPORTS",
  "REPLIED",
  "MENTIONED",
  "LIKED",
  "WATCHED",
  "MONEY",
] as const;

interface Props {
  kinds: readonly Kind[];
  draft: Draft;
  changedOnly: boolean;
  onFields: (kind: string, template: Template, change: Partial<Fields>) => void;
}

/** All kinds of notifications by topic, with a switch for each channel; searched by name and text. */
export function TemplateList({ kinds, draft, changedOnly, onFields }: Props) {
  const t = useTexts(notificationTemplateTexts);
  const navigate = useNavigate();
  const [word, setWord] = useState("");
  const words = word.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const shown = kinds.filter(({ kind, name, templates }) => {
    if (changedOnly && !templates.some(({ isChanged }) => isChanged)) return false;
    const texts = templates.flatMap(({ wording: { title, body } }) => [title.zh, title.en, body.zh, body.en]);
    const spoken = [kind, name, ...texts].join(" ").toLowerCase();
    return words.every((each) => spoken.includes(each));
  });

  return (
    <>
      <div className={classes.tools}>
        <Input
          value={word}
          onValue={setWord}
          aria-label={t.find}
          placeholder={t.find}
          type="search"
          className={classes.find!}
        />
        <Switch
          label={t.changedOnly}
          checked={changedOnly}
          onChecked={(on) =>
            void navigate(on ? `${LIST_ADDRESS}?changed=1` : LIST_ADDRESS, { replace: true })
          }
        />
      </div>
      {shown.length === 0 && <EmptyState title={t.nothing} />}
      {TOPICS.map((topic) => {
        const rows = shown.filter((kind) => kind.topic === topic);
        if (rows.length === 0) return null;
        return (
          <section key={topic} className={`card ${panels.panel}`} aria-labelledby={`topic-${topic}`}>
            <div className={`${panels.head} ${classes.head}`}>
              <h2 id={`topic-${topic}`}>{t[topic]}</h2>
              <span className={classes.columns} aria-hidden="true">
                {CHANNELS.map((channel) => (
                  <span key={channel}>{t[channel]}</span>
                ))}
              </span>
            </div>
            <ul className={classes.rows}>
              {rows.map((kind) => (
                <Row key={kind.kind} kind={kind} draft={draft} onFields={onFields} />
              ))}
            </ul>
          </section>
        );
      })}
    </>
  );
}

type RowProps = Pick<Props, "draft" | "onFields"> & { kind: Kind };

function Row({ kind: { kind, name, templates }, draft, onFields }: RowProps) {
  const t = useTexts(notificationTemplateTexts);
  return (
    <li className={classes.row}>
      <div className={classes.about}>
        <span className={classes.name}>
          <Link to={editorAddress(kind, "SITE")} className={classes.open}>
            {name}
          </Link>
          {templates.some(({ isChanged }) => isChanged) && <Label>{t.changed}</Label>}
        </span>
        <code className={classes.kind}>{kind}</code>
      </div>
      <div className={classes.switches} role="group" aria-label={name}>
        {CHANNELS.map((channel) => {
          const template = templates.find((each) => each.channel === channel);
          if (!template) {
            return (
              <span key={channel} className={classes.none} title={t.notHereLong}>
                <span className={classes.narrow}>{t[channel]} </span>
                {t.notHere}
              </span>
            );
          }
          const { enabled, providerTemplateId } = draftedFields(kind, template, draft);
          // A provider's channel is switched on where the provider's template is entered.
          const needsId = template.needsProvider && providerTemplateId === "";
          return needsId ? (
            <span key={channel} className={classes.cell}>
              <Link
                to={editorAddress(kind, channel)}
                className={classes.setUp}
                aria-label={`${t.enabledOn(name, t[channel])}: ${t.setUp}`}
              >
                <span className={classes.narrow}>{t[channel]}</span> {t.setUp}
              </Link>
            </span>
          ) : (
            <span key={channel} className={classes.cell}>
              <Switch
                hideLabel
                label={t.enabledOn(name, t[channel])}
                checked={enabled}
                onChecked={(on) => onFields(kind, template, { enabled: on })}
              />
              <span className={classes.narrow} aria-hidden="true">
                {t[channel]}
              </span>
            </span>
          );
        })}
      </div>
    </li>
  );
}
