import { Link } from "../../../ui/Link.tsx";
import { type FragmentType, readFragment } from "../../../gql/fragment-masking.ts";
import { graphql } from "../../../gql/gql.ts";
import { useLocale, useTexts } from "../../../i18n/texts.ts";
import { Avatar } from "../../../ui/Avatar.tsx";
import { Time } from "../../../ui/Time.tsx";
import { compactCount } from "../../../i18n/compactCount.ts";
import classes from "./ThreadAside.module.css";
import { ReplyButton } from "../../posts/composer/ReplyButton.tsx";
import { LONG_THREAD_POSTS, type ReadingPlace } from "../../reading/readingPlace.ts";
import { ScrubberSlot } from "./ScrubberSlot.tsx";
import { postHref } from "../../reading/threadAddress.ts";
import { threadTexts } from "../threads.texts.ts";

const AVATAR_PX = 64;

/** Fields of a thread that its sidebar shows. */
export const ThreadAside_thread = graphql(`
  fragment ThreadAside_thread on Thread {
    id
    author {
      id
      nickname
      avatarUrl
      signature
      threadCount
      likedCount
      fansCount
    }
    createdAt
    lastNumber
    lastPostedAt
    viewerCanReply
  }
`);

interface Props {
  thread: FragmentType<typeof ThreadAside_thread>;
  place: ReadingPlace;
}

/** Sidebar of a thread: its author, the scrubber and the way to answer; for wide windows, with room beside the text. */
export function ThreadAside({ thread: masked, place }: Props) {
  const thread = readFragment(ThreadAside_thread, masked);
  const t = useTexts(threadTexts);
  const locale = useLocale();
  const { author } = thread;
  const fact = (name: string, count: number) => (
    <div>
      <dt>{name}</dt>
      <dd>{compactCount(count, locale)}</dd>
    </div>
  );

  return (
    <div className={classes.aside}>
      {author && (
        <section className={`card ${classes.person}`} aria-label={t.by}>
          <Avatar
            name={author.nickname}
            src={author.avatarUrl}
            size={AVATAR_PX}
            userId={author.id}
            direction="left"
          />
          <Link className={classes.name} to={`/user/${author.id}`}>
            <bdi>{author.nickname}</bdi>
          </Link>
          {author.signature && (
            <p className={classes.signature}>
              <bdi>{author.signature}</bdi>
            </p>
          )}
          <dl className={classes.facts}>
            {fact(t.threads, author.threadCount)}
            {fact(t.likes, author.likedCount)}
            {fact(t.fans, author.fansCount)}
          </dl>
        </section>
      )}
      {thread.lastNumber > 0 && thread.lastNumber < LONG_THREAD_POSTS && (
        <p className={`card ${classes.last}`}>
          <Link to={postHref(thread.id, thread.lastNumber)}>{t.toLast}</Link>
          <Time value={thread.lastPostedAt} />
        </p>
      )}
      <ScrubberSlot
        id={thread.id}
        last={thread.lastNumber}
        createdAt={thread.createdAt}
        lastPostedAt={thread.lastPostedAt}
        place={place}
      />
      <ReplyButton threadId={thread.id} canReply={thread.viewerCanReply} fullWidth />
    </div>
  );
}
