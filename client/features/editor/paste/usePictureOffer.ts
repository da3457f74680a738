import { useTexts } from "../../../i18n/texts.ts";
import { showToast } from "../../../ui/toast.tsx";
import { uploadTexts } from "../uploads.texts.ts";

/** Time in which a picture is offered, in milliseconds. */
const OFFER_MS = 6_000;

/** Gives a function that offers to insert a picture in the place of the text that came with it. */
export function usePictureOffer(): (instead: () => void) => void {
  const t = useTexts(uploadTexts);
  return (run) =>
    void showToast({
      type: "info",
      message: t.textPasted,
      durationMs: OFFER_MS,
      action: { label: t.pictureInstead, run },
    });
}
