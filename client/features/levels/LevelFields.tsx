import { useTexts } from "../../i18n/texts.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { IconChevronUp } from "../../ui/icons.tsx";
import { Link } from "../../ui/Link.tsx";
import { Switch } from "../../ui/Switch.tsx";
import dialogs from "../admin/dialogs.module.css";
import { FACTS, isFine, type LevelDraft, maxOf, type NumberName } from "./levelDraft.ts";
import { levelTexts } from "./levels.texts.ts";
import classes from "./LevelsAdminPage.module.css";
import { levelsAdminTexts } from "./levelsAdmin.texts.ts";

interface Props {
  draft: LevelDraft;
  rank: number;
  name: string;
  /** Members who have it now; undefined for one that is not saved yet. */
  memberCount: number | undefined;
  onDraft: (draft: LevelDraft) => void;
  /** Left out for the lowest. */
  onUp: (() => void) | undefined;
  onRemove: () => void;
}

/** One level: its switch, its minima, its days of grace and its place. */
export function LevelFields({ draft, rank, name, memberCount, onDraft, onUp, onRemove }: Props) {
  const t = useTexts(levelsAdminTexts);
  const facts = useTexts(levelTexts);
  const number = (field: NumberName, label: string, hint?: string) => (
    <Field
      key={field}
      label={label}
      type="number"
      inputMode="numeric"
      min={0}
      max={maxOf(field)}
      value={draft[field]}
      onValue={(text) => onDraft({ ...draft, [field]: text })}
      error={isFine(field, draft[field]) ? null : t.wrong(maxOf(field))}
      {...(hint === undefined ? {} : { hint })}
    />
  );
  return (
    <fieldset className={dialogs.part}>
      <legend>
        <bdi>{t.rank(rank, name)}</bdi>
      </legend>
      <div className={classes.head}>
        <Switch
          label={t.isEnabled}
          aria-label={t.enabledOf(name)}
          checked={draft.isEnabled}
          onChecked={(isEnabled) => onDraft({ ...draft, isEnabled })}
        />
        {memberCount !== undefined && <span className={classes.quiet}>{facts.memberCount(memberCount)}</span>}
        <Link className={classes.link} to={`/admin/groups/${draft.groupId}`}>
          {t.permissions}
        </Link>
        <span className={classes.end}>
          {onUp && (
            <Button
              size="sm"
              variant="subtle"
              icon={<IconChevronUp size={16} />}
              aria-label={t.up(name)}
              onClick={onUp}
            />
          )}
          <Button size="sm" variant="subtle" aria-label={t.removeOf(name)} onClick={onRemove}>
            {t.remove}
          </Button>
        </span>
      </div>
      <div className={classes.numbers}>
        {FACTS.map(([field, label]) => number(field, facts[label]))}
        {number("graceDays", t.graceDays, t.graceHint)}
      </div>
    </fieldset>
  );
}
