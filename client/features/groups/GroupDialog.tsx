import { useForm } from "@mantine/form";
import { useState } from "react";
import { errorOf } from "../../apollo/errors.ts";
import { graphql } from "../../gql/gql.ts";
import type { GroupsAdminPageQuery } from "../../gql/graphql.ts";
import { useCreateGroupMutation, useUpdateGroupMutation } from "../../gql/hooks.ts";
import { commonTexts } from "../../i18n/common.texts.ts";
import { useTexts } from "../../i18n/texts.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { Switch } from "../../ui/Switch.tsx";
import { showToast } from "../../ui/toast.tsx";
import { AdminDialog } from "../admin/AdminDialog.tsx";
import classes from "../admin/dialogs.module.css";
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
  onClose: () => void;
  onSaved: () => Promise<unknown>;
}

/** Creates a group, or changes what it is beyond its permissions. */
export function GroupDialog({ group, onClose, onSaved }: Props) {
  const t = useTexts(groupsAdminTexts);
  const common = useTexts(commonTexts);
  const [create] = useCreateGroupMutation();
  const [update] = useUpdateGroupMutation();
  const [isBusy, setBusy] = useState(false);
  const form = useForm({
    initialValues: {
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
    },
  });
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

  const submit = form.onSubmit(async (given) => {
    const paid = given.isPaid
      ? {
          fee: Math.round(Number(given.fee) * CENTS),
          days: Math.trunc(Number(given.days)),
          level: given.level === "" ? null : Math.trunc(Number(given.level)),
        }
      : {};
    const { fee: _fee, days: _days, level: _level, isPaid, isDefault, ...rest } = given;
    const input = {
      ...rest,
      ...paid,
      scale: Number(given.scale),
      timeRange: Math.trunc(Number(given.timeRange)),
      contentRange: Math.trunc(Number(given.contentRange)),
      // There is always one default: it moves by choosing another.
      ...(isDefault ? { isDefault } : {}),
    };
    setBusy(true);
    try {
      if (group) await update({ variables: { changes: [{ id: group.id, ...input }] } });
      else await create({ variables: { input: { ...input, isPaid } } });
      await onSaved();
      showToast({ type: "success", message: t.saved });
      onClose();
    } catch (error) {
      const { field, message } = errorOf(error);
      const name = field?.split(".").at(-1) ?? "";
      if (name in values) form.setFieldError(name, message);
      else showToast({ type: "error", message });
    } finally {
      setBusy(false);
    }
  });

  return (
    <AdminDialog title={group ? t.editOf(group.name) : t.newGroup} onClose={onClose} size="lg">
      <form onSubmit={submit} className={classes.form}>
        <div className={classes.pair}>
          <Field {...text("name")} counterMax={NAME_MAX} required data-autofocus />
          <Field {...text("description")} counterMax={DESCRIPTION_MAX} />
        </div>
        <div className={classes.pair}>
          <Field {...text("color")} hint={t.colorHint} placeholder="#3d50d6" />
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
        <div className={classes.buttons}>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" variant="primary" loading={isBusy}>
            {group ? common.save : t.create}
          </Button>
        </div>
      </form>
    </AdminDialog>
  );
}
