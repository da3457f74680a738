import { Fragment, type ReactNode } from "react";
import { type FragmentType, readFragment } from "../../gql/fragment-masking.ts";
import { graphql } from "../../gql/gql.ts";
import { useTexts } from "../../i18n/texts.ts";
import { Avatar } from "../../ui/Avatar.tsx";
import { IconFlag } from "../../ui/icons.tsx";
import { Time } from "../../ui/Time.tsx";
import { TruncatedLink } from "../../ui/TruncatedLink.tsx";
import classes from "./MessageBubble.module.css";
import { chatTexts } from "./messages.texts.ts";
import type { Outgoing } from "./useOutgoing.ts";

const ADDRESS = /(https?:\/\/[^\s<>"'）》」]+)/g;
/** Widest picture in a chat, in CSS pixels; the style sheet knows it too. */
const PICTURE_PX = 240;

const MessageBubble_message = graphql(`
  fragment MessageBubble_message on Message {
    id
    body
    isMine
    isRemoved
    isFromBlocked
    createdAt
    picture {
      id
      url
      thumbUrl
      width
      height
    }
  }
`);
const MessageBubble_author = graphql(`
  fragment MessageBubble_author on User {
    id
    nickname
    avatarUrl
  }
`);

interface Props {
  message: FragmentType<typeof MessageBubble_message>;
  /** The author; the other one where only two talk. */
  author: FragmentType<typeof MessageBubble_author>;
  /** Shows the name of the author above the bubble, as where many talk. */
  hasName?: boolean;
  /** The author wrote the message before as well: their face is above. */
  isFollowing?: boolean;
  /** Some time has passed since the message before. */
  hasTime: boolean;
  /** Line below it, such as who has read it. */
  state?: ReactNode;
  /** The Tab key stops at its button; arrow keys lead to those of the others. */
  isTabStop: boolean;
  onReport: (messageId: string) => void;
}

/** One message: mine to the right, those of others with their picture to the left. Text stays text; addresses are links. */
export function MessageBubble(props: Props) {
  const { author: masked, hasName = false, isFollowing = false, hasTime, state, isTabStop, onReport } = props;
  const t = useTexts(chatTexts);
  const message = readFragment(MessageBubble_message, props.message);
  const { id, body, isMine, isRemoved, isFromBlocked, createdAt, picture } = message;
  const author = readFragment(MessageBubble_author, masked);
  const folded = isRemoved ? t.removed : isFromBlocked ? t.fromBlocked : null;
  const face = isFollowing ? (
    <span className={classes.noFace} />
  ) : (
    <Avatar name={author.nickname} src={author.avatarUrl} userId={author.id} size="small" circle />
  );
  return (
    <>
      {hasTime && (
        <p className={classes.time}>
          <Time value={createdAt} />
        </p>
      )}
      <div className={isMine ? `${classes.line} ${classes.mine}` : classes.line}>
        {!isMine && face}
        <div className={classes.stack}>
          {hasName && !isMine && !isFollowing && (
            <span className={classes.name} aria-hidden="true">
              <bdi>{author.nickname}</bdi>
            </span>
          )}
          <span className="visually-hidden">{isMine ? t.fromYou : t.from(author.nickname)}</span>
          {picture && (
            <a href={picture.url} target="_blank" rel="noreferrer" className={classes.picture}>
              <img
                src={picture.thumbUrl ?? picture.url}
                alt={isMine ? t.ownPicture : t.pictureAlt(author.nickname)}
                {...sizeOf(picture.width, picture.height)}
              />
            </a>
          )}
          {folded && <p className={`${classes.bubble} ${classes.removed}`}>{folded}</p>}
          {body && (
            <p className={classes.bubble}>
              <PlainText text={body} />
            </p>
          )}
          {state && <span className={classes.state}>{state}</span>}
        </div>
        {!isMine && !folded && (
          <button
            type="button"
            className={classes.report}
            data-report=""
            tabIndex={isTabStop ? 0 : -1}
            aria-label={t.report}
            title={t.report}
            onClick={() => onReport(id)}
          >
            <IconFlag size={16} stroke={1.8} />
          </button>
        )}
      </div>
    </>
  );
}

function sizeOf(width?: number | null, height?: number | null): { width?: number; height?: number } {
  if (!width || !height) return {};
  const scale = Math.min(1, PICTURE_PX / Math.max(width, height));
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

function PlainText({ text }: { text: string }) {
  return text
    .split(ADDRESS)
    .map((part, index) =>
      index % 2 === 1 ? <TruncatedLink key={index} href={part} /> : <Fragment key={index}>{part}</Fragment>,
    );
}

interface OutgoingProps {
  message: Outgoing;
  onAgain: () => void;
  onDiscard: () => void;
}

/** A message on its way; one that did not arrive can be sent again or given up. */
export function OutgoingBubble({ message: { body, preview, failure }, onAgain, onDiscard }: OutgoingProps) {
  const t = useTexts(chatTexts);
  return (
    <div className={`${classes.line} ${classes.mine}`}>
      <div className={classes.stack}>
        <span className="visually-hidden">{t.fromYou}</span>
        {preview && (
          <span className={classes.picture}>
            <img src={preview} alt={t.ownPicture} />
          </span>
        )}
        {body && <p className={`${classes.bubble} ${classes.onItsWay}`}>{body}</p>}
        {failure === null ? (
          <span className={classes.state}>{t.sending}</span>
        ) : (
          <span className={classes.failed} role="alert">
            {t.failed}
            {t.colon}
            {failure}
            <button type="button" onClick={onAgain}>
              {t.again}
            </button>
            <button type="button" onClick={onDiscard}>
              {t.discard}
            </button>
          </span>
        )}
      </div>
    </div>
  );
}
