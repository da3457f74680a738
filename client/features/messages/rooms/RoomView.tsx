import { useEffect, useState } from "react";
import { type FragmentType, readFragment } from "../../../gql/fragment-masking.ts";
import { graphql } from "../../../gql/gql.ts";
import type { RoomView_MessageFragment, RoomView_RoomFragment } from "../../../gql/graphql.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { PageHead } from "../../../layout/PageHead.tsx";
import { useViewer } from "../../../session/useViewer.ts";
import { Button } from "../../../ui/Button.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { IconMessages } from "../../../ui/icons.tsx";
import { LoadMore } from "../../../ui/LoadMore.tsx";
import { QueryView } from "../../../ui/QueryView.tsx";
import { Time } from "../../../ui/Time.tsx";
import { useReport } from "../../moderation/reports/useReport.tsx";
import { ChatFoot } from "../ChatFoot.tsx";
import { ChatHistory } from "../ChatHistory.tsx";
import chat from "../ChatView.module.css";
import { MessageBubble } from "../MessageBubble.tsx";
import bubble from "../MessageBubble.module.css";
import { chatTexts } from "../messages.texts.ts";
import { useChatScroll } from "../useChatScroll.ts";
import { RoomHead } from "./RoomHead.tsx";
import { RoomInvitation } from "./RoomInvitation.tsx";
import { RoomReaders } from "./RoomReaders.tsx";
import { eventSentence } from "./roomEvents.ts";
import { linesOf, readersOf, type RoomLine } from "./roomLines.ts";
import { roomEventTexts, roomTexts } from "./rooms.texts.ts";
import { useRoom } from "./useRoom.ts";

const RoomView_room = graphql(`
  fragment RoomView_room on Room {
    id
    name
    state
    unread
    refusal
    members {
      user {
        id
        nickname
      }
      state
      readUpTo
      joinedAt
    }
    ...RoomHead_room
    ...RoomInvitation_room
  }
`);
const RoomView_message = graphql(`
  fragment RoomView_message on Message {
    id
    isMine
    isRemoved
    isFromBlocked
    createdAt
    author {
      id
      nickname
      ...MessageBubble_author
    }
    roomEvent {
      kind
      user {
        id
        nickname
      }
      name
    }
    ...MessageBubble_message
  }
`);

/** A group chat, or the invitation to it. */
export function RoomView({ roomId }: { roomId: string }) {
  const t = useTexts(roomTexts);
  const words = useTexts(chatTexts);
  // What comes while somebody reads further up has not been read.
  const [isAway, setAway] = useState(false);
  const room = useRoom(roomId, !isAway);
  if (room.isGone && room.query.data) {
    return (
      <section className="card">
        <EmptyState
          icon={<IconMessages size={40} stroke={1.4} />}
          title={t.gone}
          action={<Button to="/message?page=index">{words.back}</Button>}
          isWholePage
        />
      </section>
    );
  }
  return (
    <section className={`card ${chat.chat}`}>
      <QueryView query={room.query}>
        {(data) =>
          data.room.state === "INVITED" ? (
            <RoomInvitation room={readFragment(RoomView_room, data.room)} onJoined={room.query.refetch} />
          ) : (
            <Room room={data.room} messages={data.room.messages.nodes} chat={room} onAway={setAway} />
          )
        }
      </QueryView>
    </section>
  );
}

interface RoomProps {
  room: FragmentType<typeof RoomView_room>;
  /** From the newest to the oldest. */
  messages: readonly FragmentType<typeof RoomView_message>[];
  chat: ReturnType<typeof useRoom>;
  /** Somebody has scrolled away from the end, or is back. */
  onAway: (isAway: boolean) => void;
}

function Room({ room: masked, messages, chat: served, onAway }: RoomProps) {
  const t = useTexts(roomTexts);
  const words = useTexts(chatTexts);
  const room = readFragment(RoomView_room, masked);
  const shown = readFragment(RoomView_message, messages).toReversed();
  const isEmpty = shown.length === 0 && served.outgoing.length === 0;
  const scroll = useChatScroll({
    first: shown[0]?.id,
    last: `${shown.at(-1)?.id} ${served.outgoing.length}`,
  });
  const { isAway, toEnd } = scroll;
  useEffect(() => onAway(isAway), [isAway, onAway]);
  const { report, dialog: reportDialog } = useReport();
  const send = (body: string, picture: File | null) => {
    toEnd();
    served.send(body, picture);
  };
  return (
    <>
      <PageHead title={room.name} noIndex />
      <RoomHead room={room} onChange={served.look} />
      <ChatHistory
        scroll={scroll}
        chat={served}
        unread={room.unread}
        older={
          <LoadMore query={served.query} of="room.messages" label={words.older} className={chat.older} />
        }
        empty={
          isEmpty && (
            <EmptyState
              icon={<IconMessages size={40} stroke={1.4} />}
              title={t.empty}
              text={room.refusal ? undefined : t.emptyText}
            />
          )
        }
      >
        <Lines room={room} shown={shown} onReport={(messageId) => report({ messageId })} />
      </ChatHistory>
      <ChatFoot chatId={`room:${room.id}`} refusal={room.refusal} onSend={send} />
      {reportDialog}
    </>
  );
}

interface LinesProps {
  room: RoomView_RoomFragment;
  /** Messages from the oldest to the newest. */
  shown: readonly RoomView_MessageFragment[];
  onReport: (messageId: string) => void;
}

/** Messages that have arrived, and what happened between them. */
function Lines({ room, shown, onReport }: LinesProps) {
  const lines = linesOf(shown);
  const own = shown.findLast(({ isMine, roomEvent }) => isMine && !roomEvent);
  const tabStop = shown.findLast(
    ({ isMine, isRemoved, isFromBlocked, roomEvent }) =>
      !isMine && !isRemoved && !isFromBlocked && !roomEvent,
  )?.id;
  return lines.map((line) =>
    line.message ? (
      <MessageBubble
        key={line.id}
        message={line.message}
        author={line.message.author}
        hasName
        isFollowing={line.isFollowing}
        hasTime={line.hasTime}
        state={line.message === own && <RoomReaders {...readersOf(own, room.members)} />}
        isTabStop={line.id === tabStop}
        onReport={onReport}
      />
    ) : (
      <EventLine key={line.id} line={line} />
    ),
  );
}

function EventLine({ line }: { line: RoomLine<RoomView_MessageFragment> & { message: null } }) {
  const t = useTexts(roomEventTexts);
  const { viewer } = useViewer();
  return (
    <>
      {line.hasTime && (
        <p className={bubble.time}>
          <Time value={line.createdAt} />
        </p>
      )}
      <p className={bubble.event}>
        <bdi>{eventSentence(t, line.happening, viewer?.id)}</bdi>
      </p>
    </>
  );
}
