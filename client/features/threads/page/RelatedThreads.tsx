import { useEffect, useRef, useState } from "react";
import { skipToken } from "../../../apollo/bind.ts";
import { type FragmentType, readFragment } from "../../../gql/fragment-masking.ts";
import { graphql } from "../../../gql/gql.ts";
import { useRelatedThreadsQuery } from "../../../gql/hooks.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { Link } from "../../../ui/Link.tsx";
import { keywordsOf } from "../../../platform/keywords.ts";
import { readingTexts } from "./reading.texts.ts";
import classes from "./RelatedThreads.module.css";

/** Related threads that are shown. */
const RELATED_MAX = 5;
/** Distance from the window within which they are looked for. */
const NEAR = "400px";

const RelatedThreads_thread = graphql(`
  fragment RelatedThreads_thread on Thread {
    id
    title
    postCount
    category {
      id
      name
    }
  }
`);
/** Fields of the thread that others are related to. */
export const RelatedThreads_to = graphql(`
  fragment RelatedThreads_to on Thread {
    id
    title
  }
`);
graphql(`
  query RelatedThreads($query: String!, $first: Int!) {
    search(query: $query, kind: THREAD, first: $first) {
      nodes {
        thread {
          ...RelatedThreads_thread
        }
      }
    }
  }
`);

/** Threads about the same, below the answers; looked for when the reader comes near. Nothing if there are none. */
export function RelatedThreads({ thread: masked }: { thread: FragmentType<typeof RelatedThreads_to> }) {
  const { id, title } = readFragment(RelatedThreads_to, masked);
  const t = useTexts(readingTexts);
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setNear(true),
      { rootMargin: NEAR },
    );
    observer.observe(place.current!);
    return () => observer.disconnect();
  }, []);
  const query = keywordsOf(title);
  const { data } = useRelatedThreadsQuery(
    isNear && query !== "" ? { variables: { query, first: RELATED_MAX + 1 } } : skipToken,
  );
  const threads = (data?.search.nodes ?? [])
    .flatMap(({ thread }) => (thread ? [readFragment(RelatedThreads_thread, thread)] : []))
    .filter((thread) => thread.id !== id)
    .slice(0, RELATED_MAX);
  return (
    <div ref={place}>
      {threads.length > 0 && (
        <section className={`card ${classes.related}`} aria-labelledby="related-title">
          <h2 className={classes.head} id="related-title">
            {t.related}
          </h2>
          <ul>
            {threads.map((thread) => (
              <li key={thread.id}>
                <Link to={`/thread/${thread.id}`}>
                  <bdi>{thread.title}</bdi>
                </Link>
                <span className={classes.note}>
                  <bdi>{thread.category.name}</bdi> · {t.replyCount(thread.postCount)}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
