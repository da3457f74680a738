import { useEffect, useState } from "react";
import { type FragmentType, readFragment } from "../../gql/fragment-masking.ts";
import { graphql } from "../../gql/gql.ts";
import { MessageDialogsDocument } from "../../gql/graphql.ts";
import { useMessageDialogsQuery } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { Avatar } from "../../ui/Avatar.tsx";
import { Badge } from "../../ui/Badge.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { IconMessageCircle } from "../../ui/icons.tsx";
import { Link } from "../../ui/Link.tsx";
import { LoadMore } from "../../ui/LoadMore.tsx";
import { QueryView } from "../../ui/QueryView.tsx";
import { Time } from "../../ui/Time.tsx";
import { chatHref } from "../../platform/chatAddress.ts";
import { useBrowserClient } from "../../apollo/browserClient.ts";
import classes from "./DialogList.module.css";
import page from "./MessagePage.module.css";
import { messageTexts } from "./messages.texts.ts";
import { onServerEvent } from "../unread/serverEvents.ts";
import { rereader } from "../../apollo/rereader.ts";

graphql(`
  query MessageDialogs($after: String) {
    dialogs(first: 20, after: $after) {
      nodes {
        id
        ...DialogRow_dialog
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

/** The viewer's private chats, the last written to first; stays up to date by itself. */
export function DialogList({ isHeading }: { isHeading: boolean }) {
  const t = useTexts(messageTexts);
  const query = useMessageDialogsQuery({ fetchPolicy: "cache-and-network" });
  const client = useBrowserClient();
  const [reread] = useState(() =>
    rereader(client, {
      query: MessageDialogsDocument,
      variables: {},
      of: "dialogs",
    }),
  );
  useEffect(() => onServerEvent(() => void reread().catch(() => undefined)), [reread]);
  const Heading = isHeading ? "h1" : "h2";

  return (
    <section className="card">
      <div className={page.head}>
        <Heading className={page.heading}>{t.index}</Heading>
      </div>
      <QueryView query={query}>
        {({ dialogs: { nodes } }) =>
          nodes.length === 0 ? (
            <EmptyState
              icon={<IconMessageCircle size={40} stroke={1.4} />}
              title={t.noDialogs}
              text={t.noDialogsText}
            />
          ) : (
            <>
              <ul>
                {nodes.map((dialog) => (
                  <DialogRow key={dialog.id} dialog={dialog} />
                ))}
              </ul>
              <LoadMore query={query} of="dialogs" />
            </>
          )
        }
      </QueryView>
    </section>
  );
}

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

function DialogRow({ dialog }: { dialog: FragmentType<typeof DialogRow_dialog> }) {
  const { peer, lastMessage, unread } = readFragment(DialogRow_dialog, dialog);
  const t = useTexts(messageTexts);
  return (
    <li className={classes.row}>
      <Link to={chatHref(peer)} className={classes.link}>
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
