import { Fragment } from "react";
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
const MessageBubble_peer = graphql(`
  fragment MessageBubble_peer on User {
    id
    nickname
    avatarUrl
  }
`);

interface Props {
  message: FragmentType<typeof MessageBubble_message>;
  /** The other one. */
  peer: FragmentType<typeof MessageBubble_peer>;
  /** Some time has passed since the message before. */
  hasTime: boolean;
  /** True once the other one has read it; null where that is not said. */
  read: boolean | null;
  /** The Tab key stops at its button; arrow keys lead to those of the others. */
  isTabStop: boolean;
  onReport: (messageId: string) => void;
}

/** One message: mine to the right, the other one's with their picture to the left. Text stays text; addresses are links. */
export function MessageBubble({ message, peer: masked, hasTime, read, isTabStop, onReport }: Props) {
  const t = useTexts(chatTexts);
  const { id, body, isMine, isRemoved, createdAt, picture } = readFragment(MessageBubble_message, message);
  const peer = readFragment(MessageBubble_peer, masked);
  return (
    <>
      {hasTime && (
        <p className={classes.time}>
          <Time value={createdAt} />
        </p>
      )}
      <div className={isMine ? `${classes.line} ${classes.mine}` : classes.line}>
        {!isMine && <Avatar name={peer.nickname} src={peer.avatarUrl} userId={peer.id} size="small" circle />}
        <div className={classes.stack}>
          <span className="visually-hidden">{isMine ? t.fromYou : t.from(peer.nickname)}</span>
          {picture && (
            <a href={picture.url} target="_blank" rel="noreferrer" className={classes.picture}>
              <img
                src={picture.thumbUrl ?? picture.url}
                alt={isMine ? t.ownPicture : t.pictureAlt(peer.nickname)}
                {...sizeOf(picture.width, picture.height)}
              />
            </a>
          )}
          {isRemoved && <p className={`${classes.bubble} ${classes.removed}`}>{t.removed}</p>}
          {body && (
            <p className={classes.bubble}>
              <PlainText text={body} />
            </p>
          )}
          {read !== null && <span className={classes.state}>{read ? t.read : t.delivered}</span>}
        </div>
        {!isMine && !isRemoved && (
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
