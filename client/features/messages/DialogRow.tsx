import { type FragmentType, readFragment } from "../../gql/fragment-masking.ts";
import { graphql } from "../../gql/gql.ts";
import { useTexts } from "../../i18n/texts.ts";
import { chatHref } from "../../platform/chatAddress.ts";
import { Avatar } from "../../ui/Avatar.tsx";
import { Badge } from "../../ui/Badge.tsx";
import { Link } from "../../ui/Link.tsx";
import { Time } from "../../ui/Time.tsx";
import classes from "./DialogList.module.css";
import { messageTexts } from "./messages.texts.ts";

const DialogRow_dialog = graphql(`
  fragment DialogRow_dialog on Dialog {
    id
    unread
    peer {
      id
      nickname
      avatarUrl
    }
    lastMessage {
      id
      body
      isMine
      isRemoved
      createdAt
    }
  }
`);

interface Props {
  dialog: FragmentType<typeof DialogRow_dialog>;
  /** The chat is open beside the list. */
  isCurrent: boolean;
}

/** A chat with one member in the list of chats. */
export function DialogRow({ dialog, isCurrent }: Props) {
  const { peer, lastMessage, unread } = readFragment(DialogRow_dialog, dialog);
  const t = useTexts(messageTexts);
  return (
    <li className={classes.row}>
      <Link to={chatHref(peer)} className={classes.link} aria-current={isCurrent ? "page" : undefined}>
        <Avatar name={peer.nickname} src={peer.avatarUrl} size="middle" circle />
        <span className={classes.text}>
          <span className={classes.top}>
            <span className={classes.name}>
              <bdi>{peer.nickname}</bdi>
            </span>
            {lastMessage && <Time value={lastMessage.createdAt} className={classes.time} />}
          </span>
          <span className={classes.bottom}>
            <span className={unread > 0 ? `${classes.last} ${classes.fresh}` : classes.last}>
              {lastMessage?.isMine && t.you}
              {lastMessage && (lastMessage.isRemoved ? t.removed : lastMessage.body || t.picture)}
            </span>
            <Badge count={unread} label={t.unread(unread)} />
          </span>
        </span>
      </Link>
    </li>
  );
}
