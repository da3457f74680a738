import { lazy, Suspense, useState } from "react";
import { Link } from "react-router-dom";
import { ask } from "../../apollo/answers.ts";
import { graphql } from "../../gql/gql.ts";
import { GroupsAdminPageDocument, type GroupsAdminPageQuery } from "../../gql/graphql.ts";
import {
  useDeleteGroupMutation,
  useGroupsAdminPageQuery,
  useUndoGroupDeletionMutation,
} from "../../gql/hooks.ts";
import { commonTexts } from "../../i18n/common.texts.ts";
import { useTexts } from "../../i18n/texts.ts";
import { definePage } from "../../page.ts";
import { act } from "../../ui/act.ts";
import { Button } from "../../ui/Button.tsx";
import { useConfirm } from "../../ui/confirm.tsx";
import { IconPlus, IconTrash } from "../../ui/icons.tsx";
import { QueryView } from "../../ui/QueryView.tsx";
import { AdminFrame } from "../admin/AdminFrame.tsx";
import panels from "../admin/panels.module.css";
import { type Undo, useUndo } from "../admin/useUndo.tsx";
import { GroupDot } from "./GroupDot.tsx";
import { groupsAdminTexts } from "./groupsAdmin.texts.ts";
import { isPreset } from "./presetGroups.ts";
import { RecentDeletions } from "./RecentDeletions.tsx";
import { PermissionQuestion } from "./PermissionQuestion.tsx";

const GroupDialog = lazy(() => import("./GroupDialog.tsx").then((m) => ({ default: m.GroupDialog })));

graphql(`
  query GroupsAdminPage {
    groups {
      id
      name
      color
      icon
      type
      isDefault
      isDisplay
      isPaid
      fee
      days
      level
      scale
      isSubordinate
      isCommission
      description
      notice
      timeRange
      contentRange
    }
    categories {
      id
      name
      children {
        id
        name
      }
    }
  }
`);
graphql(`
  mutation DeleteGroup($ids: [ID!]!) {
    deleteGroups(ids: $ids) {
      id
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

type Group = GroupsAdminPageQuery["groups"][number];

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
      { done: t.undone, reread: changed },
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
            <Groups groups={groups} defaultId={defaultId} onSaved={saved} onDeleted={deleted} />
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

interface GroupsProps {
  groups: readonly Group[];
  defaultId: string | undefined;
  onSaved: (undo: Undo) => Promise<unknown>;
  onDeleted: (deletionId: string) => Promise<unknown>;
}

function Groups({ groups, defaultId, onSaved, onDeleted }: GroupsProps) {
  const t = useTexts(groupsAdminTexts);
  const common = useTexts(commonTexts);
  const confirm = useConfirm();
  const [edited, setEdited] = useState<Group | null>(null);
  const [remove] = useDeleteGroupMutation();

  const askAndDelete = async ({ id, name }: Group) => {
    const question = {
      title: t.deleteQuestion(name),
      text: t.deleteText,
      action: common.delete,
      danger: true,
    };
    if (!(await confirm(question))) return;
    await act(async () => (await remove({ variables: { ids: [id] } })).data!.deleteGroups.id, {
      done: t.deleted,
      reread: onDeleted,
    });
  };

  return (
    <section className={`card ${panels.panel}`} aria-label={t.groups}>
      <div className={panels.scroll}>
        <table className={`${panels.table} ${panels.stack}`}>
          <thead>
            <tr>
              <th scope="col">{t.name}</th>
              <th scope="col">{t.kind}</th>
              <th scope="col" className={panels.number}>
                {t.scale}
              </th>
              <th scope="col">
                <span className="visually-hidden">{t.edit}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {groups.map((group) => (
              <tr key={group.id}>
                <td className={panels.wide}>
                  <GroupDot color={group.color} />
                  <Link to={`/admin/groups/${group.id}`}>
                    <bdi>{group.name}</bdi>
                  </Link>{" "}
                  {group.isDefault && <span className={panels.badge}>{t.isDefault}</span>}
                  {isPreset(group.id) && (
                    <span className={`${panels.badge} ${panels.warning}`}>{t.preset}</span>
                  )}
                  {group.description && <div className={panels.quiet}>{group.description}</div>}
                </td>
                <td className={panels.nowrap}>
                  {group.isPaid
                    ? `${t.paid} · ¥${(group.fee / 100).toFixed(2)} / ${group.days} · ${t.level} ${group.level}`
                    : t.free}
                </td>
                <td
                  className={`${panels.number} ${group.scale > 0 ? "" : panels.spare}`}
                  data-label={t.scale}
                >
                  {group.scale > 0 ? group.scale : "–"}
                </td>
                <td>
                  <div className={panels.row}>
                    <Button
                      size="sm"
                      to={`/admin/groups/${group.id}`}
                      aria-label={t.permissionsOf(group.name)}
                    >
                      {t.permissions}
                    </Button>
                    <Button size="sm" aria-label={t.editOf(group.name)} onClick={() => setEdited(group)}>
                      {t.edit}
                    </Button>
                    {!isPreset(group.id) && !group.isDefault && (
                      <Button
                        size="sm"
                        variant="subtle"
                        aria-label={t.deleteOf(group.name)}
                        onClick={() => void askAndDelete(group)}
                      >
                        <IconTrash size={16} />
                      </Button>
                    )}
                  </div>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {edited && (
        <Suspense fallback={null}>
          <GroupDialog
            group={edited}
            defaultId={defaultId}
            onClose={() => setEdited(null)}
            onSaved={onSaved}
          />
        </Suspense>
      )}
    </section>
  );
}

/** `/admin/groups` for the table of addresses. */
export const groupsAdminPage = definePage({
  Component: GroupsAdminPage,
  needsLogin: true,
  queries: () => [ask(GroupsAdminPageDocument, {})],
});
