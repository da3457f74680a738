import { useEffect, useState } from "react";
import { readFragment } from "../../gql/fragment-masking.ts";
import { graphql } from "../../gql/gql.ts";
import { useSimilarThreadsLazyQuery } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { keywordsOf } from "../../platform/keywords.ts";
import { publishTexts } from "./publish.texts.ts";
import classes from "./SimilarThreads.module.css";

/** Pause in typing after which similar threads are looked for, in milliseconds. */
export const SIMILAR_DELAY_MS = 250;
/** Similar threads that are shown. */
const SIMILAR_MAX = 3;

const SimilarThreads_thread = graphql(`
  fragment SimilarThreads_thread on Thread {
    id
    title
    postCount
  }
`);
graphql(`
  query SimilarThreads($query: String!, $first: Int!) {
    search(query: $query, kind: THREAD, first: $first) {
      nodes {
        thread {
          ...SimilarThreads_thread
        }
      }
    }
  }
`);

type Similar = { id: string; title: string; postCount: number };

/** Threads that may already say what a new title asks; they open beside what is being written. */
export function SimilarThreads({ title }: { title: string }) {
  const t = useTexts(publishTexts);
  const [search] = useSimilarThreadsLazyQuery();
  const [found, setFound] = useState<readonly Similar[]>([]);
  const query = keywordsOf(title);

  useEffect(() => {
    let isOld = false;
    const timer = setTimeout(() => {
      if (query === "") return setFound([]);
      search({ variables: { query, first: SIMILAR_MAX } })
        .then(({ data }) => {
          if (isOld) return;
          const threads = (data?.search.nodes ?? []).flatMap(({ thread }) => thread ?? []);
          setFound(threads.map((thread) => readFragment(SimilarThreads_thread, thread)));
        })
        .catch(() => undefined);
    }, SIMILAR_DELAY_MS);
    return () => {
      isOld = true;
      clearTimeout(timer);
    };
  }, [search, query]);

  if (found.length === 0) return null;
  return (
    <aside className={classes.similar} aria-label={t.similar}>
      <p className={classes.head}>{t.similar}</p>
      <ul>
        {found.map(({ id, title, postCount }) => (
          <li key={id}>
            <a href={`/thread/${id}`} target="_blank" rel="noopener">
              {title}
            </a>
            <span className={classes.count}>{t.replies(postCount)}</span>
          </li>
        ))}
      </ul>
    </aside>
  );
}
