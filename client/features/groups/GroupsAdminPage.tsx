import { lazy, Suspense, useState } from "react";
import { ask } from "../../apollo/answers.ts";
import { graphql } from "../../gql/gql.ts";
import { GroupsAdminPageDocument } from "../../gql/graphql.ts";
import { useGroupsAdminPageQuery, useUndoGroupDeletionMutation } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { definePage } from "../../page.ts";
import { act } from "../../ui/act.ts";
import { Button } from "../../ui/Button.tsx";
import { IconPlus } from "../../ui/icons.tsx";
import { QueryView } from "../../ui/QueryView.tsx";
import { AdminFrame } from "../admin/AdminFrame.tsx";
import { type Undo, useUndo } from "../admin/useUndo.tsx";
import { groupsAdminTexts } from "./groupsAdmin.texts.ts";
import { GroupsTable } from "./GroupsTable.tsx";
import { RecentDeletions } from "./RecentDeletions.tsx";
import { PermissionQuestion } from "./PermissionQuestion.tsx";

const GroupDialog = lazy(() => import("./GroupDialog.tsx").then((m) => ({ default: m.GroupDialog })));

graphql(`
  query GroupsAdminPage {
    groups {
      id
      isDefault
      ...GroupsTable_group
    }
    categories {
      ...PermissionQuestion_category
    }
  }
`);
graphql(`
  mutation UndoGroupDeletion($deletionId: ID!) {
    undoGroupDeletion(deletionId: $deletionId) {
      id
      undoneAt
    }
  }
`);

/** `/admin/groups` — the groups, free and paid, and who may do what. */
function GroupsAdminPage() {
  const t = useTexts(groupsAdminTexts);
  const [isNew, setNew] = useState(false);
  const query = useGroupsAdminPageQuery();
  const { offer, bar } = useUndo();
  const [undoDeletion] = useUndoGroupDeletionMutation();
  const [changes, setChanges] = useState(0);
  const changed = async () => {
    setChanges((count) => count + 1);
    await query.refetch();
  };
  const saved = async (undo: Undo) => {
    await changed();
    offer(() => undo().then(changed));
  };
  const deleted = (deletionId: string) => saved(() => undoDeletion({ variables: { deletionId } }));
  const bringBack = (deletionId: string) =>
    act(
      async () => {
        await undoDeletion({ variables: { deletionId } });
        offer(null);
      },
      { done: t.undone, reread: changed, key: `undoGroupDeletion ${deletionId}` },
    );
  const defaultId = query.data?.groups.find(({ isDefault }) => isDefault)?.id;
  return (
    <AdminFrame
      page="groups"
      actions={
        <Button variant="primary" icon={<IconPlus size={16} />} onClick={() => setNew(true)}>
          {t.newGroup}
        </Button>
      }
    >
      <QueryView query={query}>
        {({ groups, categories }) => (
          <>
            <GroupsTable groups={groups} defaultId={defaultId} onSaved={saved} onDeleted={deleted} />
            <RecentDeletions changes={changes} onUndo={bringBack} />
            <PermissionQuestion categories={categories} />
            {bar}
          </>
        )}
      </QueryView>
      {isNew && (
        <Suspense fallback={null}>
          <GroupDialog group={null} defaultId={defaultId} onClose={() => setNew(false)} onSaved={saved} />
        </Suspense>
      )}
    </AdminFrame>
  );
}

/** `/admin/groups` for the table of addresses. */
export const groupsAdminPage = definePage({
  Component: GroupsAdminPage,
  needsLogin: true,
  queries: () => [ask(GroupsAdminPageDocument, {})],
});
