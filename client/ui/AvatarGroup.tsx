import { Avatar, AVATAR_SIZES } from "./Avatar.tsx";
import classes from "./Avatar.module.css";

interface Props {
  people: readonly {
    id: string;
    nickname: string;
    avatarUrl: string | null | undefined;
    userType?: number;
  }[];
  /** Avatars that show; the others are counted in a last tile. */
  maxCount: number;
  /** Number of people, if more than are given. */
  total?: number;
  size?: keyof typeof AVATAR_SIZES;
  circle?: boolean;
  /** Name of the group, for those who hear the page: "12 people like this". */
  label: string;
}

/** Overlapping avatars, and "+N" for those that find no place. */
export function AvatarGroup(props: Props) {
  const { people, maxCount, total = people.length, size = "small", circle = true, label } = props;
  const shown = people.slice(0, maxCount);
  const surplus = Math.max(0, total - shown.length);
  const shape = `${classes.avatar} ${classes[`size${AVATAR_SIZES[size]}`]} ${circle ? classes.circle : ""}`;
  return (
    <span className={classes.group} role="img" aria-label={label} title={label}>
      {shown.map(({ id, nickname, avatarUrl, userType }) => (
        <Avatar
          key={id}
          name={nickname}
          src={avatarUrl}
          size={size}
          circle={circle}
          userId={id}
          userType={userType}
        />
      ))}
      {surplus > 0 && (
        <span className={`${shape} ${classes.surplus}`} aria-hidden="true">
          +{surplus}
        </span>
      )}
    </span>
  );
}
