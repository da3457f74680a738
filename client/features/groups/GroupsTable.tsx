import { lazy, Suspense, useState } from "react";
import { Link } from "react-router-dom";
import { type FragmentType, readFragment } from "../../gql/fragment-masking.ts";
import { graphql } from "../../gql/gql.ts";
import type { GroupsTable_GroupFragment } from "../../gql/graphql.ts";
import { useDeleteGroupMutation } from "../../gql/hooks.ts";
import { commonTexts } from "../../i18n/common.texts.ts";
import { useTexts } from "../../i18n/texts.ts";
import { act } from "../../ui/act.ts";
import { Button } from "../../ui/Button.tsx";
import { useConfirm } from "../../ui/confirm.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { IconTrash } from "../../ui/icons.tsx";
import { Label } from "../../ui/Label.tsx";
import panels from "../../ui/panels.module.css";
import type { Undo } from "../admin/useUndo.tsx";
import { GroupDot } from "./GroupDot.tsx";
import { groupsAdminTexts } from "./groupsAdmin.texts.ts";
import { GUEST_GROUP_ID, isPreset } from "./presetGroups.ts";

const GroupDialog = lazy(() => import("./GroupDialog.tsx").then((m) => ({ default: m.GroupDialog })));

const GroupsTable_group = graphql(`
  fragment GroupsTable_group on Group {
    id
    name
    color
    isDefault
    isPaid
    fee
    days
    level
    memberCount
    description
    ...GroupForm_group
  }
`);
graphql(`
  mutation DeleteGroup($ids: [ID!]!) {
    deleteGroups(ids: $ids) {
      id
    }
  }
`);

type Group = GroupsTable_GroupFragment;

const CENTS = 100;

interface Props {
  groups: readonly FragmentType<typeof GroupsTable_group>[];
  /** The group that new members join. */
  defaultId: string | undefined;
  onSaved: (undo: Undo) => Promise<unknown>;
  onDeleted: (deletionId: string) => Promise<unknown>;
}

/** Groups as rows with the ways to their permissions and details. */
export function GroupsTable({ groups: masked, defaultId, onSaved, onDeleted }: Props) {
  const groups = readFragment(GroupsTable_group, masked);
  const t = useTexts(groupsAdminTexts);
  const [edited, setEdited] = useState<Group | null>(null);
  const columns: Column<Group>[] = [
    { key: "name", header: t.name, phone: "title", cell: (group) => <NameCell group={group} /> },
    {
      key: "kind",
      header: t.kind,
      nowrap: true,
      cell: ({ isPaid, fee, days, level }) =>
        isPaid ? `${t.paid} · ¥${(fee / CENTS).toFixed(2)} / ${days} · ${t.level} ${level}` : t.free,
    },
    {
      key: "members",
      header: t.members,
      numeric: true,
      phone: "labelled",
      cell: ({ id, memberCount }) =>
        id === GUEST_GROUP_ID ? "–" : <Link to={`/admin/members?group=${id}`}>{memberCount}</Link>,
    },
    {
      key: "actions",
      header: t.edit,
      hideHeader: true,
      actions: true,
      cell: (group) => <GroupActions group={group} onEdit={() => setEdited(group)} onDeleted={onDeleted} />,
    },
  ];
  return (
    <section className={`card ${panels.panel}`} aria-label={t.groups}>
      <DataTable caption={t.groups} columns={columns} rows={groups} empty={null} />
      {edited && (
        <Suspense fallback={null}>
          <GroupDialog
            group={edited}
            paid={groups.filter(({ isPaid }) => isPaid).map(({ id, level }) => ({ id, level }))}
            defaultId={defaultId}
            onClose={() => setEdited(null)}
            onSaved={onSaved}
          />
        </Suspense>
      )}
    </section>
  );
}

function NameCell({ group: { id, name, color, description, isDefault } }: { group: Group }) {
  const t = useTexts(groupsAdminTexts);
  return (
    <>
      <GroupDot color={color} />
      <Link to={`/admin/groups/${id}`}>
        <bdi>{name}</bdi>
      </Link>{" "}
      {isDefault && <Label>{t.isDefault}</Label>}
      {isPreset(id) && <Label tone="warning">{t.preset}</Label>}
      {description && <div className={panels.quiet}>{description}</div>}
    </>
  );
}

interface ActionsProps {
  group: Group;
  onEdit: () => void;
  onDeleted: (deletionId: string) => Promise<unknown>;
}

function GroupActions({ group: { id, name, isDefault }, onEdit, onDeleted }: ActionsProps) {
  const t = useTexts(groupsAdminTexts);
  const common = useTexts(commonTexts);
  const confirm = useConfirm();
  const [remove] = useDeleteGroupMutation();
  const askAndDelete = async () => {
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
      key: `deleteGroup ${id}`,
    });
  };
  return (
    <>
      <Button size="sm" to={`/admin/groups/${id}`} aria-label={t.permissionsOf(name)}>
        {t.permissions}
      </Button>
      <Button size="sm" aria-label={t.editOf(name)} onClick={onEdit}>
        {t.edit}
      </Button>
      {!isPreset(id) && !isDefault && (
        <Button size="sm" variant="subtle" aria-label={t.deleteOf(name)} onClick={() => void askAndDelete()}>
          <IconTrash size={16} />
        </Button>
      )}
    </>
  );
}
