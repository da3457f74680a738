import { useTexts } from "../../i18n/texts.ts";
import { Badge } from "../../ui/Badge.tsx";
import { IconChevronRight } from "../../ui/icons.tsx";
import { Link } from "../../ui/Link.tsx";
import classes from "./EntryList.module.css";
import { entriesOf, ENTRY_ICONS, entryHref, type EntryType } from "./entries.ts";
import { messageTexts } from "./messages.texts.ts";
import { useUnreadCounts } from "../unread/unreadCounts.ts";

/** The four entries of the message centre, each with what is unread in it (spec §2). */
export function EntryList({ current }: { current: EntryType | null }) {
  const t = useTexts(messageTexts);
  const counts = useUnreadCounts();
  return (
    <nav className={`card ${classes.entries}`} aria-label={t.entries}>
      {entriesOf(counts).map(({ type, iconName, iconColor, content, unreadCount }) => {
        const Icon = ENTRY_ICONS[iconName];
        return (
          <Link
            key={type}
            to={entryHref(type)}
            className={classes.entry}
            aria-current={type === current ? "page" : undefined}
          >
            <span className={`${classes.icon} ${classes[iconColor]}`}>
              <Icon size={20} stroke={1.8} />
            </span>
            <span className={classes.name}>{t[content]}</span>
            <Badge count={unreadCount} label={t.unread(unreadCount)} />
            <IconChevronRight size={16} className={classes.arrow} />
          </Link>
        );
      })}
    </nav>
  );
}
