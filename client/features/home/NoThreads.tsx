import { useTexts } from "../../i18n/texts.ts";
import { useViewer } from "../../session/useViewer.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { FIRST_VIEW, homeHref, type HomeView } from "./homeAddress.ts";
import { homeTexts } from "./home.texts.ts";

interface Props {
  categoryId: string | null;
  view: HomeView;
}

/** An empty list says why it is empty, and what to do next. */
export function NoThreads({ categoryId, view }: Props) {
  const t = useTexts(homeTexts);
  const { viewer, site } = useViewer();
  if (view.type === null && view.tab === "followed") {
    return (
      <EmptyState
        title={t.emptyFollowedTitle}
        text={t.emptyFollowedHint}
        action={<Button to="/?sort=hot">{t.showHot}</Button>}
      />
    );
  }
  if (view.type === null && view.tab === "unread") {
    return (
      <EmptyState
        title={t.emptyUnreadTitle}
        text={t.emptyUnreadHint}
        action={<Button to={homeHref(categoryId, FIRST_VIEW)}>{t.showAll}</Button>}
      />
    );
  }
  if (view.type === null && view.tab === "recommended") {
    return (
      <EmptyState
        title={t.emptyRecommendedTitle}
        text={t.emptyRecommendedHint}
        action={<Button to={homeHref(categoryId, FIRST_VIEW)}>{t.showAll}</Button>}
      />
    );
  }
  if (view.type !== null || view.tab === "essence") {
    return (
      <EmptyState
        title={t.emptyFilteredTitle}
        text={t.emptyFilteredHint}
        action={<Button to={homeHref(categoryId, FIRST_VIEW)}>{t.showAll}</Button>}
      />
    );
  }
  const mayWrite = !viewer || site.viewerCanPublish;
  return (
    <EmptyState
      title={t.emptyTitle}
      text={t.emptyHint}
      action={
        mayWrite && (
          <Button variant="primary" to={categoryId ? `/thread/post?category=${categoryId}` : "/thread/post"}>
            {viewer ? t.publish : t.signInToPublish}
          </Button>
        )
      }
    />
  );
}
