import type { ReactNode } from "react";
import { useLocation } from "react-router-dom";
import { UnreadBadge } from "../features/unread/UnreadBadge.tsx";
import { useTexts } from "../i18n/texts.ts";
import { useViewer } from "../session/useViewer.ts";
import { IconCompass, IconHome, IconMessages, IconPlus, IconUser } from "../ui/icons.tsx";
import classes from "./BottomBar.module.css";
import { layoutTexts } from "./layout.texts.ts";
import { Link } from "../ui/Link.tsx";

/** The bar that a thumb reaches on a phone. */
export function BottomBar() {
  const t = useTexts(layoutTexts);
  const { viewer, site } = useViewer();
  return (
    <nav className={classes.bar} aria-label={t.mainNavigation}>
      <Item to="/" label={t.home} icon={<IconHome size={22} stroke={1.8} />} />
      {site.canViewThreads && (
        <Item to="/discover" label={t.discover} icon={<IconCompass size={22} stroke={1.8} />} />
      )}
      {(viewer ? site.viewerCanPublish : true) && (
        <Link to="/thread/post" className={classes.item} aria-label={t.publishThread}>
          <span className={classes.plus}>
            <IconPlus size={22} stroke={2.4} />
          </span>
        </Link>
      )}
      <Item
        to="/message"
        label={t.messages}
        icon={
          <UnreadBadge>
            <IconMessages size={22} stroke={1.8} />
          </UnreadBadge>
        }
      />
      <Item to="/my" label={t.me} icon={<IconUser size={22} stroke={1.8} />} />
    </nav>
  );
}

function Item({ to, label, icon }: { to: string; label: string; icon: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <Link to={to} className={classes.item} aria-current={pathname === to ? "page" : undefined}>
      {icon}
      {label}
    </Link>
  );
}
