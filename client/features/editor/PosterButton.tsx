import { useApolloClient } from "@apollo/client/react";
import { useRef, useState } from "react";
import { useTexts } from "../../i18n/texts.ts";
import { act } from "../../ui/act.ts";
import { IconPhoto } from "../../ui/icons.tsx";
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
    const work = async () => onChange({ ...file, posterUrl: await setPoster(client, file.id, picture) });
    await act(work, { key: `setVideoPoster ${file.id}` });
    setBusy(false);
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
