import { useNavigationType, useParams, useSearchParams } from "react-router-dom";
import { ask } from "../../apollo/answers.ts";
import { graphql } from "../../gql/gql.ts";
import {
  CategoryPageDocument,
  HomePageDocument,
  type HomePageQuery,
  type ThreadType,
} from "../../gql/graphql.ts";
import { skipToken } from "../../apollo/bind.ts";
import { useCategoryPageQuery, useHomePageQuery } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { Frame } from "../../layout/Frame.tsx";
import { PageHead } from "../../layout/PageHead.tsx";
import { definePage } from "../../page.ts";
import { useViewer } from "../../session/useViewer.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { QueryView } from "../../ui/QueryView.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { CategoryNav } from "../categories/CategoryNav.tsx";
import { ThreadList } from "../threads/ThreadList.tsx";
import { useKept } from "../threads/useKept.ts";
import { HomeAside } from "./HomeAside.tsx";
import classes from "./HomePage.module.css";
import { homeHref, homeVariables, readHomeView, type HomeTab, type HomeView } from "./homeAddress.ts";
import { homeTexts } from "./home.texts.ts";

graphql(`
  query HomePage($categoryId: ID, $sort: ThreadSort!, $filter: ThreadFilter, $first: Int!, $after: String) {
    threads(categoryId: $categoryId, sort: $sort, filter: $filter, first: $first, after: $after) {
      nodes {
        id
        ...ThreadCard_thread
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
    pinnedThreads(categoryId: $categoryId) {
      id
      ...ThreadCard_thread
    }
    categories {
      ...CategoryNav_category
    }
  }
`);
graphql(`
  query CategoryPage($id: ID!) {
    category(id: $id) {
      id
      name
      description
      threadCount
      viewerCanPublish
    }
  }
`);

/** `/` and `/category/:id`: pinned threads, then the list that the tabs choose. */
function HomePage() {
  const { id: categoryId = null } = useParams();
  const [search] = useSearchParams();
  const view = readHomeView(search);
  // Going back finds the list as it was left, with all that had been loaded; going forward asks for news.
  const fetchPolicy = useNavigationType() === "POP" ? "cache-first" : "cache-and-network";
  const variables = homeVariables(categoryId, view);
  const asked = useHomePageQuery({ variables, fetchPolicy });
  const query = useKept<HomePageQuery, typeof asked>(asked, categoryId ?? "");
  const category = useCategoryPageQuery(categoryId ? { variables: { id: categoryId } } : skipToken);
  const { site, viewer } = useViewer();
  const t = useTexts(homeTexts);

  const list = (
    <QueryView query={query}>
      {({ threads, pinnedThreads, categories }) => {
        const isPlain = view.tab === "reply" && !view.type;
        const pinned = isPlain && !view.after ? pinnedThreads : [];
        const rest = threads.nodes.filter((thread) => !pinned.some((other) => other.id === thread.id));
        const nav = { categories, currentId: categoryId, total: site.countThreads };
        return (
          <Frame aside={<HomeAside nav={nav} categoryId={categoryId} />}>
            <div className={classes.chips}>
              <CategoryNav {...nav} look="chips" />
            </div>
            {category.data?.category ? (
              <header className={classes.category}>
                <h1>{category.data.category.name}</h1>
                {category.data.category.description && <p>{category.data.category.description}</p>}
              </header>
            ) : (
              <h1 className="visually-hidden">{site.name}</h1>
            )}
            <div className={classes.main}>
              <div className={classes.bar}>
                <ListTabs categoryId={categoryId} view={view} isMember={viewer !== null} />
                <TypeFilter categoryId={categoryId} view={view} />
              </div>
              <h2 className="visually-hidden">{t.lists}</h2>
              {pinned.length + rest.length === 0 ? (
                <Nothing categoryId={categoryId} view={view} />
              ) : (
                <ThreadList
                  threads={[...pinned, ...rest]}
                  label={t.lists}
                  compactCount={pinned.length}
                  showCategory={categoryId === null || view.tab !== "reply"}
                  nextHref={
                    threads.pageInfo.hasNextPage
                      ? homeHref(categoryId, { ...view, after: threads.pageInfo.endCursor ?? null })
                      : null
                  }
                  onMore={() =>
                    query.fetchMore({
                      variables: { ...variables, after: threads.pageInfo.endCursor },
                      updateQuery: (before, { fetchMoreResult }) => appended(before, fetchMoreResult),
                    })
                  }
                />
              )}
            </div>
          </Frame>
        );
      }}
    </QueryView>
  );

  if (categoryId === null) {
    return (
      <>
        <PageHead canonical="/" />
        {list}
      </>
    );
  }
  return (
    <QueryView query={category}>
      {({ category: found }) => (
        <>
          <PageHead title={found.name} description={found.description} canonical={`/category/${found.id}`} />
          {list}
        </>
      )}
    </QueryView>
  );
}

