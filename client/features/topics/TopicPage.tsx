import { useParams, useSearchParams } from "react-router-dom";
import { ask } from "../../apollo/answers.ts";
import { type FragmentType, readFragment } from "../../gql/fragment-masking.ts";
import { graphql } from "../../gql/gql.ts";
import { TopicPageDocument, type ThreadSort } from "../../gql/graphql.ts";
import { useTopicPageQuery } from "../../gql/hooks.ts";
import { useLocale, useTexts } from "../../i18n/texts.ts";
import { Frame } from "../../layout/Frame.tsx";
import { PageHead } from "../../layout/PageHead.tsx";
import { definePage } from "../../page.ts";
import { usePage } from "../../platform/page.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { IconEdit, IconShare } from "../../ui/icons.tsx";
import { Link } from "../../ui/Link.tsx";
import { LoadMore } from "../../ui/LoadMore.tsx";
import { QueryView } from "../../ui/QueryView.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { Time } from "../../ui/Time.tsx";
import { showToast } from "../../ui/toast.tsx";
import { compactCount } from "../../i18n/compactCount.ts";
import { WatchButton } from "../watches/WatchButton.tsx";
import { ThreadList } from "../threads/list/ThreadList.tsx";
import classes from "./TopicPage.module.css";
import { topicTexts } from "./topics.texts.ts";

/** Threads on a page. */
const THREADS_PER_PAGE = 20;
const ICON_PX = 16;
const SORTS: Readonly<Record<string, ThreadSort>> = { newest: "NEWEST", reply: "LAST_REPLY", hot: "HOT" };

graphql(`
  query TopicPage($id: ID!, $sort: ThreadSort!, $first: Int!, $after: String) {
    topic(id: $id) {
      id
      name
      createdAt
      ...TopicHead_topic
    }
    threads(topicId: $id, sort: $sort, first: $first, after: $after) {
      nodes {
        id
        ...ThreadCard_thread
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

function variablesOf(id: string, search: URLSearchParams) {
  const name = search.get("sort") ?? "";
  const sort = Object.hasOwn(SORTS, name) ? SORTS[name]! : "NEWEST";
  return { id, sort, first: THREADS_PER_PAGE, after: search.get("after") };
}

function hrefOf(id: string, sort: ThreadSort, after?: string | null): string {
  const search = new URLSearchParams();
  if (sort !== "NEWEST")
    search.set(
      "sort",
      Object.keys(SORTS).find((key) => SORTS[key] === sort)!,
    );
  if (after) search.set("after", after);
  return search.size > 0 ? `/topic/${id}?${search}` : `/topic/${id}`;
}

/** The editor with a topic in it already. */
function publishHref(name: string): string {
  return `/thread/post?${new URLSearchParams({ topic: name })}`;
}

/** `/topic/:id` — a topic with the threads that name it. */
function TopicPage() {
  const id = useParams().id!;
  const [search] = useSearchParams();
  const variables = variablesOf(id, search);
  const query = useTopicPageQuery({ variables });
  const { publicUrl } = usePage();
  const t = useTexts(topicTexts);
  const labels: Readonly<Record<string, string>> = { newest: t.newest, reply: t.reply, hot: t.hot };

  return (
    <QueryView query={query}>
      {({ topic, threads }) => (
        <Frame narrow>
          <PageHead
            title={t.titleFor(topic.name)}
            description={t.description(topic.name)}
            canonical={variables.after ? hrefOf(id, variables.sort, variables.after) : `/topic/${topic.id}`}
            jsonLd={{
              "@context": "https://schema.org",
              "@type": "CollectionPage",
              name: topic.name,
              url: `${publicUrl}/topic/${topic.id}`,
              dateCreated: topic.createdAt,
              about: { "@type": "Thing", name: topic.name },
            }}
          />
          <TopicHead topic={topic} />
          <div>
            <Tabs
              tabs={Object.entries(SORTS).map(([key, sort]) => ({
                key: sort,
                label: labels[key]!,
                to: hrefOf(id, sort),
              }))}
              current={variables.sort}
              label={t.orders}
            />
            <h2 className="visually-hidden">{t.list}</h2>
            {threads.nodes.length === 0 ? (
              <div className="card">
                <EmptyState
                  title={t.emptyThreads}
                  action={<Button to={publishHref(topic.name)}>{t.publish}</Button>}
                />
              </div>
            ) : (
              <ThreadList
                threads={threads.nodes}
                label={t.list}
                more={
                  <LoadMore query={query} of="threads" href={(after) => hrefOf(id, variables.sort, after)} />
                }
              />
            )}
          </div>
        </Frame>
      )}
    </QueryView>
  );
}

const TopicHead_topic = graphql(`
  fragment TopicHead_topic on Topic {
    id
    name
    threadCount
    viewCount
    createdAt
    viewerWatchLevel
  }
`);

function TopicHead({ topic: masked }: { topic: FragmentType<typeof TopicHead_topic> }) {
  const topic = readFragment(TopicHead_topic, masked);
  const t = useTexts(topicTexts);
  const locale = useLocale();
  return (
    <header className={`card ${classes.head}`}>
      <p className={classes.up}>
        <Link to="/topic">{t.all}</Link>
      </p>
      <h1>
        <bdi>#{topic.name}</bdi>
      </h1>
      <p className={classes.facts}>
        <span>{t.threads(topic.threadCount)}</span>
        {topic.viewCount > 0 && <span>{t.views(compactCount(topic.viewCount, locale))}</span>}
        <span>
          {t.since} <Time value={topic.createdAt} />
        </span>
      </p>
      <div className={classes.actions}>
        <Button variant="primary" to={publishHref(topic.name)} icon={<IconEdit size={ICON_PX} />}>
          {t.publish}
        </Button>
        <WatchButton target="TOPIC" targetId={topic.id} level={topic.viewerWatchLevel} />
        <ShareButton title={topic.name} path={`/topic/${topic.id}`} />
      </div>
    </header>
  );
}

/** Offers the device's own way of sharing on phones, and copies the address elsewhere. */
function ShareButton({ title, path }: { title: string; path: string }) {
  const t = useTexts(topicTexts);
  async function share(): Promise<void> {
    const url = location.origin + path;
    try {
      if (navigator.share && matchMedia("(pointer: coarse)").matches) {
        return await navigator.share({ title: `#${title}`, url });
      }
      await navigator.clipboard.writeText(url);
      showToast({ type: "success", message: t.linkCopied });
    } catch (error) {
      if ((error as Error).name !== "AbortError") showToast({ type: "info", message: t.copyFailed });
    }
  }
  return (
    <Button icon={<IconShare size={ICON_PX} />} onClick={() => void share()}>
      {t.share}
    </Button>
  );
}

/** `/topic/:id` for the table of addresses. */
export const topicPage = definePage({
  Component: TopicPage,
  queries: ({ params, search }) => [ask(TopicPageDocument, variablesOf(params.id!, search))],
});
