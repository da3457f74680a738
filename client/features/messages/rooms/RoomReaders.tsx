import { useTexts } from "../../../i18n/texts.ts";
import { Dropdown, DropdownItem } from "../../../ui/Dropdown.tsx";
import classes from "./RoomView.module.css";
import { roomTexts } from "./rooms.texts.ts";
import { chatTexts } from "../messages.texts.ts";

interface Seat {
  user: { id: string; nickname: string };
}

interface Props {
  /** Members that a message reached. */
  reached: readonly Seat[];
  /** Those of them who have read it. */
  readers: readonly Seat[];
}

/** The number of members who have read a message; their names open on hover or press. */
export function RoomReaders({ reached, readers }: Props) {
  const t = useTexts(roomTexts);
  const words = useTexts(chatTexts);
  if (reached.length === 0 || readers.length === 0) return words.delivered;
  const label = t.readBy(readers.length, reached.length);
  return (
    <Dropdown label={label} trigger={label} opensOn="hover" placement="right" className={classes.readers}>
      {readers.map(({ user }) => (
        <DropdownItem key={user.id} to={`/user/${user.id}`}>
          <bdi>{user.nickname}</bdi>
        </DropdownItem>
      ))}
    </Dropdown>
  );
}
