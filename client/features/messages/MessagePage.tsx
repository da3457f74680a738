import { useEffect, useState } from "react";
import { useLocation, useSearchParams } from "react-router-dom";
import { ask, type Ask } from "../../apollo/answers.ts";
import {
  MessageChatDocument,
  MessageDialogsDocument,
  MessageNotificationsDocument,
  MessageRoomDocument,
  MessageRoomsDocument,
  UnreadCountsDocument,
} from "../../gql/graphql.ts";
import { useTexts } from "../../i18n/texts.ts";
import { PageHead } from "../../layout/PageHead.tsx";
import { definePage } from "../../page.ts";
import { noteMissingId } from "../../platform/chatAddress.ts";
import { usePage } from "../../platform/page.ts";
import { ChatView } from "./ChatView.tsx";
import { DialogList, dialogKey, roomKey } from "./DialogList.tsx";
import { type EntryType, entryWithNews } from "./entries.ts";
import { EntryList } from "./EntryList.tsx";
import classes from "./MessagePage.module.css";
import { messageTexts } from "./messages.texts.ts";
import { RoomView } from "./rooms/RoomView.tsx";
import { useListBeside } from "./useListBeside.ts";
import { NOTIFICATION_ENTRIES, NotificationList } from "../notifications/inbox/NotificationList.tsx";
import { countsAmong, UNKNOWN_COUNTS, useUnreadCounts } from "../unread/unreadCounts.ts";

/** View that the address selects: the list of entries, one of the lists, the chat with a member, or a group chat. */
type Shown =
  | { kind: "start" }
  | { kind: "list"; type: EntryType }
  | { kind: "chat"; userId: string }
  | { kind: "room"; roomId: string };

const LISTS: readonly EntryType[] = ["index", "account", "financial", "thread"];
const ID = /^[1-9]\d{0,15}$/;

function shownBy(search: URLSearchParams): Shown {
  const page = search.get("page");
  const userId = search.get("userId") ?? "";
  if (page === "chat" && ID.test(userId)) return { kind: "chat", userId };
  const roomId = search.get("roomId") ?? "";
  if (page === "room" && ID.test(roomId)) return { kind: "room", roomId };
  const type = LISTS.find((known) => known === page);
  return type ? { kind: "list", type } : { kind: "start" };
}

/** Key of the row that leads to the chat that is open. */
const keyOfChat = (shown: Shown): string | undefined =>
  shown.kind === "chat" ? dialogKey(shown.userId) : shown.kind === "room" ? roomKey(shown.roomId) : undefined;

/** `/message` — the message centre: private messages and notifications (spec §2). */
function MessagePage() {
  const [search] = useSearchParams();
  const t = useTexts(messageTexts);
  const { platform } = usePage();
  const shown = shownBy(search);
  const isPhone = platform === "h5";
  const counts = useUnreadCounts();
  const { key } = useLocation();
  // Later news does not exchange the list that somebody reads.
  const [start, setStart] = useState<{ key: string; type: EntryType } | null>(null);
  if (start?.key !== key && counts !== UNKNOWN_COUNTS) setStart({ key, type: entryWithNews(counts) });
  const type = shown.kind === "list" ? shown.type : start?.key === key ? start.type : "index";
  const title = shown.kind === "list" ? `${t[shown.type]} - ${t.title}` : t.title;
  const isWithNobody = search.get("page") === "chat" && shown.kind !== "chat";
  useEffect(() => {
    if (isWithNobody) noteMissingId();
  }, [isWithNobody]);
  const isDeep = shown.kind !== "start";
  const isChat = shown.kind === "chat" || shown.kind === "room";
  const isBeside = useListBeside() && isChat && !isPhone;
  // The room for the list is there before the script that fills it.
  const frame = isChat ? `${classes.desk} ${classes.beside}` : classes.desk;

  return (
    <div className={isPhone ? classes.phone : frame}>
      {!isChat && <PageHead title={title} noIndex />}
      {(!isPhone || !isDeep) && (
        <div className={classes.side}>
          {isPhone && <h1 className={classes.title}>{t.title}</h1>}
          <EntryList current={isChat ? "index" : type} />
          {isBeside && <DialogList isHeading={false} current={keyOfChat(shown)} />}
        </div>
      )}
      <div className={classes.main}>
        {shown.kind === "chat" ? (
          <ChatView key={shown.userId} userId={shown.userId} />
        ) : shown.kind === "room" ? (
          <RoomView key={shown.roomId} roomId={shown.roomId} />
        ) : type === "index" ? (
          <DialogList isHeading={!isPhone || isDeep} />
        ) : (
          <NotificationList key={type} type={type} isHeading={!isPhone || isDeep} />
        )}
      </div>
    </div>
  );
}

/** The queries of a list. */
function askList(type: EntryType): Ask[] {
  return type === "index"
    ? [ask(MessageDialogsDocument, {}), ask(MessageRoomsDocument, {})]
    : [ask(MessageNotificationsDocument, { entry: NOTIFICATION_ENTRIES[type] })];
}

/** `/message` for the table of addresses. */
export const messagePage = definePage({
  Component: MessagePage,
  needsLogin: true,
  queries: ({ search, viewerId }) => {
    const shown = shownBy(search);
    if (viewerId === null) return [];
    if (shown.kind === "start") return [ask(UnreadCountsDocument, {})];
    if (shown.kind === "chat") return [ask(MessageChatDocument, { userId: shown.userId })];
    if (shown.kind === "room") return [ask(MessageRoomDocument, { id: shown.roomId })];
    return askList(shown.type);
  },
  // The counts say which list comes first, before anything is drawn.
  followUps: ({ search }, answers) => {
    const counts = countsAmong(answers);
    return shownBy(search).kind === "start" && counts ? askList(entryWithNews(counts)) : [];
  },
});
