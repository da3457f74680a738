import { useForm } from "@mantine/form";
import { useTexts } from "../../i18n/texts.ts";
import { ColorField } from "../../ui/ColorField.tsx";
import { Field } from "../../ui/Field.tsx";
import { Sheet } from "../../ui/Sheet.tsx";
import { Switch } from "../../ui/Switch.tsx";
import classes from "../admin/dialogs.module.css";
import { differencesOf } from "../admin/difference.ts";
import { FormFoot } from "../admin/FormFoot.tsx";
import { providersAdminTexts } from "./providersAdmin.texts.ts";

/** Description of a provider, as administrators give it. */
export interface ProviderDraft {
  label: string;
  color: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
  scopes: string;
  needsVerifiedEmail: boolean;
  mayRegister: boolean;
  isEnabled: boolean;
}

/** A provider that is yet to be set up. */
export const NEW_PROVIDER: ProviderDraft = {
  label: "",
  color: "",
  issuer: "",
  clientId: "",
  clientSecret: "",
  scopes: "openid profile email",
  needsVerifiedEmail: true,
  mayRegister: true,
  isEnabled: true,
};

const LABEL_MAX = 30;

interface Props {
  title: string;
  provider: ProviderDraft;
  /** A secret is stored, which may stay. */
  hasSecret: boolean;
  onSave: (draft: ProviderDraft) => Promise<unknown>;
  onClose: () => void;
}

/** Sets a provider up, or changes it. */
export function ProviderDialog({ title, provider, hasSecret, onSave, onClose }: Props) {
  const t = useTexts(providersAdminTexts);
  const given = (value: string) => (value.trim() === "" ? t.needed : null);
  const form = useForm({
    initialValues: provider,
    validate: {
      label: given,
      issuer: given,
      clientId: given,
      scopes: given,
      clientSecret: (value) => (hasSecret ? null : given(value)),
    },
  });
  const draft = form.values;
  const differences = differencesOf(
    provider,
    draft,
    (key) => t[key],
    (value, key) => {
      if (typeof value === "boolean") return value ? t.on : t.off;
      return key === "clientSecret" && value ? t.changed : String(value);
    },
  );
  const text = (name: "label" | "issuer" | "clientId" | "clientSecret" | "scopes") => ({
    label: t[name],
    value: draft[name],
    onValue: (value: string) => form.setFieldValue(name, value),
    error: (form.errors[name] as string | undefined) ?? null,
    autoComplete: "off",
    spellCheck: false,
  });
  const box = (name: "needsVerifiedEmail" | "mayRegister" | "isEnabled") => (
    <Switch
      label={t[name]}
      checked={draft[name]}
      onChecked={(checked) => form.setFieldValue(name, checked)}
    />
  );
  return (
    <Sheet title={title} onClose={onClose} size="medium">
      <form className={classes.form} onSubmit={form.onSubmit(onSave)} aria-label={title} noValidate>
        <Field {...text("label")} counterMax={LABEL_MAX} required data-autofocus />
        <Field {...text("issuer")} hint={t.issuerHint} inputMode="url" required />
        <Field {...text("clientId")} required />
        <Field {...text("clientSecret")} hint={hasSecret ? t.secretKept : undefined} type="password" />
        <Field {...text("scopes")} required />
        <ColorField
          label={t.color}
          hint={t.colorHint}
          value={draft.color}
          error={null}
          onValue={(color) => form.setFieldValue("color", color)}
        />
        {box("needsVerifiedEmail")}
        {box("mayRegister")}
        {box("isEnabled")}
        <FormFoot differences={differences} isBusy={form.submitting} onCancel={onClose} />
      </form>
    </Sheet>
  );
}
