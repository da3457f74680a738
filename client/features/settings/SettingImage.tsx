import type { SettingsAdminPageQuery } from "../../gql/graphql.ts";
import { useTexts } from "../../i18n/texts.ts";
import { Button } from "../../ui/Button.tsx";
import { IconTrash } from "../../ui/icons.tsx";
import { settingsTexts } from "./settings.texts.ts";
import classes from "./Settings.module.css";

interface Props {
  setting: SettingsAdminPageQuery["settings"][number];
  value: string;
  onValue: (value: string) => void;
}

/** A picture of the site, such as its logo. */
export function SettingImage({ setting, value, onValue }: Props) {
  const t = useTexts(settingsTexts);
  return (
    <div className={classes.image}>
      {value ? <img src={value} alt={setting.label} /> : <span>{t.noImage}</span>}
      {value && (
        <Button size="sm" variant="subtle" icon={<IconTrash size={16} />} onClick={() => onValue("")}>
          {t.removeImage}
        </Button>
      )}
    </div>
  );
}
