import { useState } from "react";
import { skipToken } from "../../../apollo/bind.ts";
import { graphql } from "../../../gql/gql.ts";
import { useRecentBatchesQuery } from "../../../gql/hooks.ts";
import { useTexts } from "../../../i18n/texts.ts";
import panels from "../../../ui/panels.module.css";
import { RecentChanges } from "../../admin/RecentChanges.tsx";
import { batchTexts } from "./batches.texts.ts";

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
        postCount
        user {
          id
          nickname
        }
        actor {
          id
          nickname
        }
      }
    }
  }
`);

interface Props {
  /** Number of changes made and undone on the page. */
  changes: number;
  onUndo: (batchId: string) => Promise<unknown>;
}

/** Recent batches; each can be undone as one. */
export function RecentBatches({ changes, onUndo }: Props) {
  const t = useTexts(batchTexts);
  const [isOpen, setOpen] = useState(false);
  const query = useRecentBatchesQuery(isOpen ? { fetchPolicy: "cache-and-network" } : skipToken);
  return (
    <RecentChanges
      title={t.recent}
      empty={t.noBatches}
      query={query}
      isOpen={isOpen}
      onOpen={setOpen}
      changes={changes}
      onUndo={onUndo}
      rowsOf={({ moderationBatches: { nodes } }) =>
        nodes.map(({ action, reason, threadCount, postCount, user, actor, ...batch }) => ({
          ...batch,
          action: t[action],
          about: (
            <>
              {user && (
                <span>
                  <bdi>{user.nickname}</bdi>
                </span>
              )}
              {(threadCount > 0 || !user) && <span>{t.threads(threadCount)}</span>}
              {postCount > 0 && <span>{t.replies(postCount)}</span>}
              <span className={panels.quiet}>
                <bdi>{actor.nickname}</bdi>
              </span>
              {reason && <q>{reason}</q>}
            </>
          ),
          undoLabel: user
            ? (action === "SILENCE" ? t.undoSilence : t.undoBan)(user.nickname)
            : t.undoOf(t[action], threadCount),
        }))
      }
    />
  );
}
