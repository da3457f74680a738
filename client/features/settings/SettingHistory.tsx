import { useState } from "react";
import { skipToken } from "../../apollo/bind.ts";
import { graphql } from "../../gql/gql.ts";
import { useSettingHistoryQuery } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { act } from "../../ui/act.ts";
import { Button } from "../../ui/Button.tsx";
import { Details } from "../../ui/Details.tsx";
import { QueryView } from "../../ui/QueryView.tsx";
import { Time } from "../../ui/Time.tsx";
import { DifferenceList } from "../admin/DifferenceList.tsx";
import { settingsTexts } from "./settings.texts.ts";
import classes from "./Settings.module.css";

graphql(`
  query SettingHistory {
    settingSaves(first: 10) {
      nodes {
        id
        createdAt
        undoOfId
        canUndo
        changes {
          tag
          key
          label
          before
          after
        }
      }
    }
  }
`);

/** The latest saves, read when somebody unfolds them; what still holds can be taken back. */
export function SettingHistory({ onUndo }: { onUndo: (saveId: string) => Promise<unknown> }) {
  const t = useTexts(settingsTexts);
  const [isOpen, setOpen] = useState(false);
  const query = useSettingHistoryQuery(isOpen ? { fetchPolicy: "cache-and-network" } : skipToken);
  const undo = (id: string) => act(() => onUndo(id), { done: t.undone, key: `undoSettings ${id}` });
  return (
    <Details className={`card ${classes.history}`} summary={t.history} isOpen={isOpen} onOpen={setOpen}>
      {() => (
        <QueryView query={query}>
          {({ settingSaves: { nodes } }) =>
            nodes.length === 0 ? (
              <p className={classes.none}>{t.noHistory}</p>
            ) : (
              <ol>
                {nodes.map((save) => (
                  <li key={save.id}>
                    <div className={classes.saveHead}>
                      <Time value={save.createdAt} />
                      {save.undoOfId && <span>{t.isUndo}</span>}
                      {save.canUndo && (
                        <Button size="sm" onClick={() => void undo(save.id)}>
                          {t.undo}
                        </Button>
                      )}
                    </div>
                    <DifferenceList
                      differences={save.changes.map(({ tag, key, label, before, after }) => ({
                        key: `${tag}.${key}`,
                        label,
                        before,
                        after,
                      }))}
                    />
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