/** A list and the page after it; a thread that moved between the two stays where it was. */
function appended(before: HomePageQuery, next: HomePageQuery): HomePageQuery {
  const known = new Set(before.threads.nodes.map((thread) => thread.id));
  const fresh = next.threads.nodes.filter((thread) => !known.has(thread.id));
  return { ...before, threads: { ...next.threads, nodes: [...before.threads.nodes, ...fresh] } };
}

interface PartProps {
  categoryId: string | null;
  view: HomeView;
}

function ListTabs({ categoryId, view, isMember }: PartProps & { isMember: boolean }) {
  const t = useTexts(homeTexts);
  const tabs: readonly { key: HomeTab; label: string }[] = [
    { key: "reply", label: t.latestReply },
    { key: "newest", label: t.newest },
    { key: "hot", label: t.hot },
    { key: "essence", label: t.essence },
    ...(isMember ? [{ key: "followed" as const, label: t.followed }] : []),
  ];
  const withAddress = tabs.map(({ key, label }) => ({
    key,
    label,
    to: homeHref(categoryId, { ...view, tab: key, after: null }),
  }));
  return <Tabs tabs={withAddress} current={view.tab} label={t.lists} />;
}

/** Kinds of content; a form with a button for those without scripts would only be in the way, so these are links. */
function TypeFilter({ categoryId, view }: PartProps) {
  const t = useTexts(homeTexts);
  const types: readonly { type: ThreadType | null; label: string }[] = [
    { type: null, label: t.anyType },
    { type: "TEXT", label: t.text },
    { type: "IMAGE", label: t.pictures },
    { type: "ATTACHMENT", label: t.attachments },
  ];
  const tabs = types.map(({ type, label }) => ({
    key: type ?? "",
    label,
    to: homeHref(categoryId, { ...view, type, after: null }),
  }));
  return (
    <div className={classes.types}>
      <Tabs tabs={tabs} current={view.type ?? ""} label={t.types} />
    </div>
  );
}

/** An empty list says why, and what to do next. */
function Nothing({ categoryId, view }: PartProps) {
  const t = useTexts(homeTexts);
  const isFiltered = view.type !== null || view.tab === "essence" || view.tab === "hot";
  if (view.tab === "followed") {
    return (
      <EmptyState
        title={t.emptyFollowedTitle}
        text={t.emptyFollowedHint}
        action={<Button to="/?tab=hot">{t.showHot}</Button>}
      />
    );
  }
  if (isFiltered) {
    return (
      <EmptyState
        title={t.emptyFilteredTitle}
        text={t.emptyFilteredHint}
        action={<Button to={homeHref(categoryId, readHomeView(new URLSearchParams()))}>{t.showAll}</Button>}
      />
    );
  }
  return (
    <EmptyState
      title={t.emptyTitle}
      text={t.emptyHint}
      action={
        <Button variant="primary" to={categoryId ? `/thread/post?category=${categoryId}` : "/thread/post"}>
          {t.publish}
        </Button>
      }
    />
  );
}

/** `/` and `/category/:id` for the table of addresses. */
export const homePage = definePage({
  Component: HomePage,
  queries({ params, search }) {
    const categoryId = params.id ?? null;
    const list = ask(HomePageDocument, homeVariables(categoryId, readHomeView(search)));
    return categoryId ? [list, ask(CategoryPageDocument, { id: categoryId })] : [list];
  },
});
