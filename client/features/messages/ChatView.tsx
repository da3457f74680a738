import { type KeyboardEvent, useEffect, useState } from "react";
import { useNavigate } from "react-router-dom";
import { keyOf } from "../../platform/inputMethod.ts";
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
import { standingTexts } from "../../session/standing.texts.ts";
import { STATUS_PATH, useStanding } from "../../session/useStanding.ts";
import { useConfirm } from "../../ui/confirm.tsx";
import { Dropdown, DropdownItem } from "../../ui/Dropdown.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import {
  IconArrowLeft,
  IconChevronDown,
  IconDots,
  IconMessageCircle,
  IconTrash,
  IconUser,
} from "../../ui/icons.tsx";
import { Link } from "../../ui/Link.tsx";
import { LoadMore } from "../../ui/LoadMore.tsx";
import { QueryView } from "../../ui/QueryView.tsx";
import { useReport } from "../moderation/reports/useReport.tsx";
import { ChatComposer } from "./ChatComposer.tsx";
import { MessageBubble, OutgoingBubble } from "./MessageBubble.tsx";
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
      ...MessageBubble_peer
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

/** Messages that follow each other so closely need no time between them. */
const PAUSE_MS = 5 * 60_000;

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
  const standing = useStanding();
  const { why } = useTexts(standingTexts);
  const shown = readFragment(ChatView_message, messages).toReversed();
  const last = shown.at(-1);
  const isEmpty = shown.length === 0 && chat.outgoing.length === 0;
  const { list, content, onScroll, isAway, toEnd } = useChatScroll({
    first: shown[0]?.id,
    last: `${last?.id} ${chat.outgoing.length}`,
  });
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
      <div className={classes.middle}>
        <div
          ref={list}
          className={classes.list}
          role="log"
          aria-label={t.history}
          tabIndex={0}
          onScroll={onScroll}
          onKeyDown={walkReports}
        >
          <div ref={content} className={isEmpty ? `${classes.content} ${classes.empty}` : classes.content}>
            <LoadMore query={chat.query} of="dialog.messages" label={t.older} className={classes.older} />
            {isEmpty && (
              <EmptyState
                icon={<IconMessageCircle size={40} stroke={1.4} />}
                title={refusal ? t.emptyText : t.empty}
                text={refusal ? undefined : t.emptyText}
              />
            )}
            <Bubbles
              dialog={dialog}
              chat={chat}
              shown={shown}
              onReport={(messageId) => report({ messageId })}
            />
          </div>
        </div>
        {isAway && (
          <button type="button" className={classes.toEnd} onClick={toEnd}>
            {unread > 0 ? t.news(unread) : <span className="visually-hidden">{t.toEnd}</span>}
            <IconChevronDown size={18} />
          </button>
        )}
      </div>
      {refusal || standing ? (
        <p className={classes.refusal}>
          {standing ?? refusalText(t, refusal)} {standing && <Link to={STATUS_PATH}>{why}</Link>}
        </p>
      ) : (
        <ChatComposer key={peer.id} userId={peer.id} onSend={send} />
      )}
      {reportDialog}
    </>
  );
}

interface BubblesProps {
  dialog: ChatView_DialogFragment;
  chat: ReturnType<typeof useChat>;
  /** Messages from the oldest to the newest. */
  shown: readonly ChatView_MessageFragment[];
  onReport: (messageId: string) => void;
}

/** Messages that have arrived, then those on their way. */
function Bubbles({ dialog: { peer, peerReadUpTo }, chat, shown, onReport }: BubblesProps) {
  const last = shown.at(-1);
  const tabStop = shown.findLast(({ isMine, isRemoved }) => !isMine && !isRemoved)?.id;
  return (
    <>
      {shown.map((message, index) => (
        <MessageBubble
          key={message.id}
          message={message}
          peer={peer}
          hasTime={isPause(shown[index - 1]?.createdAt, message.createdAt)}
          read={message.isMine && message === last ? Number(peerReadUpTo) >= Number(message.id) : null}
          isTabStop={message.id === tabStop}
          onReport={onReport}
        />
      ))}
      {chat.outgoing.map((message) => (
        <OutgoingBubble
          key={message.key}
          message={message}
          onAgain={() => chat.again(message)}
          onDiscard={() => chat.forget(message)}
        />
      ))}
    </>
  );
}

/** The arrow keys lead from the button of one message to that of the next. */
function walkReports(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowUp: -1, ArrowDown: 1 }[keyOf(event)];
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-report]")];
  const at = buttons.indexOf(event.target as HTMLElement);
  if (!step || at < 0) return;
  event.preventDefault();
  buttons[at + step]?.focus();
}

const isPause = (before: string | undefined, now: string): boolean =>
  before === undefined || Date.parse(now) - Date.parse(before) > PAUSE_MS;

const REFUSALS = ["CANNOT_MESSAGE_SELF", "MESSAGES_OFF", "BLOCKED_BY_YOU", "BLOCKED_YOU"] as const;

function refusalText(
  t: Record<(typeof REFUSALS)[number] | "FORBIDDEN", string>,
  code: string | null | undefined,
): string {
  return t[REFUSALS.find((known) => known === code) ?? "FORBIDDEN"];
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
