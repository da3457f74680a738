import { useNavigate, useSearchParams } from "react-router-dom";
import { ask, type Ask } from "../../../apollo/answers.ts";
import { graphql } from "../../../gql/gql.ts";
import { MyDraftsDocument, MyPageDocument, type ThreadFilter } from "../../../gql/graphql.ts";
import { useMyPageQuery, useUpdateProfileMutation } from "../../../gql/hooks.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { userMenuTexts } from "../../../layout/userMenu.texts.ts";
import { Frame } from "../../../layout/Frame.tsx";
import { PageHead } from "../../../layout/PageHead.tsx";
import { definePage } from "../../../page.ts";
import { usePage } from "../../../platform/page.ts";
import { useSignOut } from "../../../session/useSignOut.ts";
import { useViewer } from "../../../session/useViewer.ts";
import { Button } from "../../../ui/Button.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { IconEdit, IconLogout, IconSettings } from "../../../ui/icons.tsx";
import { QueryView } from "../../../ui/QueryView.tsx";
import { Tabs } from "../../../ui/Tabs.tsx";
import { bookmarksAsk, BookmarksSection } from "../../bookmarks/BookmarksSection.tsx";
import { CheckInSlot } from "../../check-ins/CheckInSlot.tsx";
import { savedAsk } from "../../search/saved/savedSearches.ts";
import { SavedSearchesSection } from "../../search/saved/SavedSearchesSection.tsx";
import { ActivitySlot } from "./ActivitySlot.tsx";
import { DraftsSection } from "./DraftsSection.tsx";
import { EditProfile } from "./EditProfile.tsx";
import { blockedAsk, BlockedPeople, relatedAsk, RelatedPeople } from "./PeopleSection.tsx";
import { PicturePicker } from "./PicturePicker.tsx";
import { ownTexts } from "./own.texts.ts";
import { ProfileFacts } from "./ProfileFacts.tsx";
import { ProfileHeader } from "./ProfileHeader.tsx";
import { repliesAsk, RepliesSection } from "./RepliesSection.tsx";
import classes from "./sections.module.css";
import { threadsAsk, ThreadsSection } from "./ThreadsSection.tsx";
import { userTexts } from "../users.texts.ts";
import { VisitorMyPage } from "./VisitorMyPage.tsx";

graphql(`
  query MyPage($id: ID!) {
    user(id: $id) {
      id
      nickname
      signature
      createdAt
      ...ProfileHeader_user
      ...ProfileFacts_user
    }
  }
`);
graphql(`
  mutation UpdateProfile($input: UpdateProfileInput!) {
    updateProfile(input: $input) {
      id
      nickname
      signature
      avatarUrl
      backgroundUrl
    }
  }
`);

const TABS = [
  "threads",
  "replies",
  "favorites",
  "liked",
  "drafts",
  "searches",
  "follows",
  "fans",
  "blocked",
] as const;
type MyTab = (typeof TABS)[number];

function tabOf(search: URLSearchParams): MyTab {
  // Mails and other programs name the section in words of their own.
  const wanted = search.get("tab") ?? search.get("section") ?? search.get("page");
  return TABS.find((tab) => tab === wanted) ?? "threads";
}

/** `/my` — the personal centre; visitors see what an account would give, and the doors. */
function MyPage() {
  const { viewer, isShared } = useViewer();
  // Somebody is signed in, and the page does not know yet who.
  if (isShared) return null;
  return viewer ? <OwnPage viewerId={viewer.id} /> : <VisitorMyPage />;
}

/** One's own profile and lists. */
function OwnPage({ viewerId }: { viewerId: string }) {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const t = useTexts(userTexts);
  const [update] = useUpdateProfileMutation();
  const query = useMyPageQuery({ variables: { id: viewerId } });
  const tab = tabOf(search);
  const isEditing = search.has("edit");
  const addressOf = (key: MyTab) => (key === "threads" ? "/my" : `/my?tab=${key}`);

  return (
    <QueryView query={query}>
      {({ user }) => (
        <Frame>
          <PageHead title={t.myTitle} noIndex />
          <ProfileHeader
            user={user}
            base="/my"
            onAvatar={
              <PicturePicker
                kind="avatar"
                onPicture={(avatarId) => update({ variables: { input: { avatarId } } })}
              />
            }
            onBackground={
              <PicturePicker
                kind="background"
                onPicture={(backgroundId) => update({ variables: { input: { backgroundId } } })}
              />
            }
            actions={<ProfileActions />}
          />
          <CheckInSlot />
          <ActivitySlot user={user} />
          {isEditing && (
            <EditProfile
              nickname={user.nickname}
              signature={user.signature}
              onSave={(input) => update({ variables: { input } })}
              onClose={() => void navigate("/my", { replace: true })}
            />
          )}
          <div className={classes.columns}>
            <ProfileFacts user={user} />
            <section className={classes.section}>
              <Tabs
                label={t.sections}
                current={tab}
                tabs={TABS.map((key) => ({ key, label: t[key], to: addressOf(key) }))}
              />
              {THREAD_TABS.has(tab) ? (
                <ThreadTab tab={tab} userId={user.id} />
              ) : (
                <div className={`card ${classes.rows}`}>
                  <OtherTab tab={tab} userId={user.id} />
                </div>
              )}
            </section>
          </div>
        </Frame>
      )}
    </QueryView>
  );
}

