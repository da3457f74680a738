import { useLocation } from "react-router-dom";
import { commonTexts } from "../i18n/common.texts.ts";
import { useTexts } from "../i18n/texts.ts";
import { loginAddress, registerAddress, useViewer } from "../session/useViewer.ts";
import { Button } from "../ui/Button.tsx";
import { IconEdit } from "../ui/icons.tsx";
import { Brand } from "./Brand.tsx";
import classes from "./DesktopHeader.module.css";
import { LanguageLink, ThemeButton } from "./HeaderTools.tsx";
import { InboxLinks } from "./InboxLinks.tsx";
import { layoutTexts } from "./layout.texts.ts";
import { SearchBox } from "./SearchBox.tsx";
import { StaffLink } from "./StaffLink.tsx";
import { UserMenu } from "./UserMenu.tsx";
import { Link } from "../ui/Link.tsx";

/** Header of wide windows: home, discover, search, and what visitors or members do. */
export function DesktopHeader() {
  const t = useTexts(layoutTexts);
  const { viewer, site } = useViewer();
  return (
    <header className={classes.header}>
      <div className={classes.inner}>
        <Brand />
        <nav className={classes.nav} aria-label={t.mainNavigation}>
          <NavItem to="/" label={t.home} />
          {site.canViewThreads && <NavItem to="/discover" label={t.discover} />}
        </nav>
        <SearchBox />
        <div className={classes.side}>
          {!viewer && <ThemeButton />}
          {!viewer && (
            <span className={classes.language}>
              <LanguageLink />
            </span>
          )}
          {viewer && <StaffLink size={20} />}
          {viewer && <InboxLinks />}
          {viewer ? <UserMenu viewer={viewer} /> : <VisitorButtons isRegister={site.isRegister} />}
          {(viewer ? site.viewerCanPublish : true) && (
            <Button
              className={classes.publish}
              variant={viewer || !site.isRegister ? "primary" : "default"}
              to="/thread/post"
              icon={<IconEdit size={17} />}
            >
              {t.publish}
            </Button>
          )}
        </div>
      </div>
    </header>
  );
}

function NavItem({ to, label }: { to: string; label: string }) {
  const { pathname } = useLocation();
  return (
    <Link to={to} className={classes.item} aria-current={pathname === to ? "page" : undefined}>
      {label}
    </Link>
  );
}

function VisitorButtons({ isRegister }: { isRegister: boolean }) {
  const t = useTexts(commonTexts);
  const { pathname, search } = useLocation();
  const here = pathname + search;
  return (
    <>
      <Button variant="subtle" to={loginAddress(here)}>
        {t.signIn}
      </Button>
      {isRegister && (
        <Button variant="primary" to={registerAddress(here)}>
          {t.register}
        </Button>
      )}
    </>
  );
}
