import { type ChangeEvent, useState } from "react";
import { errorOf } from "../../apollo/errors.ts";
import { uploadFile } from "../../apollo/upload.ts";
import { useTexts } from "../../i18n/texts.ts";
import { IconCamera } from "../../ui/icons.tsx";
import { hideToast, showToast } from "../../ui/toast.tsx";
import classes from "./sections.module.css";
import { userTexts } from "./users.texts.ts";

interface Props {
  kind: "avatar" | "background";
  /** Takes the id of the accepted picture. */
  onPicture: (attachmentId: string) => Promise<unknown>;
}

/** Chooses, uploads and applies a picture of the profile. */
export function PicturePicker({ kind, onPicture }: Props) {
  const t = useTexts(userTexts);
  const [isBusy, setBusy] = useState(false);
  const label = kind === "avatar" ? t.changeAvatar : t.changeBackground;

  const upload = async (event: ChangeEvent<HTMLInputElement>) => {
    const input = event.currentTarget;
    const file = input.files?.[0];
    if (!file) return;
    setBusy(true);
    showToast({ type: "loading", message: t.uploading });
    try {
      await onPicture((await uploadFile(file, kind)).id);
      hideToast();
      showToast({ type: "success", message: t.saved });
    } catch (error) {
      showToast({ type: "error", message: errorOf(error).message });
    }
    input.value = "";
    setBusy(false);
  };

  return (
    <span className={classes.pick} title={label}>
      <span className={kind === "avatar" ? classes.pickRound : classes.pickLabel} aria-hidden="true">
        <IconCamera size={18} />
        {kind === "background" && <span>{label}</span>}
      </span>
      <input
        type="file"
        accept="image/*"
        aria-label={label}
        disabled={isBusy}
        onChange={(event) => void upload(event)}
      />
    </span>
  );
}
