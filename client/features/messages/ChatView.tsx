import { useEffect, useState } from "react";
import { useNavigate } from "react-router-dom";
import { type FragmentType, readFragment } from "../../gql/fragment-masking.ts";
import { graphql } from "../../gql/gql.ts";
import type { ChatView_DialogFragment, ChatView_MessageFragment } from "../../gql/graphql.ts";
import { useDeleteChatMutation } from "../../gql/hooks.ts";
import { commonTexts } from "../../i18n/common.texts.ts";
import { useTexts } from "../../i18n/texts.ts";
import { PageHead } from "../../layout/PageHead.tsx";
import { usePage } from "../../platform/page.ts";
import { act } from "../../ui/act.ts";
import { Avatar } from "../../ui/Avatar.tsx";
import { useConfirm } from "../../ui/confirm.tsx";
import { Dropdown, DropdownItem } from "../../ui/Dropdown.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { IconArrowLeft, IconDots, IconMessageCircle, IconTrash, IconUser } from "../../ui/icons.tsx";
import { Link } from "../../ui/Link.tsx";
import { LoadMore } from "../../ui/LoadMore.tsx";
import { QueryView } from "../../ui/QueryView.tsx";
import { useReport } from "../moderation/reports/useReport.tsx";
import { ChatFoot } from "./ChatFoot.tsx";
import { ChatHistory } from "./ChatHistory.tsx";
import { MessageBubble } from "./MessageBubble.tsx";
import { isPause } from "./messageTimes.ts";
import classes from "./ChatView.module.css";
import { chatTexts } from "./messages.texts.ts";
import { askUnread } from "../unread/serverEvents.ts";
import { useChat } from "./useChat.ts";
import { useChatScroll } from "./useChatScroll.ts";

const ChatView_dialog = graphql(`
  fragment ChatView_dialog on Dialog {
    id
    unread
    refusal
    peerReadUpTo
    peer {
      id
      nickname
      avatarUrl
      ...MessageBubble_author
    }
  }
`);
const ChatView_message = graphql(`
  fragment ChatView_message on Message {
    id
    isMine
    isRemoved
    createdAt
    ...MessageBubble_message
  }
`);
graphql(`
  mutation DeleteChat($userId: ID!) {
    deleteDialog(userId: $userId)
  }
`);

/** The private chat with a member. */
export function ChatView({ userId }: { userId: string }) {
  // What comes while somebody reads further up has not been read.
  const [isAway, setAway] = useState(false);
  const chat = useChat(userId, !isAway);
  return (
    <section className={`card ${classes.chat}`}>
      <QueryView query={chat.query}>
        {({ dialog }) => (
          <Chat dialog={dialog} messages={dialog.messages.nodes} chat={chat} onAway={setAway} />
        )}
      </QueryView>
    </section>
  );
}

interface ChatProps {
  dialog: FragmentType<typeof ChatView_dialog>;
  /** From the newest to the oldest. */
  messages: readonly FragmentType<typeof ChatView_message>[];
  chat: ReturnType<typeof useChat>;
  /** Somebody has scrolled away from the end, or is back. */
  onAway: (isAway: boolean) => void;
}

