import { type FragmentType, readFragment } from "../../../gql/fragment-masking.ts";
import { graphql } from "../../../gql/gql.ts";
import type { NotificationRow_NotificationFragment } from "../../../gql/graphql.ts";
import { commonTexts } from "../../../i18n/common.texts.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { roomHref } from "../../../platform/chatAddress.ts";
import { Avatar } from "../../../ui/Avatar.tsx";
import { Dropdown, DropdownItem } from "../../../ui/Dropdown.tsx";
import { IconBell, IconCheck, IconDots, IconMail, IconSettings, IconTrash } from "../../../ui/icons.tsx";
import { Link } from "../../../ui/Link.tsx";
import { Time } from "../../../ui/Time.tsx";
import { useSwipe } from "../../../ui/useSwipe.ts";
import { notificationSettingsHref } from "../settings/notificationAnchors.ts";
import { postHref, threadHref } from "../../reading/threadAddress.ts";
import { inboxTexts } from "./inbox.texts.ts";
import { NotificationWhy } from "./NotificationWhy.tsx";
import classes from "./NotificationRow.module.css";

const NotificationRow_notification = graphql(`
  fragment NotificationRow_notification on Notification {
    id
    kind
    topic
    isRead
    text
    excerpt
    createdAt
    actors {
      id
      nickname
      avatarUrl
    }
    thread {
      id
    }
    post {
      id
      number
      parentId
    }
    draftId
    savedSearchId
    roomId
    ...NotificationWhy_notification
  }
`);

interface Props {
  notification: FragmentType<typeof NotificationRow_notification>;
  onMark: () => void;
  onOpen: () => void;
  /** Left out, the row has one button instead of a menu, and does not say why it came. */
  onDelete?: () => void;
}

/** Gives the address that a notification leads to; undefined if its content is gone. */
function hrefOf({
  kind,
  thread,
  post,
  draftId,
  savedSearchId,
  roomId,
}: NotificationRow_NotificationFragment): string | undefined {
  if (kind === "badge.awarded") return "/my";
  if (kind === "level.reached") return "/my/settings#level";
  if (kind === "plugin.broken") return "/admin/plugins";
  if (kind === "money.stopped") return "/admin/funds";
  if (kind.startsWith("user.passkey.")) return "/my/settings#passkeys";
  if (kind === "user.second_factor.removed") return "/my/settings#second-factor";
  if (kind === "invite.accepted" || kind === "divide.income") return "/invite";
  if (draftId) return `/thread/post?draft=${draftId}`;
  if (savedSearchId) return `/search?saved=${savedSearchId}`;
  if (roomId) return roomHref(roomId);
  if (!thread) return undefined;
  if (!post) return threadHref(thread.id);
  if (post.number !== null && post.number !== undefined) return postHref(thread.id, post.number);
  return post.parentId ? `/thread/${thread.id}?comments=${post.parentId}` : threadHref(thread.id);
}

/** One notification: who and what, why it came, when; unread ones carry a dot. A swipe marks it as well as its button. */
export function NotificationRow({ notification: masked, onMark, onOpen, onDelete }: Props) {
  const notification = readFragment(NotificationRow_notification, masked);
  const t = useTexts(inboxTexts);
  const common = useTexts(commonTexts);
  const { text, excerpt, isRead, actors, createdAt } = notification;
  const [actor] = actors;
  const href = hrefOf(notification);
  const toggle = isRead ? t.markUnread : t.markRead;
  const row = useSwipe<HTMLLIElement>(onMark);
  const body = (
    <>
      <span className={classes.line}>
        <bdi>{text}</bdi>
      </span>
      {excerpt && (
        <span className={classes.excerpt}>
          <bdi>{excerpt}</bdi>
        </span>
      )}
    </>
  );
  return (
    <li ref={row} className={isRead ? classes.row : `${classes.row} ${classes.unread}`} data-toggle={toggle}>
      {actor ? (
        <Avatar name={actor.nickname} src={actor.avatarUrl} userId={actor.id} circle />
      ) : (
        <span className={classes.sign} aria-hidden="true">
          <IconBell size={20} stroke={1.8} />
        </span>
      )}
      <div className={classes.text}>
        {href ? (
          <Link to={href} className={classes.link} onClick={onOpen}>
            {body}
          </Link>
        ) : (
          <div>{body}</div>
        )}
        <div className={classes.meta}>
          {!isRead && (
            <span className={classes.dot}>
              <span className="visually-hidden">{t.isUnread}</span>
            </span>
          )}
          <Time value={createdAt} />
          {onDelete && <NotificationWhy notification={notification} />}
        </div>
      </div>
      {onDelete ? (
        <Dropdown label={t.more} placement="right" className={classes.more} trigger={<IconDots size={18} />}>
          <DropdownItem icon={<IconCheck size={18} />} onSelect={onMark}>
            {toggle}
          </DropdownItem>
          <DropdownItem icon={<IconSettings size={18} />} to={notificationSettingsHref(notification.topic)}>
            {t.choices}
          </DropdownItem>
          <DropdownItem icon={<IconTrash size={18} />} danger onSelect={onDelete}>
            {common.delete}
          </DropdownItem>
        </Dropdown>
      ) : (
        <button type="button" className={classes.more} aria-label={toggle} title={toggle} onClick={onMark}>
          {isRead ? <IconMail size={18} /> : <IconCheck size={18} />}
        </button>
      )}
    </li>
  );
}
