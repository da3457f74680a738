import { useApolloClient } from "@apollo/client/react";
import { useRef, useState } from "react";
import { errorOf } from "../../apollo/errors.ts";
import { useTexts } from "../../i18n/texts.ts";
import { IconPhoto } from "../../ui/icons.tsx";
import { showToast } from "../../ui/toast.tsx";
import type { AttachedFile } from "./attachedFile.ts";
import { posterTexts } from "./poster.texts.ts";
import { setPoster } from "./videoPoster.ts";

const ICON_PX = 16;

interface Props {
  file: AttachedFile;
  onChange(file: AttachedFile): void;
}

/** Lets the uploader of a video choose a picture as its poster. */
export function PosterButton({ file, onChange }: Props) {
  const t = useTexts(posterTexts);
  const client = useApolloClient();
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);

  async function choose(picture: File | undefined): Promise<void> {
    if (!picture) return;
    setBusy(true);
    try {
      onChange({ ...file, posterUrl: await setPoster(client, file.id, picture) });
    } catch (error) {
      showToast({ type: "error", message: errorOf(error).message });
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/jpeg,image/png,image/webp"
        aria-label={t.poster(file.fileName)}
        onChange={({ currentTarget }) => {
          const picture = currentTarget.files?.[0];
          void choose(picture);
          // The same picture may be chosen once more.
          currentTarget.value = "";
        }}
      />
      <button
        type="button"
        title={t.poster(file.fileName)}
        aria-label={t.poster(file.fileName)}
        aria-busy={isBusy}
        disabled={isBusy}
        onClick={() => input.current?.click()}
      >
        <IconPhoto size={ICON_PX} />
      </button>
    </>
  );
}