function Chat({ dialog: masked, messages, chat, onAway }: ChatProps) {
  const t = useTexts(chatTexts);
  const dialog = readFragment(ChatView_dialog, masked);
  const { peer, refusal, unread } = dialog;
  const shown = readFragment(ChatView_message, messages).toReversed();
  const isEmpty = shown.length === 0 && chat.outgoing.length === 0;
  const scroll = useChatScroll({
    first: shown[0]?.id,
    last: `${shown.at(-1)?.id} ${chat.outgoing.length}`,
  });
  const { isAway, toEnd } = scroll;
  useEffect(() => onAway(isAway), [isAway, onAway]);
  const { report, dialog: reportDialog } = useReport();
  const send = (body: string, picture: File | null) => {
    toEnd();
    chat.send(body, picture);
  };

  return (
    <>
      <PageHead title={t.chatWith(peer.nickname)} noIndex />
      <ChatHead peer={peer} hasMessages={messages.length > 0} />
      <ChatHistory
        scroll={scroll}
        chat={chat}
        unread={unread}
        older={<LoadMore query={chat.query} of="dialog.messages" label={t.older} className={classes.older} />}
        empty={
          isEmpty && (
            <EmptyState
              icon={<IconMessageCircle size={40} stroke={1.4} />}
              title={refusal ? t.emptyText : t.empty}
              text={refusal ? undefined : t.emptyText}
            />
          )
        }
      >
        <Bubbles dialog={dialog} shown={shown} onReport={(messageId) => report({ messageId })} />
      </ChatHistory>
      <ChatFoot chatId={peer.id} refusal={refusal} onSend={send} />
      {reportDialog}
    </>
  );
}

interface BubblesProps {
  dialog: ChatView_DialogFragment;
  /** Messages from the oldest to the newest. */
  shown: readonly ChatView_MessageFragment[];
  onReport: (messageId: string) => void;
}

/** Messages that have arrived. */
function Bubbles({ dialog: { peer, peerReadUpTo }, shown, onReport }: BubblesProps) {
  const t = useTexts(chatTexts);
  const last = shown.at(-1);
  const tabStop = shown.findLast(({ isMine, isRemoved }) => !isMine && !isRemoved)?.id;
  const stateOf = (message: ChatView_MessageFragment) => {
    if (!message.isMine || message !== last) return null;
    return Number(peerReadUpTo) >= Number(message.id) ? t.read : t.delivered;
  };
  return shown.map((message, index) => (
    <MessageBubble
      key={message.id}
      message={message}
      author={peer}
      hasTime={isPause(shown[index - 1]?.createdAt, message.createdAt)}
      state={stateOf(message)}
      isTabStop={message.id === tabStop}
      onReport={onReport}
    />
  ));
}

interface HeadProps {
  peer: ChatView_DialogFragment["peer"];
  /** There is something to delete. */
  hasMessages: boolean;
}

function ChatHead({ peer, hasMessages }: HeadProps) {
  const t = useTexts(chatTexts);
  const common = useTexts(commonTexts);
  const confirm = useConfirm();
  const navigate = useNavigate();
  // Phones have a way back in the header of every page.
  const { platform } = usePage();
  const [deleteChat] = useDeleteChatMutation();

  const remove = async () => {
    const question = { title: t.deleteQuestion, text: t.deleteText, action: common.delete, danger: true };
    if (!(await confirm(question))) return;
    await act(
      async () => {
        await deleteChat({
          variables: { userId: peer.id },
          update: (cache) => void cache.evict({ id: cache.identify({ __typename: "Dialog", id: peer.id }) }),
        });
        askUnread();
        void navigate("/message?page=index", { replace: true });
      },
      { key: `deleteDialog ${peer.id}` },
    );
  };

  return (
    <header className={classes.head}>
      {platform !== "h5" && (
        <Link to="/message?page=index" className={classes.tool} aria-label={t.back} title={t.back}>
          <IconArrowLeft size={20} />
        </Link>
      )}
      <Avatar name={peer.nickname} src={peer.avatarUrl} userId={peer.id} size="small" circle />
      <h1 className={classes.name}>
        <Link to={`/user/${peer.id}`}>
          <bdi>{peer.nickname}</bdi>
        </Link>
      </h1>
      <Dropdown label={t.more} placement="right" className={classes.tool} trigger={<IconDots size={20} />}>
        <DropdownItem to={`/user/${peer.id}`} icon={<IconUser size={18} />}>
          {t.profile}
        </DropdownItem>
        {hasMessages && (
          <DropdownItem icon={<IconTrash size={18} />} danger onSelect={() => void remove()}>
            {t.deleteDialog}
          </DropdownItem>
        )}
      </Dropdown>
    </header>
  );
}
