import { lazy, Suspense, useEffect, useState } from "react";
import { useBrowserClient } from "../../apollo/browserClient.ts";
import { rereader } from "../../apollo/rereader.ts";
import { graphql } from "../../gql/gql.ts";
import { MessageDialogsDocument, MessageRoomsDocument } from "../../gql/graphql.ts";
import { useMessageDialogsQuery, useMessageRoomsQuery } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { useOffered } from "../../session/useOffered.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { IconMessageCircle, IconPlus } from "../../ui/icons.tsx";
import { LoadMore } from "../../ui/LoadMore.tsx";
import { QueryView } from "../../ui/QueryView.tsx";
import { onServerEvent } from "../unread/serverEvents.ts";
import { DialogRow } from "./DialogRow.tsx";
import page from "./MessagePage.module.css";
import { messageTexts } from "./messages.texts.ts";
import { mergeChats } from "./rooms/mergedChats.ts";
import { RoomRow } from "./rooms/RoomRow.tsx";
import { roomListTexts } from "./rooms/rooms.texts.ts";

const NewRoomDialog = lazy(() =>
  import("./rooms/NewRoomDialog.tsx").then((module) => ({ default: module.NewRoomDialog })),
);

graphql(`
  query MessageDialogs($after: String) {
    dialogs(first: 20, after: $after) {
      nodes {
        id
        lastMessage {
          id
        }
        ...DialogRow_dialog
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);
graphql(`
  query MessageRooms($after: String) {
    rooms(first: 20, after: $after) {
      nodes {
        id
        newestMessageId
        ...RoomRow_room
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

/** Key of the row of a chat with a member. */
export const dialogKey = (peerId: string): string => `dialog ${peerId}`;
/** Key of the row of a group chat. */
export const roomKey = (roomId: string): string => `room ${roomId}`;

interface Props {
  /** Its title is the heading of the page. */
  isHeading: boolean;
  /** Key of the row whose chat is open beside it. */
  current?: string | undefined;
}

/** The viewer's chats with one member and in groups, the last written to first; stays up to date by itself. */
export function DialogList({ isHeading, current }: Props) {
  const t = useTexts(messageTexts);
  const { query, dialogs, rooms } = useChats();
  const Heading = isHeading ? "h1" : "h2";

  return (
    <section className="card">
      <div className={page.head}>
        <Heading className={page.heading}>{t.index}</Heading>
        <NewRoomButton />
      </div>
      <QueryView query={query}>
        {(data) => {
          const { rows, next } = mergeChats(data.dialogs, data.rooms, PLACES);
          if (rows.length === 0) {
            return (
              <EmptyState
                icon={<IconMessageCircle size={40} stroke={1.4} />}
                title={t.noDialogs}
                text={t.noDialogsText}
              />
            );
          }
          return (
            <>
              <ul>
                {rows.map(({ dialog, room }) =>
                  dialog ? (
                    <DialogRow
                      key={dialogKey(dialog.id)}
                      dialog={dialog}
                      isCurrent={dialogKey(dialog.id) === current}
                    />
                  ) : (
                    <RoomRow key={roomKey(room.id)} room={room} isCurrent={roomKey(room.id) === current} />
                  ),
                )}
              </ul>
              {next === "rooms" ? (
                <LoadMore query={rooms} of="rooms" />
              ) : (
                <LoadMore query={dialogs} of="dialogs" />
              )}
            </>
          );
        }}
      </QueryView>
    </section>
  );
}

/** Places in the list: ids of messages grow with time. */
const PLACES = {
  dialog: ({ lastMessage }: { lastMessage?: { id: string } | null }) => Number(lastMessage?.id ?? 0),
  room: ({ newestMessageId }: { newestMessageId: string }) => Number(newestMessageId),
};

/** Both lists as one query, read again when something came. */
function useChats() {
  const client = useBrowserClient();
  const dialogs = useMessageDialogsQuery({ fetchPolicy: "cache-and-network" });
  const rooms = useMessageRoomsQuery({ fetchPolicy: "cache-and-network" });
  const [reread] = useState(() => {
    const readers = [
      rereader(client, { query: MessageDialogsDocument, variables: {}, of: "dialogs" }),
      rereader(client, { query: MessageRoomsDocument, variables: {}, of: "rooms" }),
    ];
    return () => readers.forEach((read) => void read().catch(() => undefined));
  });
  useEffect(() => onServerEvent(reread), [reread]);

  const data = dialogs.data && rooms.data && { ...dialogs.data, ...rooms.data };
  const query = {
    data,
    error: dialogs.error ?? rooms.error,
    loading: dialogs.loading || rooms.loading,
    refetch: () => Promise.all([dialogs.refetch(), rooms.refetch()]),
  };
  return { query, dialogs, rooms };
}

function NewRoomButton() {
  const t = useTexts(roomListTexts);
  const isOffered = useOffered("MESSAGES");
  const [isOpen, setOpen] = useState(false);
  if (!isOffered) return null;
  return (
    <>
      <Button size="sm" variant="subtle" icon={<IconPlus size={18} />} onClick={() => setOpen(true)}>
        {t.newRoom}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <NewRoomDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
