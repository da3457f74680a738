import { useParams, useSearchParams } from "react-router-dom";
import { ask } from "../../apollo/answers.ts";
import { graphql } from "../../gql/gql.ts";
import { UserPageDocument } from "../../gql/graphql.ts";
import { useUserPageQuery } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { Frame } from "../../layout/Frame.tsx";
import { PageHead } from "../../layout/PageHead.tsx";
import { definePage } from "../../page.ts";
import { usePage } from "../../platform/page.ts";
import { useViewer } from "../../session/useViewer.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { QueryView } from "../../ui/QueryView.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { relatedAsk, RelatedPeople } from "./PeopleSection.tsx";
import { ProfileHeader } from "./ProfileHeader.tsx";
import { RelationButtons } from "./RelationButtons.tsx";
import classes from "./sections.module.css";
import { threadsAsk, ThreadsSection } from "./ThreadsSection.tsx";
import { userTexts } from "./users.texts.ts";

graphql(`
  query UserPage($id: ID!) {
    user(id: $id) {
      id
      nickname
      avatarUrl
      signature
      ...ProfileHeader_user
      ...Relation_user
    }
  }
`);

const TABS = ["threads", "follows", "fans"] as const;

function tabOf(search: URLSearchParams): (typeof TABS)[number] {
  return TABS.find((tab) => tab === search.get("tab")) ?? "threads";
}

/** `/user/:id` — a member as others see them. */
function UserPage() {
  const id = useParams().id!;
  const [search] = useSearchParams();
  const query = useUserPageQuery({ variables: { id } });
  const { publicUrl } = usePage();
  const { viewer } = useViewer();
  const t = useTexts(userTexts);
  const base = `/user/${id}`;
  const tab = tabOf(search);

  return (
    <QueryView query={query}>
      {({ user }) => (
        <Frame>
          <PageHead
            title={user.nickname}
            description={user.signature}
            canonical={base}
            image={user.avatarUrl}
            type="profile"
            jsonLd={{
              "@context": "https://schema.org",
              "@type": "ProfilePage",
              mainEntity: { "@type": "Person", name: user.nickname, url: publicUrl + base },
            }}
          />
          <ProfileHeader
            user={user}
            base={base}
            actions={
              viewer?.id === user.id ? (
                <Button to="/my?edit=1">{t.editProfile}</Button>
              ) : (
                <RelationButtons user={user} withBlock />
              )
            }
          />
          <section className={classes.section}>
            <Tabs
              label={t.profileSections}
              current={tab}
              tabs={TABS.map((key) => ({
                key,
                label: t[key],
                to: key === "threads" ? base : `${base}?tab=${key}`,
              }))}
            />
            {tab === "threads" && (
              <ThreadsSection
                filter={{ authorId: id }}
                label={t.threads}
                empty={
                  <div className="card">
                    <EmptyState title={t.emptyThreads} />
                  </div>
                }
              />
            )}
            {tab !== "threads" && (
              <div className={`card ${classes.rows}`}>
                <RelatedPeople
                  userId={id}
                  kind={tab === "follows" ? "FOLLOWS" : "FANS"}
                  emptyTitle={tab === "follows" ? t.emptyFollows : t.emptyFans}
                />
              </div>
            )}
          </section>
        </Frame>
      )}
    </QueryView>
  );
}

/** `/user/:id` for the table of addresses. */
export const userPage = definePage({
  Component: UserPage,
  queries({ params, search }) {
    const id = params.id!;
    const tab = tabOf(search);
    const list =
      tab === "threads"
        ? threadsAsk({ authorId: id }, search)
        : relatedAsk(id, tab === "follows" ? "FOLLOWS" : "FANS", search);
    return [ask(UserPageDocument, { id }), list];
  },
});
