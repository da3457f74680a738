import { useTexts } from "../../i18n/texts.ts";
import { Button } from "../../ui/Button.tsx";
import { draftTexts } from "./drafts.texts.ts";
import classes from "./DraftConflict.module.css";
import type { StoredDraft } from "./draftSaver.ts";
import type { DraftContent } from "./localDraft.ts";

interface Props {
  mine: DraftContent;
  theirs: StoredDraft;
  onChoose(content: DraftContent): void;
}

/** Both texts of a draft that was changed in two places at once, and the choice between them; nothing is lost unseen. */
export function DraftConflict({ mine, theirs, onChoose }: Props) {
  const t = useTexts(draftTexts);
  const other = theirs.content;
  const both: DraftContent = {
    ...mine,
    body: `${mine.body.trim()}\n\n---\n\n${other.body.trim()}`,
    files: [...mine.files, ...other.files.filter(({ id }) => mine.files.every((file) => file.id !== id))],
  };
  const side = (name: string, content: DraftContent, action: string) => (
    <div className={classes.side}>
      <h3>{name}</h3>
      <div className={classes.text} tabIndex={0} role="group" aria-label={name}>
        {content.title && <p className={classes.title}>{content.title}</p>}
        <p>{content.body || t.emptyText}</p>
      </div>
      <Button size="sm" onClick={() => onChoose({ ...content, position: mine.position })}>
        {action}
      </Button>
    </div>
  );
  return (
    <section className={classes.conflict} role="alert" aria-label={t.conflictTitle}>
      <h2>{t.conflictTitle}</h2>
      <p className={classes.hint}>{t.conflictHint}</p>
      <div className={classes.sides}>
        {side(t.conflictMine, mine, t.conflictUseMine)}
        {side(t.conflictTheirs, other, t.conflictUseTheirs)}
      </div>
      <Button size="sm" variant="primary" onClick={() => onChoose(both)}>
        {t.conflictUseBoth}
      </Button>
    </section>
  );
}
