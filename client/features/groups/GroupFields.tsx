import type { UseFormReturnType } from "@mantine/form";
import { useTexts } from "../../i18n/texts.ts";
import { Field } from "../../ui/Field.tsx";
import { Switch } from "../../ui/Switch.tsx";
import classes from "../admin/dialogs.module.css";
import { ColorField } from "../../ui/ColorField.tsx";
import type { AdminGroup, GroupValues } from "./groupForm.ts";
import { groupsAdminTexts } from "./groupsAdmin.texts.ts";
import { TRIAL_GROUP_ID } from "./presetGroups.ts";

/** Longest texts, in characters; the server refuses more. */
const NAME_MAX = 10;
const DESCRIPTION_MAX = 20;
const NOTICE_MAX = 200;

type TextName = { [K in keyof GroupValues]: GroupValues[K] extends string ? K : never }[keyof GroupValues];
type FlagName = Exclude<keyof GroupValues, TextName>;

interface Props {
  form: UseFormReturnType<GroupValues>;
  /** Null for a new one. */
  group: AdminGroup | null;
}

/** The fields of a group; those of a price only if it is paid, those of the trial only for the trial. */
export function GroupFields({ form, group }: Props) {
  const t = useTexts(groupsAdminTexts);
  const { values } = form;
  const text = (name: TextName) => ({
    label: t[name],
    value: values[name],
    onValue: (value: string) => form.setFieldValue(name, value),
    error: (form.errors[name] as string | undefined) ?? null,
  });
  const flag = (name: FlagName, label: string = t[name]) => (
    <Switch label={label} checked={values[name]} onChecked={(on) => form.setFieldValue(name, on)} />
  );
  return (
    <>
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
      {values.isPaid && flag("isForSale")}
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
    </>
  );
}
