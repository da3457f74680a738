import type { ComponentProps, ReactNode } from "react";
import { NavigationType, useNavigate, useNavigationType, useParams, useSearchParams } from "react-router-dom";
import { ask } from "../../apollo/answers.ts";
import { readFragment } from "../../gql/fragment-masking.ts";
import { graphql } from "../../gql/gql.ts";
import { CategoryPageDocument, HomePageDocument, type HomePageQuery } from "../../gql/graphql.ts";
import { keepPrevious, skipToken } from "../../apollo/bind.ts";
import { useCategoryPageQuery, useHomePageQuery } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { Frame } from "../../layout/Frame.tsx";
import { PageHead } from "../../layout/PageHead.tsx";
import { usePage } from "../../platform/page.ts";
import { definePage } from "../../page.ts";
import { Slot } from "../../plugins/Slot.tsx";
import { useViewer } from "../../session/useViewer.ts";
import { Link } from "../../ui/Link.tsx";
import { LoadMore } from "../../ui/LoadMore.tsx";
import { type Present, QueryView } from "../../ui/QueryView.tsx";
import { CategoryHead } from "../categories/CategoryHead.tsx";
import { CategoryNav, CategoryNav_category } from "../categories/CategoryNav.tsx";
import { ThreadList } from "../threads/list/ThreadList.tsx";
import { HomeAside, homeAsideAsk } from "./HomeAside.tsx";
import { HomeBanner } from "./HomeBanner.tsx";
import classes from "./HomePage.module.css";
import { homeFilter, homeHref, homeVariables, ownHref, readHomeView, type HomeView } from "./homeAddress.ts";
import { ListFilters } from "./ListFilters.tsx";
import { NewThreadsBar } from "./NewThreadsBar.tsx";
import { NoThreads } from "./NoThreads.tsx";
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
    site {
      headerLogo
      backgroundImage
      ...HomeBanner_site
    }
  }
`);
graphql(`
  query CategoryPage($id: ID!) {
    category(id: $id) {
      id
      name
      description
      pagePluginData: pluginData(ofPage: true)
      ...CategoryHead_category
    }
  }