/** Ways from one's own profile: editing it, the settings, and on phones signing out. */
function ProfileActions() {
  const t = useTexts(userTexts);
  const own = useTexts(ownTexts);
  const menu = useTexts(userMenuTexts);
  const { platform } = usePage();
  const signOut = useSignOut();
  return (
    <>
      <Button to="/my?edit=1" icon={<IconEdit size={16} />}>
        {t.editProfile}
      </Button>
      <Button to="/my/settings" icon={<IconSettings size={16} />}>
        {menu.settings}
      </Button>
      <Button to="/wallet">{own.wallet}</Button>
      <Button to="/my/buy">{own.purchases}</Button>
      <Button to="/invite">{own.invite}</Button>
      {platform === "h5" && (
        <Button
          variant="subtle"
          icon={<IconLogout size={18} />}
          aria-label={menu.signOut}
          title={menu.signOut}
          onClick={() => void signOut()}
        />
      )}
    </>
  );
}

/** Lists of threads bring their own card. */
const THREAD_TABS: ReadonlySet<MyTab> = new Set(["threads", "liked"]);

interface TabProps {
  tab: MyTab;
  userId: string;
}

function ThreadTab({ tab, userId }: TabProps) {
  const t = useTexts(userTexts);
  const action = (
    <Button variant="primary" to="/thread/post">
      {t.publish}
    </Button>
  );
  const browse = <Button to="/?sort=hot">{t.browse}</Button>;
  const empty = {
    threads: <EmptyState title={t.emptyThreads} text={t.emptyMyThreads} action={action} />,
    liked: <EmptyState title={t.emptyLiked} text={t.emptyLikedText} action={browse} />,
  }[tab as "threads" | "liked"];
  return (
    <ThreadsSection
      key={tab}
      filter={filterOf(tab, userId)}
      label={t[tab]}
      empty={<div className="card">{empty}</div>}
    />
  );
}

function filterOf(tab: MyTab, userId: string): ThreadFilter {
  return tab === "liked" ? { liked: true } : { authorId: userId };
}

function OtherTab({ tab, userId }: TabProps) {
  const t = useTexts(userTexts);
  if (tab === "drafts") return <DraftsSection />;
  if (tab === "searches") return <SavedSearchesSection />;
  if (tab === "favorites") {
    const action = <Button to="/?sort=hot">{t.browse}</Button>;
    const empty = <EmptyState title={t.emptyFavorites} text={t.emptyFavoritesText} action={action} />;
    return <BookmarksSection label={t.favorites} empty={empty} />;
  }
  if (tab === "replies") return <RepliesSection userId={userId} />;
  if (tab === "follows") {
    const action = <Button to="/forum">{t.findPeople}</Button>;
    const empty = <EmptyState title={t.emptyFollows} text={t.emptyFollowsText} action={action} />;
    return <RelatedPeople userId={userId} kind="FOLLOWS" empty={empty} />;
  }
  if (tab === "fans") {
    const action = <Button to="/thread/post">{t.publish}</Button>;
    const empty = <EmptyState title={t.emptyFans} text={t.emptyFansText} action={action} />;
    return <RelatedPeople userId={userId} kind="FANS" empty={empty} />;
  }
  return <BlockedPeople empty={<EmptyState title={t.emptyBlocked} text={t.emptyBlockedText} />} />;
}

function sectionAsk(tab: MyTab, userId: string, search: URLSearchParams): Ask {
  if (THREAD_TABS.has(tab)) return threadsAsk(filterOf(tab, userId), search);
  if (tab === "favorites") return bookmarksAsk(search);
  if (tab === "searches") return savedAsk;
  if (tab === "replies") return repliesAsk(userId, search);
  if (tab === "follows") return relatedAsk(userId, "FOLLOWS", search);
  if (tab === "fans") return relatedAsk(userId, "FANS", search);
  if (tab === "blocked") return blockedAsk(search);
  return ask(MyDraftsDocument, {});
}

/** `/my` for the table of addresses. */
export const myPage = definePage({
  Component: MyPage,
  queries: ({ search, viewerId }) =>
    viewerId === null
      ? []
      : [ask(MyPageDocument, { id: viewerId }), sectionAsk(tabOf(search), viewerId, search)],
});
