import { ask } from "../../apollo/answers.ts";
import { type FragmentType, readFragment } from "../../gql/fragment-masking.ts";
import { graphql } from "../../gql/gql.ts";
import { DiscoverPageDocument } from "../../gql/graphql.ts";
import { useDiscoverPageQuery } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { Frame } from "../../layout/Frame.tsx";
import { PageHead } from "../../layout/PageHead.tsx";
import { definePage } from "../../page.ts";
import { FaceGrid } from "../../ui/FaceGrid.tsx";
import { Link } from "../../ui/Link.tsx";
import { QueryView } from "../../ui/QueryView.tsx";
import { Time } from "../../ui/Time.tsx";
import { categoryDot } from "../categories/CategoryMark.tsx";
import { TopicChips } from "../topics/TopicChips.tsx";
import classes from "./DiscoverPage.module.css";
import parts from "./SearchStart.module.css";
import { searchTexts } from "./search.texts.ts";

graphql(`
  query DiscoverPage {
    newest: threads(sort: NEWEST, first: 8) {
      nodes {
        ...DiscoverPage_thread
      }
    }
    rising: threads(sort: HOT, filter: { recommended: true }, first: 8) {
      nodes {
        ...DiscoverPage_thread
      }
    }
    unanswered: threads(sort: NEWEST, filter: { unanswered: true }, first: 8) {
      nodes {
        ...DiscoverPage_thread
      }
    }
    topics(first: 16) {
      nodes {
        id
        ...TopicChips_topic
      }
    }
    activeUsers {
      id
      nickname
      avatarUrl
    }
  }
`);
const DiscoverPage_thread = graphql(`
  fragment DiscoverPage_thread on Thread {
    id
    title
    postCount
    createdAt
    category {
      id
      name
      displayColor
    }
  }
`);

/** `/discover`: what is new, what rises, what waits for an answer, topics and members. */
function DiscoverPage() {
  const query = useDiscoverPageQuery();
  const t = useTexts(searchTexts);
  return (
    <Frame>
      <PageHead title={t.discover} canonical="/discover" />
      <h1>{t.discover}</h1>
      <QueryView query={query}>
        {({ newest, rising, unanswered, topics, activeUsers }) => (
          <>
            <div
              className={classes.columns}
              // Known before they have arrived: columns that are counted as they come push each other aside.
              data-columns={[rising, newest, unanswered].filter(({ nodes }) => nodes.length > 0).length}
            >
              <Rows id="rising" title={t.rising} rows={rising.nodes} more="/?sort=hot" />
              <Rows id="new" title={t.newThreads} rows={newest.nodes} more="/?sort=newest" />
              <Rows id="unanswered" title={t.unanswered} rows={unanswered.nodes} />
            </div>
            {topics.nodes.length > 0 && (
              <section className={`card ${parts.part}`} aria-labelledby="trending">
                <header>
                  <h2 id="trending">{t.trending}</h2>
                  <Link to="/topic">{t.more}</Link>
                </header>
                <TopicChips topics={topics.nodes} />
              </section>
            )}
            {activeUsers.length > 0 && (
              <section className={`card ${parts.part}`} aria-labelledby="active">
                <h2 id="active">{t.active}</h2>
                <FaceGrid people={activeUsers} />
              </section>
            )}
          </>
        )}
      </QueryView>
    </Frame>
  );
}

interface RowsProps {
  id: string;
  title: string;
  rows: readonly FragmentType<typeof DiscoverPage_thread>[];
  /** Address of the whole list. */
  more?: string;
}

function Rows({ id, title, rows: masked, more }: RowsProps) {
  const rows = readFragment(DiscoverPage_thread, masked);
  const t = useTexts(searchTexts);
  if (rows.length === 0) return null;
  return (
    <section className={`card ${parts.part}`} aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {more && <Link to={more}>{t.more}</Link>}
      </header>
      <ul className={classes.rows}>
        {rows.map((thread) => (
          <li key={thread.id}>
            <Link to={`/thread/${thread.id}`}>
              <bdi>{thread.title}</bdi>
            </Link>
            <p>
              {categoryDot(thread.category.displayColor)}
              <span>{thread.category.name}</span>
              <Time value={thread.createdAt} />
              <span>{t.replyCount(String(thread.postCount))}</span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** `/discover` for the table of addresses. */
export const discoverPage = definePage({
  Component: DiscoverPage,
  queries: () => [ask(DiscoverPageDocument, {})],
});
