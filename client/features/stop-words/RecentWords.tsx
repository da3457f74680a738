import { useState } from "react";
import { skipToken } from "../../apollo/bind.ts";
import { graphql } from "../../gql/gql.ts";
import { useRecentWordsQuery } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { RecentChanges } from "../admin/RecentChanges.tsx";
import { stopWordsTexts } from "./stopWords.texts.ts";

graphql(`
  query RecentWords {
    stopWordBatches(first: 10) {
      nodes {
        id
        action
        wordCount
        createdAt
        undoneAt
      }
    }
  }
`);

interface Props {
  /** Count of what was done or undone on the page. */
  changes: number;
  onUndo: (batchId: string) => Promise<unknown>;
}

/** Imports and deletions of late; each can be undone as one. */
export function RecentWords({ changes, onUndo }: Props) {
  const t = useTexts(stopWordsTexts);
  const [isOpen, setOpen] = useState(false);
  const query = useRecentWordsQuery(isOpen ? { fetchPolicy: "cache-and-network" } : skipToken);
  return (
    <RecentChanges
      title={t.recent}
      empty={t.nothingRecent}
      query={query}
      isOpen={isOpen}
      onOpen={setOpen}
      changes={changes}
      onUndo={onUndo}
      rowsOf={({ stopWordBatches: { nodes } }) =>
        nodes.map(({ action, wordCount, ...batch }) => ({
          ...batch,
          action: t[action],
          about: <span>{t.wordCount(wordCount)}</span>,
          undoLabel: t.undoOf(t[action], wordCount),
        }))
      }
    />
  );
}
