import { useTexts } from "../i18n/texts.ts";
import type { Viewer } from "../session/useViewer.ts";
import { Avatar } from "../ui/Avatar.tsx";
import { Dropdown } from "../ui/Dropdown.tsx";
import { IconChevronDown } from "../ui/icons.tsx";
import { layoutTexts } from "./layout.texts.ts";
import classes from "./UserMenu.module.css";

const AVATAR_SIZE = 32;

const loadItems = () => import("./UserMenuItems.tsx").then((m) => m.UserMenuItems);

/** The member's own menu; its items come with what opens. */
export function UserMenu({ viewer }: { viewer: Viewer }) {
  const t = useTexts(layoutTexts);
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
      loadItems={loadItems}
    />
  );
}
