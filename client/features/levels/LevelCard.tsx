import { type FragmentType, readFragment } from "../../gql/fragment-masking.ts";
import { graphql } from "../../gql/gql.ts";
import { useTexts } from "../../i18n/texts.ts";
import classes from "./LevelCard.module.css";
import { LevelProgress } from "./LevelProgress.tsx";
import { levelTexts } from "./levels.texts.ts";

const LevelCard_user = graphql(`
  fragment LevelCard_user on User {
    id
    level {
      ...LevelProgress_level
    }
  }
`);

/** One's own level with what is missing to the next; nothing while no level is on. */
export function LevelCard({ user }: { user: FragmentType<typeof LevelCard_user> }) {
  const { level } = readFragment(LevelCard_user, user);
  const t = useTexts(levelTexts);
  if (!level) return null;
  return (
    <section className={`card ${classes.card}`} id="level" aria-labelledby="level-title">
      <h2 id="level-title" className={classes.title}>
        {t.title}
      </h2>
      <LevelProgress level={level} />
    </section>
  );
}
