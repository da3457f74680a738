import { useTexts } from "../../i18n/texts.ts";
import type { DraftState } from "./draftSaver.ts";
import { draftTexts } from "./drafts.texts.ts";
import classes from "./DraftStatus.module.css";

/** One quiet line beside the button: where the text is and since when. */
export function DraftStatus({ state, isRestored }: { state: DraftState; isRestored?: boolean }) {
  const t = useTexts(draftTexts);
  const isWarning = state.kind === "conflict" || state.kind === "signedOut";

  return (
    <span className={isWarning ? classes.warning : classes.status} role="status">
      {state.kind === "idle" && isRestored && t.restored}
      {state.kind === "saving" && t.saving}
      {state.kind === "local" && t.savedLocally}
      {state.kind === "saved" && t.savedAt(clockTime(state.at))}
      {state.kind === "conflict" && t.conflict}
      {state.kind === "signedOut" && t.signInAgain}
    </span>
  );
}

/** Hours and minutes where the reader is, such as "12:03". */
function clockTime(at: number): string {
  const date = new Date(at);
  const twoDigits = (value: number) => String(value).padStart(2, "0");
  return `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
}
