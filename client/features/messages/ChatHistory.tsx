import { type KeyboardEvent, type ReactNode } from "react";
import { useTexts } from "../../i18n/texts.ts";
import { keyOf } from "../../platform/inputMethod.ts";
import { IconChevronDown } from "../../ui/icons.tsx";
import classes from "./ChatView.module.css";
import { OutgoingBubble } from "./MessageBubble.tsx";
import { chatTexts } from "./messages.texts.ts";
import type { useChatScroll } from "./useChatScroll.ts";
import type { useOutgoing } from "./useOutgoing.ts";

interface Props {
  scroll: ReturnType<typeof useChatScroll>;
  /** Messages that are on their way. */
  chat: Pick<ReturnType<typeof useOutgoing>, "outgoing" | "again" | "forget">;
  /** Number of messages that came while somebody reads further up. */
  unread: number;
  /** Button that reads earlier messages. */
  older: ReactNode;
  /** Shown in place of messages; null if there are messages. */
  empty: ReactNode;
  /** Messages that have arrived, the oldest first. */
  children: ReactNode;
}

/** The messages of a chat, those on their way behind them, and the way back to the end. */
export function ChatHistory({ scroll, chat, unread, older, empty, children }: Props) {
  const t = useTexts(chatTexts);
  const { list, content, onScroll, isAway, toEnd } = scroll;
  return (
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
        <div ref={content} className={empty ? `${classes.content} ${classes.empty}` : classes.content}>
          {older}
          {empty}
          {children}
          {chat.outgoing.map((message) => (
            <OutgoingBubble
              key={message.key}
              message={message}
              onAgain={() => chat.again(message)}
              onDiscard={() => chat.forget(message)}
            />
          ))}
        </div>
      </div>
      {isAway && (
        <button type="button" className={classes.toEnd} onClick={toEnd}>
          {unread > 0 ? t.news(unread) : <span className="visually-hidden">{t.toEnd}</span>}
          <IconChevronDown size={18} />
        </button>
      )}
    </div>
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
