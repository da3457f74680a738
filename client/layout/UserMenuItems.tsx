import { useTexts } from "../i18n/texts.ts";
import { openShortcutSheet } from "../platform/shortcutSheet.ts";
import { useSignOut } from "../session/useSignOut.ts";
import { useViewer } from "../session/useViewer.ts";
import { DropdownItem } from "../ui/Dropdown.tsx";
import {
  IconAdjustments,
  IconEdit,
  IconKeyboard,
  IconLanguage,
  IconLogout,
  IconSettings,
  IconStar,
  IconUser,
} from "../ui/icons.tsx";
import { useColorScheme, useOtherLanguage } from "./HeaderTools.tsx";
import { layoutTexts } from "./layout.texts.ts";
import { userMenuTexts } from "./userMenu.texts.ts";

/** Items of the member's menu: personal centre, lists, looks, administration for those who may, sign out. */
export function UserMenuItems() {
  const t = useTexts(layoutTexts);
  const menu = useTexts(userMenuTexts);
  const { site } = useViewer();
  const signOut = useSignOut();
  const colours = useColorScheme();
  const language = useOtherLanguage();
  return (
    <>
      <DropdownItem to="/my" icon={<IconUser size={18} />}>
        {t.personalCentre}
      </DropdownItem>
      <DropdownItem to="/my?tab=favorites" icon={<IconStar size={18} />}>
        {menu.favorites}
      </DropdownItem>
      <DropdownItem to="/my?tab=drafts" icon={<IconEdit size={18} />}>
        {menu.drafts}
      </DropdownItem>
      <DropdownItem to="/my/settings" icon={<IconAdjustments size={18} />}>
        {menu.settings}
      </DropdownItem>
      <DropdownItem onSelect={colours.change} icon={<colours.Icon size={18} />}>
        {colours.label}
      </DropdownItem>
      <DropdownItem onSelect={language.change} icon={<IconLanguage size={18} />}>
        <span lang={language.other}>{t.language}</span>
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
        {menu.signOut}
      </DropdownItem>
    </>
  );
}
