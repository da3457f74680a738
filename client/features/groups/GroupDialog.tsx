import { useForm } from "@mantine/form";
import { useState } from "react";
import { type FragmentType, readFragment } from "../../gql/fragment-masking.ts";
import { graphql } from "../../gql/gql.ts";
import { useCreateGroupMutation, useDeleteGroupMutation, useUpdateGroupMutation } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { useAct } from "../../ui/act.ts";
import { Sheet } from "../../ui/Sheet.tsx";
import classes from "../admin/dialogs.module.css";
import { differencesOf } from "../admin/difference.ts";
import { FormFoot } from "../admin/FormFoot.tsx";
import { saveTexts } from "../admin/save.texts.ts";
import type { Undo } from "../admin/useUndo.tsx";
import { GroupFields } from "./GroupFields.tsx";
import {
  formerGroups,
  groupChanges,
  GroupForm_group,
  groupInput,
  type GroupValues,
  groupValues,
  type RankedGroup,
} from "./groupForm.ts";
import { groupsAdminTexts } from "./groupsAdmin.texts.ts";

graphql(`
  mutation CreateGroup($input: GroupInput!) {
    createGroup(input: $input) {
      id
    }
  }
`);
graphql(`
  mutation UpdateGroup($changes: [GroupChangeInput!]!) {
    updateGroups(changes: $changes) {
      id
      name
    }
  }
`);

interface Props {
  /** Null for a new one. */
  group: FragmentType<typeof GroupForm_group> | null;
  /** All paid groups with their ranks. */
  paid?: readonly RankedGroup[];
  /** The group that new members join until another one is chosen. */
  defaultId: string | undefined;
  onClose: () => void;
  /** Gets the way to undo the save. */
  onSaved: (undo: Undo) => Promise<unknown>;
}

/** Creates a group, or changes what it is beyond its permissions. */
export function GroupDialog({ group: masked, paid = [], defaultId, onClose, onSaved }: Props) {
  const group = readFragment(GroupForm_group, masked);
  const t = useTexts(groupsAdminTexts);
  const words = useTexts(saveTexts);
  const [create] = useCreateGroupMutation();
  const [update] = useUpdateGroupMutation();
  const { act, isBusy } = useAct();
  const [remove] = useDeleteGroupMutation();
  const [initialValues] = useState(() => groupValues(group));
  const form = useForm<GroupValues>({ initialValues });
  const { values } = form;
  const textOf = (value: unknown) =>
    typeof value === "boolean" ? (value ? words.yes : words.no) : String(value);
  const differences = differencesOf(initialValues, values, (name) => t[name], textOf);

  const save = async (given: GroupValues): Promise<Undo> => {
    if (!group) {
      const { data } = await create({ variables: { input: { ...groupInput(given), isPaid: given.isPaid } } });
      const { id } = data!.createGroup;
      return () => remove({ variables: { ids: [id] } });
    }
    const { id } = group;
    await update({ variables: { changes: groupChanges(id, given, paid) } });
    const before = formerGroups(id, initialValues, paid);
    const wasDefault = given.isDefault && !initialValues.isDefault && defaultId;
    const changes = wasDefault ? [...before, { id: wasDefault, isDefault: true }] : before;
    return () => update({ variables: { changes } });
  };
  const submit = form.onSubmit(async (given) => {
    await act(
      async () => {
        const undo = await save(given);
        onClose();
        return undo;
      },
      {
        done: t.saved,
        reread: onSaved,
        failed({ field, message }) {
          const name = field?.split(".").at(-1) ?? "";
          if (!(name in values)) return undefined;
          form.setFieldError(name, message);
          return true;
        },
      },
    );
  });

  return (
    <Sheet title={group ? t.editOf(group.name) : t.newGroup} onClose={onClose} size="medium">
      <form onSubmit={submit} className={classes.form}>
        <GroupFields form={form} group={group} />
        <FormFoot
          differences={differences}
          isBusy={isBusy}
          onCancel={onClose}
          {...(group ? {} : { action: t.create })}
        />
      </form>
    </Sheet>
  );
}
