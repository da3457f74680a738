import type { ReactNode } from "react";
import { ask, type Ask } from "../../apollo/answers.ts";
import { graphql } from "../../gql/gql.ts";
import { HomeAsideDocument } from "../../gql/graphql.ts";
import { useHomeAsideQuery } from "../../gql/hooks.ts";
import { useLocale, useTexts } from "../../i18n/texts.ts";
import { usePage } from "../../platform/page.ts";
import { Slot } from "../../plugins/Slot.tsx";
import { useViewer } from "../../session/useViewer.ts";
import { Button } from "../../ui/Button.tsx";
import { FaceGrid } from "../../ui/FaceGrid.tsx";
import { IconEdit } from "../../ui/icons.tsx";
import { Link } from "../../ui/Link.tsx";
import { compactCount } from "../../i18n/compactCount.ts";
import { LaunchSlot } from "../checklist/LaunchSlot.tsx";
import { CheckInSlot } from "../check-ins/CheckInSlot.tsx";
import { recommendedFirst } from "../topics/recommendedFirst.ts";
import { TopicChips } from "../topics/TopicChips.tsx";
import classes from "./HomeAside.module.css";
import { homeTexts } from "./home.texts.ts";

graphql(`
  query HomeAside {
    threads(filter: { recommended: true }, sort: HOT, first: 5) {
      nodes {
        id
        title
        postCount
      }
    }
    activeUsers {
      id
      nickname
      avatarUrl
    }
    recommendedTopics: topics(recommended: true, first: 10) {
      nodes {
        id
        ...TopicChips_topic
      }
    }
    topics(first: 10) {
      nodes {
        id
        ...TopicChips_topic
      }
    }
  }
`);

/** Topics beside the list; what is recommended comes first. */
const TOPICS_MAX = 10;
const ICON_PX = 18;
/** The query of the column, for the server. */
export const homeAsideAsk: Ask = ask(HomeAsideDocument, {});

/** Props of plugins in place of the code for phones. */
const useAddress = () => ({ url: usePage().publicUrl });

/** Beside the list: what the site is and the way to write, what is worth reading, topics, and who is here. */
export function HomeAside({ categoryId }: { categoryId: string | null }) {
  const { data } = useHomeAsideQuery();
  const t = useTexts(homeTexts);
  const topics = data ? recommendedFirst(data.recommendedTopics.nodes, data.topics.nodes, TOPICS_MAX) : [];
  const recommends = data?.threads.nodes ?? [];
  return (
    <Slot area="plugin_index@right">
      <div className={classes.aside}>
        <SiteCard categoryId={categoryId} />
        <CheckInSlot />
        <Slot area="plugin_index@qrcode" useData={useAddress} />
        <Slot area="plugin_index@recommend" useData={() => ({ recommends })}>
          {recommends.length > 0 && (
            <Part title={t.recommendedThreads}>
              <ol className={classes.threads}>
                {recommends.map((thread) => (
                  <li key={thread.id}>
                    <Link to={`/thread/${thread.id}`}>
                      <bdi>{thread.title}</bdi>
                    </Link>
                    <span title={t.replies}>{thread.postCount}</span>
                  </li>
                ))}
              </ol>
            </Part>
          )}
        </Slot>
        {data && topics.length > 0 && (
          <Part title={t.hotTopics} more={{ to: "/topic", label: t.allTopics }}>
            <TopicChips topics={topics} />
          </Part>
        )}
        {data && data.activeUsers.length > 0 && (
          <Part title={t.activeMembers}>
            <FaceGrid people={data.activeUsers} size="sm" />
          </Part>
        )}
        <LaunchSlot />
      </div>
    </Slot>
  );
}

interface PartProps {
  title: string;
  more?: { to: string; label: string };
  children: ReactNode;
}

function Part({ title, more, children }: PartProps) {
  return (
    <section className={`card ${classes.part}`} aria-label={title}>
      <header>
        <h2>{title}</h2>
        {more && <Link to={more.to}>{more.label}</Link>}
      </header>
      {children}
    </section>
  );
}

function SiteCard({ categoryId }: { categoryId: string | null }) {
  const { site, viewer } = useViewer();
  const t = useTexts(homeTexts);
  const locale = useLocale();
  const post = categoryId ? `/thread/post?category=${categoryId}` : "/thread/post";
  const fact = (name: string, count: number) => (
    <div>
      <dt>{name}</dt>
      <dd>{compactCount(count, locale)}</dd>
    </div>
  );
  return (
    <section className={`card ${classes.site}`} aria-label={site.name}>
      <Link className={classes.siteName} to="/forum">
        {site.name}
      </Link>
      <p className={classes.introduction}>{site.introduction || t.welcome}</p>
      {(site.viewerCanPublish || !viewer) && (
        <Button variant="primary" fullWidth to={post} icon={<IconEdit size={ICON_PX} />}>
          {viewer ? t.publish : t.signInToPublish}
        </Button>
      )}
      <dl className={classes.facts}>
        {fact(t.threads, site.countThreads)}
        {fact(t.replies, site.countPosts)}
        {fact(t.members, site.countUsers)}
      </dl>
    </section>
  );
}
