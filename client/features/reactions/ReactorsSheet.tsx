import { skipToken } from "@apollo/client/react";
import { graphql } from "../../gql/gql.ts";
import { usePostReactorsQuery, useThreadReactorsQuery } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { Avatar } from "../../ui/Avatar.tsx";
import { Link } from "../../ui/Link.tsx";
import { Sheet } from "../../ui/Sheet.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import classes from "./ReactionLayer.module.css";
import { reactionTexts } from "./reactions.texts.ts";

graphql(`
  query ThreadReactors($id: ID!) {
    thread(id: $id) {
      id
      reactors {
        emoji
        user {
          id
          nickname
          avatarUrl
        }
      }
    }
  }
`);
graphql(`
  query PostReactors($id: ID!) {
    post(id: $id) {
      id
      reactors {
        emoji
        user {
          id
          nickname
          avatarUrl
        }
      }
    }
  }
`);

const AVATAR_PX = 32;
const HEART = "♥";
/** Mark of an avatar: somebody who likes the text (spec §2). */
const LIKED = 1;

interface Props {
  /** `t5` for a thread, `p7` for a reply. */
  target: string;
  onClose(): void;
}

/** Lists the members who liked a text or reacted to it, the newest first. */
export function ReactorsSheet({ target, onClose }: Props) {
  const t = useTexts(reactionTexts);
  const isThread = target.startsWith("t");
  const options = { variables: { id: target.slice(1) }, fetchPolicy: "network-only" } as const;
  const ofThread = useThreadReactorsQuery(isThread ? options : skipToken);
  const ofPost = usePostReactorsQuery(isThread ? skipToken : options);
  const reactors = isThread ? ofThread.data?.thread?.reactors : ofPost.data?.post?.reactors;
  const isFailed = Boolean(isThread ? ofThread.error : ofPost.error);
  return (
    <Sheet title={t.who} onClose={onClose}>
      {!reactors && !isFailed && <Skeleton rows={3} />}
      {(isFailed || reactors?.length === 0) && <p>{t.nobody}</p>}
      <ul className={classes.people}>
        {reactors?.map(({ emoji, user }) => (
          <li key={user.id} className={classes.person}>
            <Avatar
              name={user.nickname}
              src={user.avatarUrl}
              size={AVATAR_PX}
              userType={emoji ? undefined : LIKED}
            />
            <Link to={`/user/${user.id}`}>
              <bdi>{user.nickname}</bdi>
            </Link>
            <span className={classes.emoji} role="img" aria-label={emoji || t.like}>
              {emoji || HEART}
            </span>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
