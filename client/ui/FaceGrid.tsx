import { Avatar } from "./Avatar.tsx";
import classes from "./FaceGrid.module.css";
import { Link } from "./Link.tsx";

const SIZES = { md: 48, sm: 40 } as const;

interface Props {
  people: readonly { id: string; nickname: string; avatarUrl?: string | null | undefined }[];
  /** `sm` for narrow columns: four in a row. */
  size?: keyof typeof SIZES;
}

/** Faces with names below, each leading to the member's page. */
export function FaceGrid({ people, size = "md" }: Props) {
  return (
    <ul className={`${classes.people} ${classes[size]}`}>
      {people.map(({ id, nickname, avatarUrl }) => (
        <li key={id}>
          <Link to={`/user/${id}`}>
            <Avatar name={nickname} src={avatarUrl} size={SIZES[size]} />
            <span>
              <bdi>{nickname}</bdi>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
