import { type FormEvent, useState } from "react";
import { errorOf } from "../../../apollo/errors.ts";
import { type FragmentType, readFragment } from "../../../gql/fragment-masking.ts";
import { graphql } from "../../../gql/gql.ts";
import type { RoomMembers_RoomFragment } from "../../../gql/graphql.ts";
import { useInviteToRoomMutation } from "../../../gql/hooks.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { useViewer } from "../../../session/useViewer.ts";
import { useAct } from "../../../ui/act.ts";
import { Avatar } from "../../../ui/Avatar.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Dropdown, DropdownItem } from "../../../ui/Dropdown.tsx";
import { IconDots, IconKey, IconPlus, IconTrash } from "../../../ui/icons.tsx";
import { Label } from "../../../ui/Label.tsx";
import { Link } from "../../../ui/Link.tsx";
import { Sheet } from "../../../ui/Sheet.tsx";
import { MemberPicker, type PickedMember } from "./MemberPicker.tsx";
import classes from "./RoomDialogs.module.css";
import { ROOM_MAX } from "./roomLimits.ts";
import { roomMemberTexts } from "./rooms.texts.ts";
import { useRoomActions } from "./useRoomActions.ts";

const RoomMembers_room = graphql(`
  fragment RoomMembers_room on Room {
    id
    owner {
      id
    }
    members {
      user {
        id
        nickname
        avatarUrl
      }
      state
      isOwner
    }
  }
`);
graphql(`
  mutation InviteToRoom($id: ID!, $userIds: [ID!]!) {
    inviteToRoom(id: $id, userIds: $userIds) {
      id
      ...RoomView_room
    }
  }
`);

interface Props {
  room: FragmentType<typeof RoomMembers_room>;
  /** Reads what a change has added to the messages. */
  onChange: () => Promise<void>;
  onClose: () => void;
}

/** List of the members of a group chat: every member invites others; the owner removes members and transfers the ownership. */
export function RoomMembers({ room: masked, onChange, onClose }: Props) {
  const room = readFragment(RoomMembers_room, masked);
  const t = useTexts(roomMemberTexts);
  const { viewer } = useViewer();
  const isOwner = room.owner.id === viewer?.id;
  return (
    <Sheet title={t.title} onClose={onClose}>
      <div className={classes.form}>
        <Invite room={room} onChange={onChange} />
        <ul className={classes.seats}>
          {room.members.map((seat) => (
            <SeatRow
              key={seat.user.id}
              roomId={room.id}
              seat={seat}
              isOwn={seat.user.id === viewer?.id}
              isManaged={isOwner && seat.user.id !== viewer?.id}
              onChange={onChange}
            />
          ))}
        </ul>
      </div>
    </Sheet>
  );
}

interface SeatProps {
  roomId: string;
  seat: RoomMembers_RoomFragment["members"][number];
  /** It is the viewer's. */
  isOwn: boolean;
  /** The viewer may remove the member. */
  isManaged: boolean;
  onChange: () => Promise<void>;
}

function SeatRow({ roomId, seat: { user, state, isOwner }, isOwn, isManaged, onChange }: SeatProps) {
  const t = useTexts(roomMemberTexts);
  const { remove, withdraw, give } = useRoomActions(roomId, onChange);
  const isJoined = state === "JOINED";
  return (
    <li className={classes.seat}>
      <Avatar name={user.nickname} src={user.avatarUrl} size="primary" circle />
      <span className={classes.seatName}>
        <Link to={`/user/${user.id}`}>
          <bdi>{user.nickname}</bdi>
        </Link>
        {isOwn && t.you}
      </span>
      {isOwner && <Label>{t.owner}</Label>}
      {!isJoined && <Label tone="warning">{t.invited}</Label>}
      {isManaged && (
        <Dropdown
          label={t.actions(user.nickname)}
          placement="right"
          className={classes.manage}
          trigger={<IconDots size={18} />}
        >
          {isJoined && (
            <DropdownItem icon={<IconKey size={18} />} onSelect={() => void give(user)}>
              {t.give}
            </DropdownItem>
          )}
          <DropdownItem
            icon={<IconTrash size={18} />}
            danger
            onSelect={() => void (isJoined ? remove(user) : withdraw(user))}
          >
            {isJoined ? t.remove : t.withdraw}
          </DropdownItem>
        </Dropdown>
      )}
    </li>
  );
}

interface InviteProps {
  room: RoomMembers_RoomFragment;
  onChange: () => Promise<void>;
}

function Invite({ room: { id, members }, onChange }: InviteProps) {
  const t = useTexts(roomMemberTexts);
  const { act, isBusy } = useAct();
  const [invite] = useInviteToRoomMutation();
  const [isOpen, setOpen] = useState(false);
  const [picked, setPicked] = useState<readonly PickedMember[]>([]);
  const [failure, setFailure] = useState<string | null>(null);
  const free = ROOM_MAX - members.length;
  if (free <= 0) return <p className={classes.note}>{t.full}</p>;
  if (!isOpen) {
    return (
      <Button icon={<IconPlus size={18} />} fullWidth onClick={() => setOpen(true)}>
        {t.invite}
      </Button>
    );
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setFailure(null);
    if (picked.length === 0) return;
    void act(
      async () => {
        await invite({ variables: { id, userIds: picked.map((each) => each.id) } });
        setPicked([]);
        setOpen(false);
      },
      {
        done: t.invitedDone,
        reread: onChange,
        failed: (_failure, error) => {
          setFailure(errorOf(error).message);
          return true;
        },
      },
    );
  };
  return (
    <form className={classes.invite} onSubmit={submit}>
      <MemberPicker
        picked={picked}
        onPicked={setPicked}
        except={members.map(({ user }) => ({ id: user.id, name: user.nickname }))}
        max={free}
        isFocused
      />
      <p className={classes.failure} role="alert">
        {failure}
      </p>
      <div className={classes.buttons}>
        <Button type="submit" variant="primary" loading={isBusy} disabled={picked.length === 0}>
          {t.inviteAction}
        </Button>
      </div>
    </form>
  );
}
