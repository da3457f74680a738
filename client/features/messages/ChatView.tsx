import { useLayoutEffect, useRef } from "react";
import { useNavigate } from "../../platform/router.tsx";
import { errorOf } from "../../apollo/errors.ts";
import { graphql } from "../../gql/gql.ts";
import { useDeleteChatMutation } from "../../gql/hooks.ts";
import { commonTexts } from "../../i18n/common.texts.ts";
import { useTexts } from "../../i18n/texts.ts";
import { PageHead } from "../../layout/PageHead.tsx";
import { Avatar } from "../../ui/Avatar.tsx";
import { Button } from "../../ui/Button.tsx";
import { useConfirm } from "../../ui/confirm.tsx";
import { Dropdown, DropdownItem } from "../../ui/Dropdown.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { IconArrowLeft, IconDots, IconTrash, IconUser } from "../../ui/icons.tsx";
import { Link } from "../../ui/Link.tsx";
import { QueryView } from "../../ui/QueryView.tsx";
import { toast } from "../../ui/toast.tsx";
import { ChatComposer } from "./ChatComposer.tsx";
import { MessageBubble, OutgoingBubble } from "./MessageBubble.tsx";
import classes from "./ChatView.module.css";
import { chatTexts } from "./messages.texts.ts";
import { askUnread } from "./news.ts";
import { type ChatDialog, useChat } from "./useChat.ts";

graphql(`
  mutation DeleteChat($userId: ID!) {
    deleteDialog(userId: $userId)
  }
`);

/** So near to the end somebody follows what is written, in CSS pixels. */
const NEAR_PX = 120;
/** Messages that follow each other so closely need no time between them. */
const PAUSE_MS = 5 * 60_000;

/** The private chat with a member. */
export function ChatView({ userId }: { userId: string }) {
  const chat = useChat(userId);
  return (
    <section className={`card ${classes.chat}`}>
      <QueryView query={chat.query}>{({ dialog }) => <Chat dialog={dialog} chat={chat} />}</QueryView>
    </section>
  );
}

function Chat({ dialog, chat }: { dialog: ChatDialog; chat: ReturnType<typeof useChat> }) {
  const t = useTexts(chatTexts);
  const { peer, messages, refusal, peerReadUpTo } = dialog;
  const shown = [...messages.nodes].reverse();
  const last = shown.at(-1);
  const { list, onScroll } = useEnd(`${last?.id} ${chat.outgoing.length}`);
  const older = () => {
    const before = list.current!.scrollHeight;
    chat.older().then(
      () =>
        requestAnimationFrame(() => {
          if (list.current) list.current.scrollTop += list.current.scrollHeight - before;
        }),
      (error: unknown) => toast.error(errorOf(error).message),
    );
  };
  const readText = refusal ? refusalText(t, refusal) : null;

  return (
    <>
      <PageHead title={t.chatWith(peer.nickname)} noIndex />
      <ChatHead dialog={dialog} />
      <div
        ref={list}
        className={classes.list}
        role="log"
        aria-label={t.history}
        tabIndex={0}
        onScroll={onScroll}
      >
        {messages.pageInfo.hasNextPage && (
          <div className={classes.older}>
            <Button size="sm" variant="subtle" onClick={older}>
              {t.older}
            </Button>
          </div>
        )}
        {shown.length === 0 && chat.outgoing.length === 0 && (
          <EmptyState title={t.empty} text={t.emptyText} />
        )}
        {shown.map((message, index) => (
          <MessageBubble
            key={message.id}
            message={message}
            peer={peer}
            hasTime={isPause(shown[index - 1]?.createdAt, message.createdAt)}
            read={message.isMine && message === last ? Number(peerReadUpTo) >= Number(message.id) : null}
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
      </div>
      {readText ? <p className={classes.refusal}>{readText}</p> : <ChatComposer onSend={chat.send} />}
    </>
  );
}

const isPause = (before: string | undefined, now: string): boolean =>
  before === undefined || Date.parse(now) - Date.parse(before) > PAUSE_MS;

const REFUSALS = ["CANNOT_MESSAGE_SELF", "MESSAGES_OFF", "BLOCKED_BY_YOU", "BLOCKED_YOU"] as const;

function refusalText(t: Record<(typeof REFUSALS)[number] | "FORBIDDEN", string>, code: string): string {
  return t[REFUSALS.find((known) => known === code) ?? "FORBIDDEN"];
}

/** Shows the end of a list: at first, and as long as nobody has scrolled away from it. */
function useEnd(key: string) {
  const list = useRef<HTMLDivElement>(null);
  const isAway = useRef(false);
  useLayoutEffect(() => {
    if (list.current && !isAway.current) list.current.scrollTop = list.current.scrollHeight;
  }, [key]);
  const onScroll = () => {
    const { scrollTop, scrollHeight, clientHeight } = list.current!;
    isAway.current = scrollHeight - scrollTop - clientHeight > NEAR_PX;
  };
  return { list, onScroll };
}

function ChatHead({ dialog: { peer, messages } }: { dialog: ChatDialog }) {
  const t = useTexts(chatTexts);
  const common = useTexts(commonTexts);
  const confirm = useConfirm();
  const navigate = useNavigate();
  const [deleteChat] = useDeleteChatMutation();

  const remove = async () => {
    const question = { title: t.deleteQuestion, text: t.deleteText, action: common.delete, danger: true };
    if (!(await confirm(question))) return;
    try {
      await deleteChat({
        variables: { userId: peer.id },
        update: (cache) => void cache.evict({ id: cache.identify({ __typename: "Dialog", id: peer.id }) }),
      });
      askUnread();
      navigate("/message?page=index", { replace: true });
    } catch (error) {
      toast.error(errorOf(error).message);
    }
  };

  return (
    <header className={classes.head}>
      <Link to="/message?page=index" className={classes.tool} aria-label={t.back} title={t.back}>
        <IconArrowLeft size={20} />
      </Link>
      <Avatar name={peer.nickname} src={peer.avatarUrl} userId={peer.id} size="small" circle />
      <h1 className={classes.name}>
        <Link to={`/user/${peer.id}`}>{peer.nickname}</Link>
      </h1>
      <Dropdown label={t.more} placement="right" className={classes.tool} trigger={<IconDots size={20} />}>
        <DropdownItem to={`/user/${peer.id}`} icon={<IconUser size={18} />}>
          {t.profile}
        </DropdownItem>
        {messages.nodes.length > 0 && (
          <DropdownItem icon={<IconTrash size={18} />} danger onSelect={() => void remove()}>
            {t.deleteDialog}
          </DropdownItem>
        )}
      </Dropdown>
    </header>
  );
}
