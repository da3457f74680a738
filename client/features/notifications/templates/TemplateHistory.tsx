import { useState } from "react";
import { skipToken } from "../../../apollo/bind.ts";
import { graphql } from "../../../gql/gql.ts";
import { useNotificationTemplateHistoryQuery } from "../../../gql/hooks.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { act } from "../../../ui/act.ts";
import { Button } from "../../../ui/Button.tsx";
import { Details } from "../../../ui/Details.tsx";
import { QueryView } from "../../../ui/QueryView.tsx";
import { Time } from "../../../ui/Time.tsx";
import type { Difference } from "../../admin/difference.ts";
import { DifferenceList } from "../../admin/DifferenceList.tsx";
import { saveTexts } from "../../admin/save.texts.ts";
import { settingsTexts } from "../../settings/settings.texts.ts";
import settings from "../../settings/Settings.module.css";
import { notificationTemplateTexts } from "./notificationTemplates.texts.ts";
import { type Channel, type Fields, fieldsOf, type Wording } from "./templateDraft.ts";

graphql(`
  query NotificationTemplateHistory {
    notificationTemplateSaves(first: 10) {
      nodes {
        id
        createdAt
        undoOfId
        canUndo
        actor {
          id
          nickname
        }
        changes {
          kind
          channel
          name
          before {
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
          after {
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
        }
      }
    }
  }
`);

interface Change {
  kind: string;
  channel: Channel;
  name: string;
  before: Wording;
  after: Wording;
}

/** The latest saves, read when somebody unfolds them; what still holds can be taken back. */
export function TemplateHistory({ onUndo }: { onUndo: (saveId: string) => Promise<unknown> }) {
  const t = useTexts(settingsTexts);
  const words = useTexts(notificationTemplateTexts);
  const save = useTexts(saveTexts);
  const [isOpen, setOpen] = useState(false);
  const query = useNotificationTemplateHistoryQuery(
    isOpen ? { fetchPolicy: "cache-and-network" } : skipToken,
  );
  const undo = (id: string) =>
    act(() => onUndo(id), { done: save.undone, key: `undoNotificationTemplates ${id}` });
  const differencesOf = ({ kind, channel, name, before, after }: Change): Difference[] => {
    const [was, is] = [fieldsOf(before), fieldsOf(after)];
    const text = (value: string | boolean) =>
      typeof value === "string" ? value : value ? words.on : words.off;
    return (Object.keys(was) as (keyof Fields)[])
      .filter((field) => was[field] !== is[field])
      .map((field) => ({
        key: `${kind}/${channel}/${field}`,
        label: `${name} · ${words[channel]} · ${words[field]}`,
        before: text(was[field]),
        after: text(is[field]),
      }));
  };
  return (
    <Details className={`card ${settings.history}`} summary={t.history} isOpen={isOpen} onOpen={setOpen}>
      {() => (
        <QueryView query={query}>
          {({ notificationTemplateSaves: { nodes } }) =>
            nodes.length === 0 ? (
              <p className={settings.none}>{t.noHistory}</p>
            ) : (
              <ol>
                {nodes.map(({ id, actor, createdAt, undoOfId, canUndo, changes }) => (
                  <li key={id}>
                    <div className={settings.saveHead}>
                      <span>
                        <bdi>{actor?.nickname}</bdi>
                      </span>
                      <Time value={createdAt} />
                      {undoOfId && <span>{t.isUndo}</span>}
                      {canUndo && (
                        <Button size="sm" onClick={() => void undo(id)}>
                          {save.undo}
                        </Button>
                      )}
                    </div>
                    <DifferenceList differences={changes.flatMap(differencesOf)} />
                  </li>
                ))}
              </ol>
            )
          }
        </QueryView>
      )}
    </Details>
  );
}
