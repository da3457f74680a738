import { type FragmentType, readFragment } from "../../../gql/fragment-masking.ts";
import { graphql } from "../../../gql/gql.ts";
import type { RoomRow_RoomFragment } from "../../../gql/graphql.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { roomHref } from "../../../platform/chatAddress.ts";
import { useViewer } from "../../../session/useViewer.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { IconBellOff } from "../../../ui/icons.tsx";
import { Link } from "../../../ui/Link.tsx";
import { Time } from "../../../ui/Time.tsx";
import classes from "../DialogList.module.css";
import { messageTexts } from "../messages.texts.ts";
import { RoomFace } from "./RoomFace.tsx";
import { eventSentence } from "./roomEvents.ts";
import { roomEventTexts, roomListTexts } from "./rooms.texts.ts";

const RoomRow_room = graphql(`
  fragment RoomRow_room on Room {
    id
    name
    state
    isMuted
    unread
    invitedAt
    invitedBy {
      id
      nickname
    }
    lastMessage {
      id
      body
      isMine
      isRemoved
      isFromBlocked
      createdAt
      author {
        id
        nickname
      }
      roomEvent {
        kind
        user {
          id
          nickname
        }
        name
      }
    }
  }
`);

interface Props {
  room: FragmentType<typeof RoomRow_room>;
  /** The chat is open beside the list. */
  isCurrent: boolean;
}

/** A group chat, or an invitation to one, in the list of chats. */
export function RoomRow({ room: masked, isCurrent }: Props) {
  const room = readFragment(RoomRow_room, masked);
  const { id, name, state, isMuted, unread, invitedAt, lastMessage } = room;
  const t = useTexts(roomListTexts);
  const words = useTexts(messageTexts);
  const lastWords = useLastWords(room);
  const isFresh = state === "INVITED" || (unread > 0 && !isMuted);
  return (
    <li className={classes.row}>
      <Link to={roomHref(id)} className={classes.link} aria-current={isCurrent ? "page" : undefined}>
        <RoomFace name={name} size="middle" />
        <span className={classes.text}>
          <span className={classes.top}>
            <span className={classes.title}>
              <span className={classes.name}>
                <bdi>{name}</bdi>
              </span>
              {isMuted && (
                <span className={classes.sign} title={t.muted}>
                  <IconBellOff size={15} />
                  <span className="visually-hidden">{t.muted}</span>
                </span>
              )}
            </span>
            <Time value={lastMessage?.createdAt ?? invitedAt} className={classes.time} />
          </span>
          <span className={classes.bottom}>
            <span className={isFresh ? `${classes.last} ${classes.fresh}` : classes.last}>
              <bdi>{lastWords}</bdi>
            </span>
            {state === "INVITED" ? (
              <Badge count={1} label={t.isInvitation} />
            ) : isMuted ? (
              <QuietCount count={unread} />
            ) : (
              <Badge count={unread} label={words.unread(unread)} />
            )}
          </span>
        </span>
      </Link>
    </li>
  );
}

/** Unread messages of a muted chat: a number without colour. */
function QuietCount({ count }: { count: number }) {
  const t = useTexts(roomListTexts);
  if (count === 0) return null;
  return (
    <span className={classes.quiet} title={t.quiet(count)}>
      <span aria-hidden="true">{count}</span>
      <span className="visually-hidden">{t.quiet(count)}</span>
    </span>
  );
}

/** Words of the newest message, event or invitation. */
function useLastWords({ state, invitedBy, lastMessage }: RoomRow_RoomFragment): string {
  const t = useTexts(roomListTexts);
  const words = useTexts(messageTexts);
  const events = useTexts(roomEventTexts);
  const { viewer } = useViewer();
  if (state === "INVITED") return invitedBy ? t.invitedYou(invitedBy.nickname) : t.invitation;
  if (!lastMessage) return t.nothingYet;
  const { author, roomEvent, isMine, isRemoved, isFromBlocked, body } = lastMessage;
  if (roomEvent) {
    const { kind, user, name } = roomEvent;
    return eventSentence(events, { kind, author, users: user ? [user] : [], name }, viewer?.id);
  }
  if (isFromBlocked) return t.fromBlocked;
  const text = isRemoved ? words.removed : body || words.picture;
  return (isMine ? words.you : t.by(author.nickname)) + text;
}
