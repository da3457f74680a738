import type { ReactNode } from "react";
import { useNavigate } from "react-router-dom";
import { Link } from "../../ui/Link.tsx";
import { type FragmentType, readFragment } from "../../gql/fragment-masking.ts";
import { graphql } from "../../gql/gql.ts";
import type { SearchHit_HitFragment } from "../../gql/graphql.ts";
import { useTexts } from "../../i18n/texts.ts";
import { Slot } from "../../plugins/Slot.tsx";
import { Avatar } from "../../ui/Avatar.tsx";
import { smallFace } from "../../ui/smallFace.tsx";
import { Time } from "../../ui/Time.tsx";
import { postHref } from "../reading/threadAddress.ts";
import { Highlight } from "./Highlight.tsx";
import classes from "./SearchPage.module.css";
import { searchHref } from "./searchAddress.ts";
import { searchTexts } from "./search.texts.ts";

const AVATAR_PX = 48;

/** Fields of a hit that the list of results shows. */
export const SearchHit_hit = graphql(`
  fragment SearchHit_hit on SearchHit {
    kind
    snippet
    titleMarks
    snippetMarks
    thread {
      id
      title
      createdAt
      postCount
      category {
        id
        name
      }
      author {
        id
        nickname
        avatarUrl
      }
    }
    post {
      id
      number
      threadId
      createdAt
      author {
        id
        nickname
        avatarUrl
      }
    }
    user {
      id
      nickname
      avatarUrl
      signature
      threadCount
      fansCount
    }
    topic {
      id
      name
      threadCount
    }
    pluginData(at: "plugin_index@search_extension_display_hook")
  }
`);

interface Props {
  hit: FragmentType<typeof SearchHit_hit>;
  keyword: string;
}

/** One hit: a thread, a reply within its thread, a topic, or a member. */
export function SearchHit({ hit: masked, keyword }: Props) {
  const hit = readFragment(SearchHit_hit, masked);
  const t = useTexts(searchTexts);
  const extension = <HitExtension hit={hit} keyword={keyword} />;
  if (hit.user) return <PersonHit user={hit.user} marks={hit.titleMarks} extension={extension} />;
  if (hit.topic) {
    return (
      <article className={classes.hit}>
        <h2 className={classes.title}>
          <Link to={`/topic/${hit.topic.id}`}>
            #<Highlight text={hit.topic.name} marks={hit.titleMarks} />#
          </Link>
        </h2>
        <p className={classes.facts}>{t.threadCount(hit.topic.threadCount)}</p>
        {extension}
      </article>
    );
  }
  const { thread, post } = hit;
  if (!thread) return null;
  const source = post ?? thread;
  const to = post?.number ? postHref(thread.id, post.number) : `/thread/${thread.id}`;

  return (
    <article className={classes.hit}>
      <h2 className={classes.title}>
        {post && <span className={classes.floor}>{post.number ? t.floor(post.number) : t.replies}</span>}
        <Link to={to}>
          <Highlight text={thread.title} marks={hit.titleMarks} />
        </Link>
      </h2>
      {hit.snippet && (
        <p className={classes.snippet}>
          <Highlight text={hit.snippet} marks={hit.snippetMarks} />
        </p>
      )}
      <p className={classes.facts}>
        {source.author ? (
          <Link className={classes.writer} to={`/user/${source.author.id}`}>
            {smallFace(source.author)}
            <bdi>{source.author.nickname}</bdi>
          </Link>
        ) : (
          <span>{t.anonymous}</span>
        )}
        <Time value={source.createdAt} />
        <span>
          <bdi>{thread.category.name}</bdi>
        </span>
        <span>{t.replyCount(String(thread.postCount))}</span>
      </p>
      {extension}
    </article>
  );
}

/** Place of plugins in a hit. */
function HitExtension({ hit, keyword }: { hit: SearchHit_HitFragment; keyword: string }) {
  const { kind, thread, post, user, topic, pluginData } = hit;
  const useData = () => {
    const navigate = useNavigate();
    return {
      hitData: { id: (post ?? thread ?? user ?? topic)!.id, kind },
      message: keyword,
      onSearch: (next: string) => void navigate(searchHref({ keyword: next, tab: "threads", after: null })),
      pluginData,
    };
  };
  return <Slot area="plugin_index@search_extension_display" useData={useData} />;
}

interface PersonProps {
  user: NonNullable<SearchHit_HitFragment["user"]>;
  marks: readonly number[];
  extension: ReactNode;
}

function PersonHit({ user, marks, extension }: PersonProps) {
  const t = useTexts(searchTexts);
  return (
    <article className={`${classes.hit} ${classes.person}`}>
      <Avatar name={user.nickname} src={user.avatarUrl} size={AVATAR_PX} userId={user.id} />
      <div>
        <h2 className={classes.title}>
          <Link to={`/user/${user.id}`}>
            <Highlight text={user.nickname} marks={marks} />
          </Link>
        </h2>
        <p className={classes.snippet}>
          <bdi>{user.signature || t.noSignature}</bdi>
        </p>
        <p className={classes.facts}>
          <span>{t.threadCount(user.threadCount)}</span>
          <span>{t.fansCount(user.fansCount)}</span>
        </p>
        {extension}
      </div>
    </article>
  );
}