`);

/** `/` and `/category/:id`: pinned threads, then the list that the tabs choose. */
function HomePage() {
  const { id: categoryId = null } = useParams();
  const [search] = useSearchParams();
  const view = readHomeView(search);
  // Going back finds the list as it was left, with all that had been loaded; going forward asks for news.
  const fetchPolicy = useNavigationType() === NavigationType.Pop ? "cache-first" : "cache-and-network";
  const { density } = usePage();
  const variables = homeVariables(categoryId, view, density);
  const query = keepPrevious(useHomePageQuery({ variables, fetchPolicy }));
  const category = useCategoryPageQuery(categoryId ? { variables: { id: categoryId } } : skipToken);
  const { site } = useViewer();
  const t = useTexts(homeTexts);
  const hasBanner = ({ headerLogo, backgroundImage }: HomePageQuery["site"]): boolean =>
    categoryId === null && Boolean(headerLogo ?? backgroundImage);
  const categoryData = category.data?.category?.pagePluginData;
  const list = (
    <QueryView query={query}>
      {(found) => {
        const nav = { categories: found.categories, currentId: categoryId, total: site.countThreads };
        return (
          <Frame aside={<HomeAside categoryId={categoryId} />}>
            <Slot area="plugin_index@header" useData={() => ({ categoryData })}>
              {hasBanner(found.site) && <HomeBanner pictures={found.site} />}
            </Slot>
            <div className={classes.columns}>
              <LeftColumn nav={nav} />
              <div className={classes.list} data-skip-target="" tabIndex={-1}>
                <div className={classes.chips}>
                  <CategoryNav {...nav} look="chips" />
                </div>
                {category.data?.category ? (
                  <CategoryHead category={category.data.category} />
                ) : (
                  !hasBanner(found.site) && <h1 className="visually-hidden">{site.name}</h1>
                )}
                <div className={classes.main}>
                  <Filters nav={nav} view={view} />
                  <h2 className="visually-hidden">{t.lists}</h2>
                  <ListStart categoryId={categoryId} view={view} onShow={query.refetch} />
                  <List
                    found={found}
                    categoryId={categoryId}
                    categoryData={categoryData}
                    view={view}
                    more={
                      <LoadMore
                        query={query}
                        of="threads"
                        href={(after) => homeHref(categoryId, { ...view, after })}
                      />
                    }
                  />
                </div>
              </div>
            </div>
          </Frame>
        );
      }}
    </QueryView>
  );

  if (categoryId === null) {
    return (
      <>
        <PageHead canonical={ownHref(null, view)} />
        {list}
      </>
    );
  }
  return (
    <QueryView query={category}>
      {({ category: found }) => (
        <>
          <PageHead title={found.name} description={found.description} canonical={ownHref(found.id, view)} />
          {list}
        </>
      )}
    </QueryView>
  );
}

interface NavProps {
  nav: Omit<ComponentProps<typeof CategoryNav>, "look">;
}

/** The tree of categories, where the window has room for it. */
function LeftColumn({ nav }: NavProps) {
  const navigate = useNavigate();
  const useData = () => ({
    renderData: { categories: readFragment(CategoryNav_category, nav.categories), totalThreads: nav.total },
    onNavigationClick: ({ categoryIds: [id] }: { categoryIds: readonly string[] }) =>
      void navigate(id ? `/category/${id}` : "/"),
  });
  return (
    <div className={`card ${classes.tree}`}>
      <Slot area="plugin_index@left" useData={useData}>
        <CategoryNav {...nav} look="tree" />
      </Slot>
    </div>
  );
}

/** The row above a list. */
function Filters({ nav: { categories, currentId }, view }: NavProps & { view: HomeView }) {
  const navigate = useNavigate();
  const useData = () => ({
    renderData: { categories: readFragment(CategoryNav_category, categories) },
    changeFilter: ({ sort, tab }: { sort?: string; tab?: string }) => {
      const asked = readHomeView(new URLSearchParams({ ...(sort && { sort }), ...(tab && { tab }) }));
      void navigate(homeHref(currentId, asked));
    },
  });
  return (
    <Slot area="plugin_index@tabs" useData={useData}>
      <ListFilters categoryId={currentId} view={view} />
    </Slot>
  );
}

interface ListStartProps extends PartProps {
  onShow: () => Promise<unknown>;
}

/** Leads back from a later page, and on the first one tells of threads that are newer than the list. */
function ListStart({ categoryId, view, onShow }: ListStartProps) {
  const t = useTexts(homeTexts);
  if (view.after) {
    return (
      <Link className={classes.back} to={homeHref(categoryId, { ...view, after: null })}>
        ← {t.firstPage}
      </Link>
    );
  }
  const list = JSON.stringify([categoryId, view]);
  return (
    <NewThreadsBar key={list} categoryId={categoryId} filter={homeFilter(view)} list={list} onShow={onShow} />
  );
}

interface ListProps extends PartProps {
  found: Present<HomePageQuery>;
  /** Answers to plugins that ask of the category. */
  categoryData: string | null | undefined;
  more: ReactNode;
}

function List({ found, categoryId, categoryData, view, more }: ListProps) {
  const t = useTexts(homeTexts);
  const { nodes } = found.threads;
  const isPlain = view.tab === "all" && view.sort === "reply" && !view.type && !view.after;
  const pinned = isPlain ? found.pinnedThreads : [];
  const rest = nodes.filter((thread) => !pinned.some((other) => other.id === thread.id));
  if (pinned.length + rest.length === 0) return <NoThreads categoryId={categoryId} view={view} />;
  const useSticks = () => ({ renderData: { sticks: pinned.map(({ id }) => ({ id })) }, categoryData });
  return (
    <ThreadList
      threads={[...pinned, ...rest]}
      label={t.lists}
      compactCount={pinned.length}
      showCategory={categoryId === null || view.tab !== "all"}
      isByDate={view.sort === "newest"}
      more={more}
      top={(rows) => (
        <Slot area="plugin_index@topping" useData={useSticks}>
          {rows}
        </Slot>
      )}
    />
  );
}

interface PartProps {
  categoryId: string | null;
  view: HomeView;
}

/** `/` and `/category/:id` for the table of addresses. */
export const homePage = definePage({
  Component: HomePage,
  queries({ params, search, density }) {
    const categoryId = params.id ?? null;
    const list = ask(HomePageDocument, homeVariables(categoryId, readHomeView(search), density));
    return [list, homeAsideAsk, ...(categoryId ? [ask(CategoryPageDocument, { id: categoryId })] : [])];
  },
});
