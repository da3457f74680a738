import { useForm } from "@mantine/form";
import type { BadgeCounter } from "../../gql/graphql.ts";
import { useTexts } from "../../i18n/texts.ts";
import { Field } from "../../ui/Field.tsx";
import { Sheet } from "../../ui/Sheet.tsx";
import { Switch } from "../../ui/Switch.tsx";
import classes from "../admin/dialogs.module.css";
import { differencesOf } from "../admin/difference.ts";
import { FormFoot } from "../admin/FormFoot.tsx";
import { badgeTexts } from "./badges.texts.ts";
import { badgesAdminTexts } from "./badgesAdmin.texts.ts";

/** Parts of a badge that owners change. */
export interface BadgeDraft {
  nameZh: string;
  nameEn: string;
  icon: string;
  threshold: number;
  isEnabled: boolean;
}

const NAME_MAX = 20;
/** One emoji, with what belongs to it, such as a tone of skin. */
const EMOJI =
  /^(?:\p{Extended_Pictographic}|\p{Regional_Indicator}{2})[\p{Emoji}\p{Emoji_Component}]{0,15}$/u;
const THRESHOLD_MAX = 1_000_000;

interface Props {
  title: string;
  badge: BadgeDraft & { counter: BadgeCounter };
  onSave: (draft: BadgeDraft) => Promise<unknown>;
  onClose: () => void;
}

/** Changes the names, the icon, the number and the switch of a badge. */
export function BadgeDialog({ title, badge, onSave, onClose }: Props) {
  const t = useTexts(badgesAdminTexts);
  const rules = useTexts(badgeTexts);
  const { nameZh, nameEn, icon, isEnabled, counter } = badge;
  const initialValues = { nameZh, nameEn, icon, threshold: String(badge.threshold), isEnabled };
  const nameFault = (name: string) => (name.trim() === "" ? t.nameNeeded : null);
  const form = useForm({
    initialValues,
    validate: {
      nameZh: nameFault,
      nameEn: nameFault,
      icon: (text) => (EMOJI.test(text.trim()) ? null : t.iconWrong),
      threshold: (text) => {
        const count = Number(text);
        return Number.isInteger(count) && count >= 1 && count <= THRESHOLD_MAX ? null : t.thresholdWrong;
      },
    },
  });
  const draft = form.values;
  const differences = differencesOf(
    initialValues,
    draft,
    (key) => (key === "isEnabled" ? t.state : t[key]),
    (value, key) => (key === "isEnabled" ? (value ? t.on : t.off) : String(value)),
  );
  const text = (name: "nameZh" | "nameEn" | "icon" | "threshold") => ({
    label: t[name],
    value: draft[name],
    onValue: (value: string) => form.setFieldValue(name, value),
    error: (form.errors[name] as string | undefined) ?? null,
  });
  const submit = form.onSubmit((values) => onSave({ ...values, threshold: Number(values.threshold) }));
  return (
    <Sheet title={title} onClose={onClose} size="medium">
      <form className={classes.form} onSubmit={submit} aria-label={title} noValidate>
        <div className={classes.pair}>
          <Field {...text("nameZh")} counterMax={NAME_MAX} required data-autofocus />
          <Field {...text("nameEn")} counterMax={NAME_MAX} required />
        </div>
        <Field {...text("icon")} required />
        {counter !== "PROFILE" && (
          <Field
            {...text("threshold")}
            type="number"
            inputMode="numeric"
            hint={rules[counter](Math.max(1, Math.trunc(Number(draft.threshold)) || 1))}
          />
        )}
        <Switch
          label={t.state}
          checked={draft.isEnabled}
          onChecked={(checked) => form.setFieldValue("isEnabled", checked)}
        />
        <FormFoot differences={differences} isBusy={form.submitting} onCancel={onClose} />
      </form>
    </Sheet>
  );
}
