import { lazy, Suspense } from "react";
import { useParams, useSearchParams } from "react-router-dom";
import { ask, type Ask } from "../../../apollo/answers.ts";
import { graphql } from "../../../gql/gql.ts";
import { type ThreadFilter, UserPageDocument } from "../../../gql/graphql.ts";
import { useUserPageQuery } from "../../../gql/hooks.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { Frame } from "../../../layout/Frame.tsx";
import { PageHead } from "../../../layout/PageHead.tsx";
import { definePage } from "../../../page.ts";
import { usePage } from "../../../platform/page.ts";
import { useSettled } from "../../../platform/useSettled.ts";
import { useViewer } from "../../../session/useViewer.ts";
import { Button } from "../../../ui/Button.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { QueryView } from "../../../ui/QueryView.tsx";
import { Tabs } from "../../../ui/Tabs.tsx";
import { useReport } from "../../moderation/reports/useReport.tsx";
import { WatchButton } from "../../watches/WatchButton.tsx";
import { ActivitySlot } from "./ActivitySlot.tsx";
import { relatedAsk, RelatedPeople } from "./PeopleSection.tsx";
import { ProfileFacts } from "./ProfileFacts.tsx";
import { ProfileHeader } from "./ProfileHeader.tsx";
import { RelationButtons } from "../RelationButtons.tsx";
import { repliesAsk, RepliesSection } from "./RepliesSection.tsx";
import classes from "./sections.module.css";
import { threadsAsk, ThreadsSection } from "./ThreadsSection.tsx";
import { userTexts } from "../users.texts.ts";

const StaffStrip = lazy(() =>
  import("../../moderation/members/StaffStrip.tsx").then((m) => ({ default: m.StaffStrip })),
);

graphql(`
  query UserPage($id: ID!) {
    user(id: $id) {
      id
      nickname
      avatarUrl
      signature
      isBanned
      isDeny
      createdAt
      ...ProfileHeader_user
      ...ProfileFacts_user
      viewerWatchLevel
      ...Relation_user
    }
  }
`);

const TABS = ["threads", "replies", "liked", "follows", "fans"] as const;
type UserTab = (typeof TABS)[number];

function tabOf(search: URLSearchParams): UserTab {
  return TABS.find((tab) => tab === search.get("tab")) ?? "threads";
}

/** The address that a page of a profile has in the eyes of search engines: one behind the first of a list has its own. */
function ownHref(base: string, tab: UserTab, after: string | null): string {
  if (after === null) return base;
  return `${base}?${new URLSearchParams(tab === "threads" ? { after } : { tab, after }).toString()}`;
}

/** `/user/:id` — a member as others see them. */
function UserPage() {
  const id = useParams().id!;
  const [search] = useSearchParams();
  const query = useUserPageQuery({ variables: { id } });
  const { publicUrl } = usePage();
  const { viewer, site } = useViewer();
  const isSettled = useSettled();
  const t = useTexts(userTexts);
  const { report, dialog } = useReport();
  const base = `/user/${id}`;
  const tab = tabOf(search);

  return (
    <QueryView query={query}>
      {({ user }) => (
        <Frame>
          <PageHead
            title={user.nickname}
            description={user.signature}
            canonical={ownHref(base, tab, search.get("after"))}
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
                <>
                  <RelationButtons user={user} withMessage withBlock />
                  {!user.isDeny && (
                    <WatchButton target="MEMBER" targetId={user.id} level={user.viewerWatchLevel} />
                  )}
                  <Button variant="subtle" onClick={() => report({ userId: user.id })}>
                    {t.report}
                  </Button>
                  {site.viewerCanReview && isSettled && (
                    <Suspense fallback={null}>
                      <StaffStrip user={{ id: user.id, nickname: user.nickname }} isBanned={user.isBanned} />
                    </Suspense>
                  )}
                </>
              )
            }
          />
          <ActivitySlot user={user} />
          <div className={classes.columns}>
            <ProfileFacts user={user} />
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
              <TabContent key={tab} tab={tab} userId={id} />
            </section>
          </div>
          {dialog}
        </Frame>
      )}
    </QueryView>
  );
}

function TabContent({ tab, userId }: { tab: UserTab; userId: string }) {
  const t = useTexts(userTexts);
  if (tab === "threads" || tab === "liked") {
    const empty = <EmptyState title={tab === "threads" ? t.emptyThreads : t.emptyLiked} />;
    return (
      <ThreadsSection
        filter={threadsFilter(tab, userId)}
        label={t[tab]}
        empty={<div className="card">{empty}</div>}
      />
    );
  }
  return (
    <div className={`card ${classes.rows}`}>
      {tab === "replies" ? (
        <RepliesSection userId={userId} />
      ) : (
        <RelatedPeople
          userId={userId}
          kind={tab === "follows" ? "FOLLOWS" : "FANS"}
          empty={<EmptyState title={tab === "follows" ? t.emptyFollows : t.emptyFans} />}
        />
      )}
    </div>
  );
}

function threadsFilter(tab: "threads" | "liked", userId: string): ThreadFilter {
  return tab === "threads" ? { authorId: userId } : { likedById: userId };
}

function sectionAsk(tab: UserTab, userId: string, search: URLSearchParams): Ask {
  if (tab === "threads" || tab === "liked") return threadsAsk(threadsFilter(tab, userId), search);
  if (tab === "replies") return repliesAsk(userId, search);
  return relatedAsk(userId, tab === "follows" ? "FOLLOWS" : "FANS", search);
}

/** `/user/:id` for the table of addresses. */
export const userPage = definePage({
  Component: UserPage,
  queries: ({ params, search }) => [
    ask(UserPageDocument, { id: params.id! }),
    sectionAsk(tabOf(search), params.id!, search),
  ],
});
