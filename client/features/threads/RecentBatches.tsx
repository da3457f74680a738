import { useEffect, useRef, useState } from "react";
import { skipToken } from "../../apollo/bind.ts";
import { graphql } from "../../gql/gql.ts";
import { useRecentBatchesQuery } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { Button } from "../../ui/Button.tsx";
import { QueryView } from "../../ui/QueryView.tsx";
import { Time } from "../../ui/Time.tsx";
import panels from "../admin/panels.module.css";
import classes from "./BatchBar.module.css";
import { threadsAdminTexts } from "./threadsAdmin.texts.ts";

graphql(`
  query RecentBatches {
    moderationBatches(first: 10) {
      nodes {
        id
        action
        reason
        createdAt
        undoneAt
        threadCount
        actor {
          id
          nickname
        }
      }
    }
  }
`);

interface Props {
  /** How often something was done or undone on the page. */
  changes: number;
  onUndo: (batchId: string) => Promise<unknown>;
}

/** What was done to several threads lately, read when somebody unfolds it; each can be undone as one. */
export function RecentBatches({ changes, onUndo }: Props) {
  const t = useTexts(threadsAdminTexts);
  const [isOpen, setOpen] = useState(false);
  const query = useRecentBatchesQuery(isOpen ? { fetchPolicy: "cache-and-network" } : skipToken);
  const latest = useRef(query);
  useEffect(() => {
    latest.current = query;
  });
  useEffect(() => {
    if (changes > 0 && latest.current.data) void latest.current.refetch();
  }, [changes]);
  return (
    <details className={`card ${classes.recent}`} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t.recent}</summary>
      {isOpen && (
        <QueryView query={query}>
          {({ moderationBatches: { nodes } }) =>
            nodes.length === 0 ? (
              <p className={panels.quiet}>{t.noBatches}</p>
            ) : (
              <ol>
                {nodes.map((batch) => (
                  <li key={batch.id}>
                    <strong>{t[batch.action]}</strong>
                    <span>{t.threads(batch.threadCount)}</span>
                    <span className={panels.quiet}>{batch.actor.nickname}</span>
                    <Time value={batch.createdAt} />
                    {batch.reason && <q>{batch.reason}</q>}
                    <span className={classes.space} />
                    {batch.undoneAt ? (
                      <span className={panels.badge}>{t.undone}</span>
                    ) : (
                      <Button
                        size="sm"
                        aria-label={t.undoOf(t[batch.action], batch.threadCount)}
                        onClick={() => void onUndo(batch.id)}
                      >
                        {t.undo}
                      </Button>
                    )}
                  </li>
                ))}
              </ol>
            )
          }
        </QueryView>
      )}
    </details>
  );
}
