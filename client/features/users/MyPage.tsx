import { useNavigate, useSearchParams } from "react-router-dom";
import { ask, type Ask } from "../../apollo/answers.ts";
import { graphql } from "../../gql/gql.ts";
import { MyDraftsDocument, MyPageDocument, MySessionsDocument } from "../../gql/graphql.ts";
import { useMyPageQuery, useUpdateProfileMutation } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { layoutTexts } from "../../layout/layout.texts.ts";
import { Frame } from "../../layout/Frame.tsx";
import { PageHead } from "../../layout/PageHead.tsx";
import { definePage } from "../../page.ts";
import { usePage } from "../../platform/page.ts";
import { useSignOut } from "../../session/useSignOut.ts";
import { useViewer } from "../../session/useViewer.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { IconEdit, IconLogout } from "../../ui/icons.tsx";
import { QueryView } from "../../ui/QueryView.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { DraftsSection } from "./DraftsSection.tsx";
import { EditProfile } from "./EditProfile.tsx";
import { blockedAsk, BlockedPeople, relatedAsk, RelatedPeople } from "./PeopleSection.tsx";
import { PicturePicker } from "./PicturePicker.tsx";
import { ProfileHeader } from "./ProfileHeader.tsx";
import classes from "./sections.module.css";
import { SessionsSection } from "./SessionsSection.tsx";
import { threadsAsk, ThreadsSection } from "./ThreadsSection.tsx";
import { userTexts } from "./users.texts.ts";

graphql(`
  query MyPage($id: ID!) {
    user(id: $id) {
      id
      nickname
      signature
      ...ProfileHeader_user
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

const TABS = ["threads", "favorites", "liked", "drafts", "follows", "fans", "blocked", "sessions"] as const;
type MyTab = (typeof TABS)[number];

function tabOf(search: URLSearchParams): MyTab {
  return TABS.find((tab) => tab === search.get("tab")) ?? "threads";
}

/** `/my` — the personal centre: one's own profile, lists and devices. */
function MyPage() {
  const { viewer } = useViewer();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const t = useTexts(userTexts);
  const layout = useTexts(layoutTexts);
  const { platform } = usePage();
  const signOut = useSignOut();
  const [update] = useUpdateProfileMutation();
  const query = useMyPageQuery({ variables: { id: viewer!.id } });
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
            actions={
              <>
                <Button to="/my?edit=1" icon={<IconEdit size={16} />}>
                  {t.editProfile}
                </Button>
                {platform === "h5" && (
                  <Button variant="subtle" icon={<IconLogout size={16} />} onClick={() => void signOut()}>
                    {layout.signOut}
                  </Button>
                )}
              </>
            }
          />
          {isEditing && (
            <EditProfile
              nickname={user.nickname}
              signature={user.signature}
              onSave={(input) => update({ variables: { input } })}
              onClose={() => void navigate("/my", { replace: true })}
            />
          )}
          <section className={`card ${classes.section}`}>
            <div className={classes.tabs}>
              <Tabs
                label={t.sections}
                current={tab}
                tabs={TABS.map((key) => ({ key, label: t[key], to: addressOf(key) }))}
              />
            </div>
            <Section tab={tab} userId={user.id} />
          </section>
        </Frame>
      )}
    </QueryView>
  );
}

function Section({ tab, userId }: { tab: MyTab; userId: string }) {
  const t = useTexts(userTexts);
  switch (tab) {
    case "threads": {
      const action = (
        <Button variant="primary" to="/thread/post">
          {t.publish}
        </Button>
      );
      const empty = <EmptyState title={t.emptyThreads} text={t.emptyMyThreads} action={action} />;
      return <ThreadsSection filter={{ authorId: userId }} label={t.threads} empty={empty} />;
    }
    case "favorites": {
      const empty = <EmptyState title={t.emptyFavorites} text={t.emptyFavoritesText} />;
      return <ThreadsSection filter={{ favorite: true }} label={t.favorites} empty={empty} />;
    }
    case "liked":
      return (
        <ThreadsSection
          filter={{ liked: true }}
          label={t.liked}
          empty={<EmptyState title={t.emptyLiked} />}
        />
      );
    case "drafts":
      return <DraftsSection />;
    case "follows":
      return <RelatedPeople userId={userId} kind="FOLLOWS" emptyTitle={t.emptyFollows} />;
    case "fans":
      return <RelatedPeople userId={userId} kind="FANS" emptyTitle={t.emptyFans} />;
    case "blocked":
      return <BlockedPeople emptyTitle={t.emptyBlocked} />;
    case "sessions":
      return <SessionsSection />;
  }
}

function sectionAsk(tab: MyTab, userId: string, search: URLSearchParams): Ask {
  switch (tab) {
    case "threads":
      return threadsAsk({ authorId: userId }, search);
    case "favorites":
      return threadsAsk({ favorite: true }, search);
    case "liked":
      return threadsAsk({ liked: true }, search);
    case "drafts":
      return ask(MyDraftsDocument, {});
    case "follows":
      return relatedAsk(userId, "FOLLOWS", search);
    case "fans":
      return relatedAsk(userId, "FANS", search);
    case "blocked":
      return blockedAsk(search);
    case "sessions":
      return ask(MySessionsDocument, {});
  }
}

/** `/my` for the table of addresses. */
export const myPage = definePage({
  Component: MyPage,
  needsLogin: true,
  queries: ({ search, viewerId }) =>
    viewerId === null
      ? []
      : [ask(MyPageDocument, { id: viewerId }), sectionAsk(tabOf(search), viewerId, search)],
});
