import { useTexts } from "../../i18n/texts.ts";
import { trialTexts } from "./trial.texts.ts";
import { WordTrial } from "./WordTrial.tsx";
import { Sheet } from "../../ui/Sheet.tsx";

/** Tries the list in use on what members wrote last. */
export function TrialDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(trialTexts);
  return (
    <Sheet title={t.storedTitle} onClose={onClose} size="medium">
      <WordTrial lines={null} />
    </Sheet>
  );
}
