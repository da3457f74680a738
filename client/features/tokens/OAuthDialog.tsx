import { useForm } from "@mantine/form";
import { commonTexts } from "../../i18n/common.texts.ts";
import { useTexts } from "../../i18n/texts.ts";
import { Button } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { Field } from "../../ui/Field.tsx";
import { Sheet } from "../../ui/Sheet.tsx";
import classes from "../admin/dialogs.module.css";
import { oauthTexts } from "./oauth.texts.ts";

/** Longest name, in characters; the server checks it. */
const NAME_MAX = 60;

/** An application as its form holds it. */
export interface ApplicationDraft {
  name: string;
  /** One a line. */
  redirects: string;
  isPublic: boolean;
}

interface Props {
  onSave: (draft: ApplicationDraft) => Promise<unknown>;
  onClose: () => void;
}

/** Asks for an application of somebody else. */
export function OAuthDialog({ onSave, onClose }: Props) {
  const t = useTexts(oauthTexts);
  const common = useTexts(commonTexts);
  const given = (value: string) => (value.trim() === "" ? t.needed : null);
  const form = useForm<ApplicationDraft>({
    initialValues: { name: "", redirects: "", isPublic: false },
    validate: { name: given, redirects: given },
  });
  const { name, redirects, isPublic } = form.values;
  const errorOf = (key: "name" | "redirects") => (form.errors[key] as string | undefined) ?? null;
  return (
    <Sheet title={t.register} onClose={onClose}>
      <form className={classes.form} onSubmit={form.onSubmit(onSave)} aria-label={t.register} noValidate>
        <Field
          label={t.name}
          hint={t.nameHint}
          value={name}
          onValue={(value) => form.setFieldValue("name", value)}
          error={errorOf("name")}
          counterMax={NAME_MAX}
          autoComplete="off"
          required
          data-autofocus
        />
        <Field
          multiline
          label={t.redirects}
          hint={t.redirectsHint}
          value={redirects}
          onValue={(value) => form.setFieldValue("redirects", value)}
          error={errorOf("redirects")}
          rows={2}
        />
        <Checkbox
          label={t.isPublic}
          hint={t.isPublicHint}
          checked={isPublic}
          onChecked={(checked) => form.setFieldValue("isPublic", checked)}
        />
        <div className={classes.buttons}>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" variant="primary" loading={form.submitting}>
            {t.register}
          </Button>
        </div>
      </form>
    </Sheet>
  );
}
