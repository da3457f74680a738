import { type ChangeEvent, lazy, Suspense, useState } from "react";
import { uploadFile } from "../../../apollo/upload.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { useAct } from "../../../ui/act.ts";
import { IconCamera } from "../../../ui/icons.tsx";
import { hideToast, showToast } from "../../../ui/toast.tsx";
import classes from "./sections.module.css";
import { userTexts } from "../users.texts.ts";

const loadCrop = () => import("./AvatarCrop.tsx");
const AvatarCrop = lazy(() => loadCrop().then((m) => ({ default: m.AvatarCrop })));
/** Moves, so that a part of it would not be what was chosen. */
const ANIMATED = "image/gif";

interface Props {
  kind: "avatar" | "background";
  /** Takes the id of the accepted picture. */
  onPicture: (attachmentId: string) => Promise<unknown>;
}

/** Chooses, crops (faces), uploads and applies a picture of the profile. */
export function PicturePicker({ kind, onPicture }: Props) {
  const t = useTexts(userTexts);
  const { act, isBusy } = useAct();
  const [cropped, setCropped] = useState<{ picture: ImageBitmap; name: string } | null>(null);
  const label = kind === "avatar" ? t.changeAvatar : t.changeBackground;

  async function pick(event: ChangeEvent<HTMLInputElement>): Promise<void> {
    const input = event.currentTarget;
    const file = input.files?.[0];
    input.value = "";
    if (!file) return;
    if (kind === "background" || file.type === ANIMATED) return upload(file);
    try {
      setCropped({ picture: await createImageBitmap(file), name: file.name });
    } catch {
      // What the browser cannot read the server may know, or refuse in its own words.
      await upload(file);
    }
  }

  async function upload(file: File): Promise<void> {
    setCropped(null);
    await act(
      async () => {
        const note = showToast({ type: "loading", message: t.uploading });
        try {
          await onPicture((await uploadFile(file, kind)).id);
        } finally {
          hideToast(note);
        }
      },
      { done: t.saved },
    );
  }

  return (
    <>
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
          onPointerEnter={() => void loadCrop()}
          onChange={(event) => void pick(event)}
        />
      </span>
      {cropped && (
        <Suspense fallback={null}>
          <AvatarCrop
            picture={cropped.picture}
            onClose={() => setCropped(null)}
            onChoose={(blob) => {
              const name = `${cropped.name.replace(/\.\w+$/, "")}.png`;
              void upload(new File([blob], name, { type: blob.type }));
            }}
          />
        </Suspense>
      )}
    </>
  );
}
