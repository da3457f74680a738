import { useRef } from "react";
import { useTexts } from "../../i18n/texts.ts";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/Button.tsx";
import { IconPhoto, IconTrash } from "../../ui/icons.tsx";
import { showToast } from "../../ui/toast.tsx";
import type { EditedSetting } from "./editedSetting.ts";
import { settingsTexts } from "./settings.texts.ts";
import classes from "./Settings.module.css";
import { SITE_IMAGE_MAX_BYTES, uploadSiteImage } from "./uploadSiteImage.ts";

interface Props {
  setting: Pick<EditedSetting, "key" | "label">;
  value: string;
  onValue: (value: string) => void;
  /** A picture was uploaded: it holds already. */
  onUploaded: () => Promise<unknown>;
}

/** A picture of the site, such as its logo. Uploading holds at once; removing is saved with the other changes. */
export function SettingImage({ setting, value, onValue, onUploaded }: Props) {
  const t = useTexts(settingsTexts);
  const picker = useRef<HTMLInputElement>(null);
  const { act, isBusy } = useAct();

  const upload = async (file: File) => {
    if (file.size > SITE_IMAGE_MAX_BYTES)
      return void showToast({ type: "warning", message: t.imageTooLarge });
    await act(() => uploadSiteImage(setting.key, file), { done: t.uploaded, reread: onUploaded });
  };

  return (
    <div className={classes.image}>
      {value ? <img src={value} alt={setting.label} /> : <span>{t.noImage}</span>}
      <input
        ref={picker}
        type="file"
        accept="image/png,image/jpeg,image/gif,image/webp"
        hidden
        aria-label={`${t.upload}: ${setting.label}`}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          event.currentTarget.value = "";
          if (file) void upload(file);
        }}
      />
      <Button
        size="sm"
        icon={<IconPhoto size={16} />}
        loading={isBusy}
        aria-label={`${t.upload}: ${setting.label}`}
        onClick={() => picker.current?.click()}
      >
        {t.upload}
      </Button>
      {value && (
        <Button size="sm" variant="subtle" icon={<IconTrash size={16} />} onClick={() => onValue("")}>
          {t.removeImage}
        </Button>
      )}
    </div>
  );
}
