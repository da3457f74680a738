import { lazy, Suspense, useState } from "react";
import { type FragmentType, readFragment } from "../../../gql/fragment-masking.ts";
import { graphql } from "../../../gql/gql.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { usePage } from "../../../platform/page.ts";
import { useViewer } from "../../../session/useViewer.ts";
import { Dropdown, DropdownItem } from "../../../ui/Dropdown.tsx";
import {
  IconArrowLeft,
  IconBell,
  IconBellOff,
  IconDots,
  IconEdit,
  IconLogout,
  IconUsers,
} from "../../../ui/icons.tsx";
import { Link } from "../../../ui/Link.tsx";
import chat from "../ChatView.module.css";
import { chatTexts } from "../messages.texts.ts";
import { RoomFace } from "./RoomFace.tsx";
import classes from "./RoomView.module.css";
import { roomTexts } from "./rooms.texts.ts";
import { useRoomActions } from "./useRoomActions.ts";

const RoomMembers = lazy(() => import("./RoomMembers.tsx").then((m) => ({ default: m.RoomMembers })));
const RenameRoomDialog = lazy(() =>
  import("./RenameRoomDialog.tsx").then((m) => ({ default: m.RenameRoomDialog })),
);

const RoomHead_room = graphql(`
  fragment RoomHead_room on Room {
    id
    name
    memberCount
    isMuted
    owner {
      id
    }
    ...RoomMembers_room
  }
`);

interface Props {
  room: FragmentType<typeof RoomHead_room>;
  /** Reads what a change has added to the messages. */
  onChange: () => Promise<void>;
}

/** Name of a group chat, its members, and what the viewer can do with it. */
export function RoomHead({ room: masked, onChange }: Props) {
  const room = readFragment(RoomHead_room, masked);
  const { id, name, memberCount, isMuted, owner } = room;
  const t = useTexts(roomTexts);
  const words = useTexts(chatTexts);
  const { viewer } = useViewer();
  // Phones have a way back in the header of every page.
  const { platform } = usePage();
  const [opened, setOpened] = useState<"members" | "name" | null>(null);
  const { mute, leave } = useRoomActions(id, onChange);
  const isOwner = owner.id === viewer?.id;
  const close = () => setOpened(null);

  return (
    <header className={chat.head}>
      {platform !== "h5" && (
        <Link to="/message?page=index" className={chat.tool} aria-label={words.back} title={words.back}>
          <IconArrowLeft size={20} />
        </Link>
      )}
      <RoomFace name={name} size="small" />
      <div className={classes.title}>
        <h1 className={classes.name}>
          <bdi>{name}</bdi>
          {isMuted && (
            <span className={classes.sign} title={t.muted}>
              <IconBellOff size={16} />
              <span className="visually-hidden">{t.muted}</span>
            </span>
          )}
        </h1>
        <button type="button" className={classes.count} onClick={() => setOpened("members")}>
          {t.members(memberCount)}
        </button>
      </div>
      <Dropdown label={words.more} placement="right" className={chat.tool} trigger={<IconDots size={20} />}>
        <DropdownItem icon={<IconUsers size={18} />} onSelect={() => setOpened("members")}>
          {t.showMembers}
        </DropdownItem>
        <DropdownItem
          icon={isMuted ? <IconBell size={18} /> : <IconBellOff size={18} />}
          onSelect={() => void mute(!isMuted)}
        >
          {isMuted ? t.unmute : t.mute}
        </DropdownItem>
        {isOwner && (
          <DropdownItem icon={<IconEdit size={18} />} onSelect={() => setOpened("name")}>
            {t.rename}
          </DropdownItem>
        )}
        <DropdownItem
          icon={<IconLogout size={18} />}
          danger
          onSelect={() => void leave({ isOwner, isLast: memberCount === 1 })}
        >
          {t.leave}
        </DropdownItem>
      </Dropdown>
      {opened && (
        <Suspense fallback={null}>
          {opened === "members" ? (
            <RoomMembers room={room} onChange={onChange} onClose={close} />
          ) : (
            <RenameRoomDialog roomId={id} name={name} onChange={onChange} onClose={close} />
          )}
        </Suspense>
      )}
    </header>
  );
}
