import { type MouseEvent, useCallback, useRef, useState } from "react";
import { UnreadBadge } from "../features/unread/UnreadBadge.tsx";
import { useTexts } from "../i18n/texts.ts";
import { IconBell, IconMessages } from "../ui/icons.tsx";
import { Link } from "../ui/Link.tsx";
import { useLoaded } from "../ui/useLoaded.ts";
import tools from "./HeaderTools.module.css";
import { layoutTexts } from "./layout.texts.ts";

const SIZE = 20;
const loadPanel = () => import("../features/notifications/inbox/NotificationPanel.tsx");

/** Chats and the bell of the wide header. The bell opens a panel; before its code has come it leads to the inbox. */
export function InboxLinks() {
  const t = useTexts(layoutTexts);
  const [isOpen, setOpen] = useState(false);
  const [Opened, prepare] = useLoaded(loadPanel, isOpen);
  const bell = useRef<HTMLAnchorElement>(null);
  const close = useCallback(() => setOpen(false), []);
  const toggle = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    setOpen(!isOpen);
  };
  return (
    <>
      <Link className={tools.tool} to="/message?page=index" aria-label={t.chats} title={t.chats}>
        <UnreadBadge of="chats">
          <IconMessages size={SIZE} stroke={1.8} />
        </UnreadBadge>
      </Link>
      <span className={tools.anchor} onPointerEnter={prepare} onFocus={prepare}>
        <a
          ref={bell}
          className={tools.tool}
          href="/message"
          role="button"
          aria-label={t.notifications}
          aria-expanded={isOpen}
          title={t.notifications}
          onClick={toggle}
        >
          <UnreadBadge of="notifications">
            <IconBell size={SIZE} stroke={1.8} />
          </UnreadBadge>
        </a>
        {isOpen && Opened && <Opened.NotificationPanel bell={bell} onClose={close} />}
      </span>
    </>
  );
}
