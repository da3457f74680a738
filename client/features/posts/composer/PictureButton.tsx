import { useRef } from "react";
import { useTexts } from "../../../i18n/texts.ts";
import { Button } from "../../../ui/Button.tsx";
import { IconPhoto } from "../../../ui/icons.tsx";
import { postTexts } from "../posts.texts.ts";

const ICON_PX = 20;

/** Opens the device's choice of pictures. */
export function PictureButton({ onFiles }: { onFiles(files: Iterable<File>): void }) {
  const t = useTexts(postTexts);
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        variant="subtle"
        aria-label={t.addPicture}
        title={t.addPicture}
        icon={<IconPhoto size={ICON_PX} />}
        onClick={() => input.current?.click()}
      />
      <input
        ref={input}
        type="file"
        accept="image/*"
        multiple
        hidden
        onChange={(event) => {
          onFiles(Array.from(event.currentTarget.files ?? []));
          event.currentTarget.value = "";
        }}
      />
    </>
  );
}
