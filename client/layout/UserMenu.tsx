import { useTexts } from "../i18n/texts.ts";
import { openShortcutSheet } from "../platform/shortcuts.ts";
import { useSignOut } from "../session/useSignOut.ts";
import { useViewer, type Viewer } from "../session/useViewer.ts";
import { Avatar } from "../ui/Avatar.tsx";
import { Dropdown, DropdownItem } from "../ui/Dropdown.tsx";
import {
  IconAdjustments,
  IconChevronDown,
  IconEdit,
  IconKeyboard,
  IconLogout,
  IconSettings,
  IconStar,
  IconUser,
} from "../ui/icons.tsx";
import { useColorScheme } from "./HeaderTools.tsx";
import { layoutTexts } from "./layout.texts.ts";
import classes from "./UserMenu.module.css";

const AVATAR_SIZE = 32;

/** The member's own menu: personal centre, administration for those who may, sign out. */
export function UserMenu({ viewer }: { viewer: Viewer }) {
  const t = useTexts(layoutTexts);
  const { site } = useViewer();
  const signOut = useSignOut();
  const colours = useColorScheme();
  return (
    <Dropdown
      label={t.accountMenu}
      className={classes.trigger}
      trigger={
        <>
          <Avatar name={viewer.nickname} src={viewer.avatarUrl} size={AVATAR_SIZE} />
          <span className={classes.name}>
            <bdi>{viewer.nickname}</bdi>
          </span>
          <IconChevronDown size={16} />
        </>
      }
    >
      <DropdownItem to="/my" icon={<IconUser size={18} />}>
        {t.personalCentre}
      </DropdownItem>
      <DropdownItem to="/my?tab=favorites" icon={<IconStar size={18} />}>
        {t.favorites}
      </DropdownItem>
      <DropdownItem to="/my?tab=drafts" icon={<IconEdit size={18} />}>
        {t.drafts}
      </DropdownItem>
      <DropdownItem to="/my/settings" icon={<IconAdjustments size={18} />}>
        {t.settings}
      </DropdownItem>
      <DropdownItem onSelect={colours.change} icon={<colours.Icon size={18} />}>
        {colours.label}
      </DropdownItem>
      {(site.viewerCanAdminister || site.viewerCanReview) && (
        <DropdownItem
          to={site.viewerCanAdminister ? "/admin" : "/admin/review"}
          icon={<IconSettings size={18} />}
        >
          {t.admin}
        </DropdownItem>
      )}
      <DropdownItem onSelect={openShortcutSheet} icon={<IconKeyboard size={18} />}>
        {t.shortcuts}
      </DropdownItem>
      <DropdownItem onSelect={() => void signOut()} icon={<IconLogout size={18} />}>
        {t.signOut}
      </DropdownItem>
    </Dropdown>
  );
}
