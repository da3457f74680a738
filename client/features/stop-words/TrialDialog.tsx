import { useTexts } from "../../i18n/texts.ts";
import { AdminDialog } from "../admin/AdminDialog.tsx";
import { trialTexts } from "./trial.texts.ts";
import { WordTrial } from "./WordTrial.tsx";

/** Tries the list in use on what members wrote last. */
export function TrialDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(trialTexts);
  return (
    <AdminDialog title={t.storedTitle} onClose={onClose} size="lg">
      <WordTrial lines={null} />
    </AdminDialog>
  );
}
