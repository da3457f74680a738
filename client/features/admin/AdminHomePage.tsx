import { useSearchParams } from "react-router-dom";
import { ask } from "../../apollo/answers.ts";
import { graphql } from "../../gql/gql.ts";
import { AdminHomePageDocument } from "../../gql/graphql.ts";
import { useAdminHomePageQuery } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { Frame } from "../../layout/Frame.tsx";
import { NotFound } from "../../layout/NotFound.tsx";
import { PageHead } from "../../layout/PageHead.tsx";
import { definePage } from "../../page.ts";
import { useViewer } from "../../session/useViewer.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { QueryView } from "../../ui/QueryView.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { threadsAsk, ThreadsSection } from "../users/ThreadsSection.tsx";
import classes from "./admin.module.css";
import { adminTexts } from "./admin.texts.ts";
import { CategoriesEditor } from "./CategoriesEditor.tsx";

graphql(`
  query AdminHomePage {
    categories {
      ...CategoriesEditor_category
    }
    groups {
      id
      name
      isDefault
    }
  }
`);

const PENDING = { pending: true };
const DELETED = { deleted: true };

function isDeletedTab(search: URLSearchParams): boolean {
  return search.get("tab") === "deleted";
}

/** `/admin` — what there is to look after. Others find nothing here. */
function AdminHomePage() {
  const { site } = useViewer();
  return site.viewerCanAdminister ? <AdminHome /> : <NotFound />;
}

function AdminHome() {
  const t = useTexts(adminTexts);
  const { site } = useViewer();
  const [search] = useSearchParams();
  const query = useAdminHomePageQuery();
  const isDeleted = isDeletedTab(search);
  const counts = [
    { label: t.threads, value: site.countThreads },
    { label: t.posts, value: site.countPosts },
    { label: t.members, value: site.countUsers },
  ];

  return (
    <QueryView query={query}>
      {({ categories, groups }) => (
        <Frame
          aside={
            <section className={`card ${classes.groups}`} aria-labelledby="groups">
              <h2 id="groups">{t.groups}</h2>
              <ul>
                {groups.map((group) => (
                  <li key={group.id}>
                    {group.name}
                    {group.isDefault && <span className={classes.badge}>{t.defaultGroup}</span>}
                  </li>
                ))}
              </ul>
            </section>
          }
        >
          <PageHead title={t.title} noIndex />
          <h1 className={classes.title}>{t.title}</h1>
          <dl className={classes.counts} aria-label={t.overview}>
            {counts.map(({ label, value }) => (
              <div key={label} className="card">
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <section className={`card ${classes.section}`} aria-labelledby="moderation">
            <div className={classes.head}>
              <h2 id="moderation">{t.moderation}</h2>
              <Tabs
                label={t.moderation}
                current={isDeleted ? "deleted" : "pending"}
                tabs={[
                  { key: "pending", label: t.showPending, to: "/admin" },
                  { key: "deleted", label: t.showDeleted, to: "/admin?tab=deleted" },
                ]}
              />
            </div>
            <ThreadsSection
              filter={isDeleted ? DELETED : PENDING}
              label={isDeleted ? t.deleted : t.pending}
              empty={<EmptyState title={isDeleted ? t.nothingDeleted : t.nothingPending} />}
            />
          </section>
          <CategoriesEditor categories={categories} onChange={() => query.refetch()} />
        </Frame>
      )}
    </QueryView>
  );
}

/** `/admin` for the table of addresses. */
export const adminHomePage = definePage({
  Component: AdminHomePage,
  needsLogin: true,
  queries: ({ search }) => [
    ask(AdminHomePageDocument, {}),
    threadsAsk(isDeletedTab(search) ? DELETED : PENDING, search),
  ],
});
