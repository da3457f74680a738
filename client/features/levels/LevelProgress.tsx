import { type FragmentType, readFragment } from "../../gql/fragment-masking.ts";
import { graphql } from "../../gql/gql.ts";
import type { LevelProgress_LevelFragment } from "../../gql/graphql.ts";
import { useTexts } from "../../i18n/texts.ts";
import { Time } from "../../ui/Time.tsx";
import classes from "./LevelProgress.module.css";
import { levelTexts } from "./levels.texts.ts";

const LevelProgress_level = graphql(`
  fragment LevelProgress_level on UserLevel {
    level {
      id
      group {
        id
        name
      }
    }
    reachedAt
    endsAt
    next {
      id
      group {
        id
        name
      }
    }
    facts {
      fact
      actual
      neededToKeep
      neededForNext
    }
    override
    overrideLevel {
      id
      group {
        id
        name
      }
    }
    reason
  }
`);

interface Props {
  level: FragmentType<typeof LevelProgress_level>;
}

/** The level of a member, why they have it, what a moderator chose and what is missing to the next one. */
export function LevelProgress({ level: masked }: Props) {
  const member = readFragment(LevelProgress_level, masked);
  const t = useTexts(levelTexts);
  const { level, reachedAt, endsAt, next, override, overrideLevel, reason } = member;
  return (
    <div className={classes.progress}>
      <p className={classes.name}>
        <bdi>{level?.group.name ?? t.none}</bdi>
      </p>
      {reachedAt && (
        <p className={classes.quiet}>
          {t.since} <Time value={reachedAt} />
        </p>
      )}
      {overrideLevel && (
        <p className={classes.note}>
          {override === "PINNED" ? t.pinned(overrideLevel.group.name) : t.forbidden(overrideLevel.group.name)}
          {reason && (
            <>
              {" · "}
              <bdi>{reason}</bdi>
            </>
          )}
        </p>
      )}
      {endsAt && (
        <p className={classes.warning}>
          {t.endsAt} <Time value={endsAt} />
        </p>
      )}
      {level && override !== "PINNED" && (
        <FactList title={t.keep(level.group.name)} facts={member.facts} of="neededToKeep" />
      )}
      {next ? (
        <FactList title={t.next(next.group.name)} facts={member.facts} of="neededForNext" />
      ) : (
        <p className={classes.quiet}>{override === "FORBIDDEN" ? t.closed : t.highest}</p>
      )}
      <p className={classes.quiet}>{t.open}</p>
    </div>
  );
}

interface FactListProps {
  title: string;
  facts: LevelProgress_LevelFragment["facts"];
  of: "neededToKeep" | "neededForNext";
}

/** Facts beside what a level asks for; nothing if it asks for none. */
function FactList({ title, facts, of }: FactListProps) {
  const t = useTexts(levelTexts);
  const asked = facts.filter((each) => each[of] > 0);
  if (asked.length === 0) return null;
  const isMet = asked.every((each) => each.actual >= each[of]);
  return (
    <section aria-label={title}>
      <h3 className={classes.title}>{title}</h3>
      <ul className={classes.facts}>
        {asked.map(({ fact, actual, [of]: needed }) => (
          <li key={fact} className={classes.fact}>
            <span>{t[fact]}</span>
            <span className={classes.number}>{t.of(actual, needed)}</span>
            <progress
              className={classes.bar}
              max={needed}
              value={Math.min(actual, needed)}
              aria-label={t[fact]}
            />
            <span className={classes.state} data-met={actual >= needed || undefined}>
              {actual >= needed ? t.met : t.missing(needed - actual)}
            </span>
          </li>
        ))}
      </ul>
      {of === "neededForNext" && isMet && <p className={classes.quiet}>{t.allMet}</p>}
    </section>
  );
}
