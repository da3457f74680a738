import { useState } from "react";
import { skipToken } from "../../apollo/bind.ts";
import { graphql } from "../../gql/gql.ts";
import { useRecentDeletionsQuery } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { RecentChanges } from "../admin/RecentChanges.tsx";
import { groupsAdminTexts } from "./groupsAdmin.texts.ts";

graphql(`
  query RecentDeletions {
    groupDeletions(first: 10) {
      nodes {
        id
        names
        memberCount
        createdAt
        undoneAt
      }
    }
  }
`);

interface Props {
  /** Number of changes made and undone on the page. */
  changes: number;
  onUndo: (deletionId: string) => Promise<unknown>;
}

/** Groups that were deleted of late; they can be brought back with their permissions and members. */
export function RecentDeletions({ changes, onUndo }: Props) {
  const t = useTexts(groupsAdminTexts);
  const [isOpen, setOpen] = useState(false);
  const query = useRecentDeletionsQuery(isOpen ? { fetchPolicy: "cache-and-network" } : skipToken);
  return (
    <RecentChanges
      title={t.recent}
      empty={t.nothingRecent}
      query={query}
      isOpen={isOpen}
      onOpen={setOpen}
      changes={changes}
      onUndo={onUndo}
      rowsOf={({ groupDeletions: { nodes } }) =>
        nodes.map(({ names, memberCount, ...deletion }) => ({
          ...deletion,
          action: names.join(", "),
          about: <span>{t.memberCount(memberCount)}</span>,
          undoLabel: t.undoOf(names.join(", ")),
        }))
      }
    />
  );
}
