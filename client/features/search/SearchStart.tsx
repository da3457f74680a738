import { useState, useSyncExternalStore } from "react";
import { ask, type Ask } from "../../apollo/answers.ts";
import { graphql } from "../../gql/gql.ts";
import { SearchStartDocument } from "../../gql/graphql.ts";
import { useSearchStartQuery } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { Button } from "../../ui/Button.tsx";
import { FaceGrid } from "../../ui/FaceGrid.tsx";
import { Link } from "../../ui/Link.tsx";
import { QueryView } from "../../ui/QueryView.tsx";
import { useViewer } from "../../session/useViewer.ts";
import { TopicChips } from "../topics/TopicChips.tsx";
import { forgetSearches, recentSearches } from "./recentSearches.ts";
import { SavedSearches } from "./saved/SavedSearches.tsx";
import { searchHref } from "./searchAddress.ts";
import classes from "./SearchStart.module.css";
import { searchTexts } from "./search.texts.ts";

graphql(`
  query SearchStart {
    topics(first: 12) {
      nodes {
        id
        ...TopicChips_topic
      }
    }
    threads(filter: { recommended: true }, sort: HOT, first: 8) {
      nodes {
        id
        title
        postCount
      }
    }
    activeUsers {
      id
      nickname
      avatarUrl
    }
  }
`);

/** The query of the page before anything is searched for, for the server. */
export const searchStartAsk: Ask = ask(SearchStartDocument, {});

/** Before anything is searched for: saved and recent searches, topics, threads and members of the moment. */
export function SearchStart() {
  const query = useSearchStartQuery();
  const t = useTexts(searchTexts);
  const { viewer } = useViewer();
  return (
    <div className={classes.parts}>
      {viewer && <SavedSearches />}
      <RecentSearches />
      <QueryView query={query}>
        {({ topics, threads, activeUsers }) => (
          <>
            {topics.nodes.length > 0 && (
              <section className={`card ${classes.part}`} aria-labelledby="trending">
                <h2 id="trending">{t.trending}</h2>
                <TopicChips topics={topics.nodes} />
              </section>
            )}
            {threads.nodes.length > 0 && (
              <section className={`card ${classes.part}`} aria-labelledby="popular">
                <h2 id="popular">{t.popular}</h2>
                <ol className={classes.threads}>
                  {threads.nodes.map((thread) => (
                    <li key={thread.id}>
                      <Link to={`/thread/${thread.id}`}>
                        <bdi>{thread.title}</bdi>
                      </Link>
                    </li>
                  ))}
                </ol>
              </section>
            )}
            {activeUsers.length > 0 && (
              <section className={`card ${classes.part}`} aria-labelledby="active">
                <h2 id="active">{t.active}</h2>
                <FaceGrid people={activeUsers} />
              </section>
            )}
          </>
        )}
      </QueryView>
    </div>
  );
}

const never = () => () => undefined;
const NONE = "[]";

function RecentSearches() {
  const t = useTexts(searchTexts);
  const [isForgotten, setForgotten] = useState(false);
  // The server knows nothing of them; as text, so that equal lists are equal.
  const text = useSyncExternalStore(
    never,
    () => JSON.stringify(recentSearches()),
    () => NONE,
  );
  const recent = isForgotten ? [] : (JSON.parse(text) as string[]);
  if (recent.length === 0) return null;
  return (
    <section className={`card ${classes.part}`} aria-labelledby="recent">
      <header>
        <h2 id="recent">{t.recent}</h2>
        <Button
          size="sm"
          variant="subtle"
          onClick={() => {
            forgetSearches();
            setForgotten(true);
          }}
        >
          {t.forget}
        </Button>
      </header>
      <ul className={classes.recent}>
        {recent.map((keyword) => (
          <li key={keyword}>
            <Link to={searchHref({ keyword, tab: "threads", after: null })}>{keyword}</Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
