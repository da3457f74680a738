import { Avatar } from "../../../ui/Avatar.tsx";
import { IconUsers } from "../../../ui/icons.tsx";
import classes from "./RoomFace.module.css";

/** Size of the sign, in CSS pixels. */
const SIGN_PX = { small: 12, middle: 15, huge: 24 };

interface Props {
  name: string;
  size: keyof typeof SIGN_PX;
}

/** The picture of a group chat: the first letter of its name with a sign for several members. */
export function RoomFace({ name, size }: Props) {
  return (
    <span className={classes.face} aria-hidden="true">
      <Avatar name={name} src={null} size={size} />
      <span className={classes.sign}>
        <IconUsers size={SIGN_PX[size]} stroke={2} />
      </span>
    </span>
  );
}
