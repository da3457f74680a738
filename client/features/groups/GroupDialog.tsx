import { useForm } from "@mantine/form";
import { useState } from "react";
import { graphql } from "../../gql/gql.ts";
import type { GroupsAdminPageQuery } from "../../gql/graphql.ts";
import { useCreateGroupMutation, useDeleteGroupMutation, useUpdateGroupMutation } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { useAct } from "../../ui/act.ts";
import { Field } from "../../ui/Field.tsx";
import { Switch } from "../../ui/Switch.tsx";
import { AdminDialog } from "../admin/AdminDialog.tsx";
import classes from "../admin/dialogs.module.css";
import { differencesOf } from "../admin/difference.ts";
import { FormFoot } from "../admin/FormFoot.tsx";
import { saveTexts } from "../admin/save.texts.ts";
import type { Undo } from "../admin/useUndo.tsx";
import { ColorField } from "./ColorField.tsx";
import { groupsAdminTexts } from "./groupsAdmin.texts.ts";
import { TRIAL_GROUP_ID } from "./presetGroups.ts";

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

/** Longest texts, in characters; the server refuses more. */
const NAME_MAX = 10;
const DESCRIPTION_MAX = 20;
const NOTICE_MAX = 200;
const CENTS = 100;

type Group = GroupsAdminPageQuery["groups"][number];

interface Props {
  /** Null for a new one. */
  group: Group | null;
  /** The group that new members join until another one is chosen. */
  defaultId: string | undefined;
  onClose: () => void;
  /** What takes it back is told as well. */
  onSaved: (undo: Undo) => Promise<unknown>;
}

/** What a form says, as the server takes it. */
function inputOf({ fee, days, level, isPaid, isDefault, ...rest }: Values) {
  const paid = isPaid
    ? {
        fee: Math.round(Number(fee) * CENTS),
        days: Math.trunc(Number(days)),
        level: level === "" ? null : Math.trunc(Number(level)),
      }
    : {};
  return {
    ...rest,
    ...paid,
    scale: Number(rest.scale),
    timeRange: Math.trunc(Number(rest.timeRange)),
    contentRange: Math.trunc(Number(rest.contentRange)),
    // There is always one default: it moves by choosing another.
    ...(isDefault ? { isDefault } : {}),
  };
}

type Values = ReturnType<typeof valuesOf>;

function valuesOf(group: Group | null) {
  return {
    name: group?.name ?? "",
    type: group?.type ?? "",
    color: group?.color ?? "",
    icon: group?.icon ?? "",
    description: group?.description ?? "",
    notice: group?.notice ?? "",
    isDisplay: group?.isDisplay ?? false,
    isDefault: group?.isDefault ?? false,
    isPaid: group?.isPaid ?? false,
    fee: group ? String(group.fee / CENTS) : "",
    days: group ? String(group.days) : "",
    level: group && group.level > 0 ? String(group.level) : "",
    scale: group ? String(group.scale) : "0",
    isSubordinate: group?.isSubordinate ?? false,
    isCommission: group?.isCommission ?? false,
    timeRange: group ? String(group.timeRange) : "0",
    contentRange: group ? String(group.contentRange) : "0",
  };
}

/** Creates a group, or changes what it is beyond its permissions. */
export function GroupDialog({ group, defaultId, onClose, onSaved }: Props) {
  const t = useTexts(groupsAdminTexts);
  const words = useTexts(saveTexts);
  const [create] = useCreateGroupMutation();
  const [update] = useUpdateGroupMutation();
  const { act, isBusy } = useAct();
  const [remove] = useDeleteGroupMutation();
  const [initialValues] = useState(() => valuesOf(group));
  const form = useForm({ initialValues });
  const { values } = form;
  type Texts = {
    [K in keyof typeof values]: (typeof values)[K] extends string ? K : never;
  }[keyof typeof values];
  const text = (name: Texts) => ({
    label: t[name],
    value: values[name],
    onValue: (value: string) => form.setFieldValue(name, value),
    error: (form.errors[name] as string | undefined) ?? null,
  });
  const flag = (name: Exclude<keyof typeof values, Texts>, label: string = t[name]) => (
    <Switch label={label} checked={values[name]} onChecked={(on) => form.setFieldValue(name, on)} />
  );

  const textOf = (value: unknown) =>
    typeof value === "boolean" ? (value ? words.yes : words.no) : String(value);
  const differences = differencesOf(initialValues, values, (name) => t[name], textOf);

  const save = async (given: Values): Promise<Undo> => {
    if (!group) {
      const { data } = await create({ variables: { input: { ...inputOf(given), isPaid: given.isPaid } } });
      const { id } = data!.createGroup;
      return () => remove({ variables: { ids: [id] } });
    }
    const { id } = group;
    await update({ variables: { changes: [{ id, ...inputOf(given) }] } });
    const before = [{ id, ...inputOf(initialValues) }];
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
    <AdminDialog title={group ? t.editOf(group.name) : t.newGroup} onClose={onClose} size="lg">
      <form onSubmit={submit} className={classes.form}>
        <div className={classes.pair}>
          <Field {...text("name")} counterMax={NAME_MAX} required data-autofocus />
          <Field {...text("description")} counterMax={DESCRIPTION_MAX} />
        </div>
        <div className={classes.pair}>
          <ColorField {...text("color")} hint={t.colorHint} />
          <Field {...text("icon")} />
          <Field {...text("type")} />
        </div>
        <Field {...text("notice")} counterMax={NOTICE_MAX} />
        {flag("isDisplay")}
        {!values.isPaid && !group?.isDefault && flag("isDefault", t.setDefault)}
        {!group && flag("isPaid")}
        {values.isPaid && (
          <div className={classes.pair}>
            <Field {...text("fee")} mode="number" required />
            <Field {...text("days")} mode="number" required />
            <Field {...text("level")} mode="number" hint={t.levelHint} />
          </div>
        )}
        <Field {...text("scale")} mode="number" />
        {flag("isSubordinate")}
        {flag("isCommission")}
        {group?.id === TRIAL_GROUP_ID && (
          <div className={classes.pair}>
            <Field {...text("timeRange")} mode="number" />
            <Field {...text("contentRange")} mode="number" />
          </div>
        )}
        <FormFoot
          differences={differences}
          isBusy={isBusy}
          onCancel={onClose}
          {...(group ? {} : { action: t.create })}
        />
      </form>
    </AdminDialog>
  );
}
