import { type FragmentType, readFragment } from "../../gql/fragment-masking.ts";
import { graphql } from "../../gql/gql.ts";
import { Link } from "../../ui/Link.tsx";
import classes from "./TopicChips.module.css";

/** Fields of a topic that its chip shows. */
export const TopicChips_topic = graphql(`
  fragment TopicChips_topic on Topic {
    id
    name
    threadCount
  }
`);

/** Topics side by side, each with how many threads name it. */
export function TopicChips({ topics }: { topics: readonly FragmentType<typeof TopicChips_topic>[] }) {
  return (
    <ul className={classes.chips}>
      {readFragment(TopicChips_topic, topics).map((topic) => (
        <li key={topic.id}>
          <Link to={`/topic/${topic.id}`}>
            <span className={classes.name}>
              <bdi>#{topic.name}</bdi>
            </span>
            <span className={classes.count}>{topic.threadCount}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
