import { useTexts } from "../../i18n/texts.ts";
import { Field } from "../../ui/Field.tsx";
import type { EditedSetting } from "../settings/editedSetting.ts";
import { SettingImage } from "../settings/SettingImage.tsx";
import type { SettingsDraft } from "../settings/useSettingsDraft.ts";
import { AccentField, useAccentPreview } from "./AccentField.tsx";
import { BrandPreview } from "./BrandPreview.tsx";
import classes from "./Launch.module.css";
import { launchTexts } from "./launch.texts.ts";

const NAME_MAX = 100;

/** Settings that the form edits, by their names. */
const PLACES = {
  name: "default.site_name",
  sentence: "default.site_introduction",
  logo: "default.logo",
  favicon: "default.favicon",
  accent: "default.site_accent",
} as const;

/** Keys of the settings that make the brand. */
export const BRAND_KEYS: readonly string[] = Object.values(PLACES).map((name) => name.split(".")[1]!);

/** Name of the setting with the accent colour. */
export const ACCENT_SETTING = PLACES.accent;

interface Props {
  settings: readonly EditedSetting[];
  draft: SettingsDraft;
}

/** Name, sentence, pictures and colour of the site, with the way they look. */
export function BrandForm({ settings, draft }: Props) {
  const t = useTexts(launchTexts);
  const valueOf = (place: keyof typeof PLACES): string => draft.valueOf(PLACES[place]);
  const preview = useAccentPreview(valueOf("accent"));
  const image = (place: "logo" | "favicon") => {
    const setting = settings.find(({ key }) => key === place);
    if (!setting) return null;
    return (
      <div className={classes.picture}>
        <span className={classes.label}>{t[place]}</span>
        <SettingImage
          setting={{ key: place, label: t[place] }}
          value={valueOf(place)}
          onValue={(value) => draft.setValue(PLACES[place], value)}
          onUploaded={() => draft.reread(PLACES[place])}
        />
        {setting.help && <p className={classes.hint}>{setting.help}</p>}
      </div>
    );
  };
  return (
    <div className={classes.brand}>
      <div className={classes.fields}>
        <Field
          label={t.name}
          hint={t.nameHint}
          value={valueOf("name")}
          counterMax={NAME_MAX}
          onValue={(value) => draft.setValue(PLACES.name, value)}
        />
        <Field
          multiline
          rows={2}
          label={t.sentence}
          hint={t.sentenceHint}
          value={valueOf("sentence")}
          onValue={(value) => draft.setValue(PLACES.sentence, value)}
        />
        {image("logo")}
        {image("favicon")}
        <AccentField
          value={valueOf("accent")}
          preview={preview}
          onValue={(value) => draft.setValue(PLACES.accent, value.toLowerCase())}
        />
      </div>
      <BrandPreview
        name={valueOf("name")}
        sentence={valueOf("sentence")}
        logo={valueOf("logo")}
        preview={preview}
      />
    </div>
  );
}
