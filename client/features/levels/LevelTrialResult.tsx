import { useTexts } from "../../i18n/texts.ts";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { Link } from "../../ui/Link.tsx";
import classes from "./LevelsAdminPage.module.css";
import { levelsAdminTexts } from "./levelsAdmin.texts.ts";

interface Member {
  id: string;
  nickname: string;
}

interface Row {
  group: { id: string; name: string };
  memberCount: number;
  gainCount: number;
  loseCount: number;
  qualifyingCount: number;
  gaining: readonly Member[];
  losing: readonly Member[];
}

interface Trial {
  memberCount: number;
  levels: readonly Row[];
}

interface Props {
  trial: Trial;
  /** Groups of the levels that were tried and are on. */
  enabledIds: ReadonlySet<string>;
  /** The rules have changed since. */
  isStale: boolean;
}

/** Result of a trial: members of each level, whom it gains and loses, and whether nobody or everybody meets it. */
export function LevelTrialResult({ trial, enabledIds, isStale }: Props) {
  const t = useTexts(levelsAdminTexts);
  const { memberCount, levels } = trial;
  const columns: readonly Column<Row>[] = [
    { key: "name", header: t.name, phone: "title", cell: ({ group }) => <bdi>{group.name}</bdi> },
    { key: "members", header: t.members, numeric: true, phone: "labelled", cell: (row) => row.memberCount },
    {
      key: "gain",
      header: t.gain,
      phone: "labelled",
      cell: ({ gainCount, gaining }) => <People sign="+" count={gainCount} people={gaining} />,
    },
    {
      key: "lose",
      header: t.lose,
      phone: "labelled",
      cell: ({ loseCount, losing }) => <People sign="−" count={loseCount} people={losing} />,
    },
  ];
  const warnings = levels
    .filter(({ group }) => enabledIds.has(group.id))
    .flatMap(({ group: { id, name }, qualifyingCount }) => {
      if (qualifyingCount === 0) return [{ id, text: t.nobody(name) }];
      return qualifyingCount === memberCount ? [{ id, text: t.everybody(name) }] : [];
    });
  return (
    <div className={classes.trial} role="region" aria-label={t.trial} data-stale={isStale || undefined}>
      <p aria-live="polite">{isStale ? t.stale : t.looked(memberCount)}</p>
      {warnings.map(({ id, text }) => (
        <p key={id} className={classes.warning}>
          {text}
        </p>
      ))}
      <DataTable
        caption={t.trial}
        columns={columns}
        rows={levels}
        keyOf={({ group }) => group.id}
        empty={null}
      />
      <p className={classes.quiet}>{t.loseNote}</p>
    </div>
  );
}

function People({ sign, count, people }: { sign: string; count: number; people: Row["gaining"] }) {
  if (count === 0) return "0";
  return (
    <span>
      {sign}
      {count}{" "}
      <span className={classes.people}>
        {people.map(({ id, nickname }) => (
          <Link key={id} to={`/user/${id}`}>
            <bdi>{nickname}</bdi>
          </Link>
        ))}
        {count > people.length && "…"}
      </span>
    </span>
  );
}
