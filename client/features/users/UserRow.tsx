import { type FragmentType, readFragment } from "../../gql/fragment-masking.ts";
import { graphql } from "../../gql/gql.ts";
import { useTexts } from "../../i18n/texts.ts";
import { Avatar } from "../../ui/Avatar.tsx";
import { RelationButtons } from "./RelationButtons.tsx";
import classes from "./UserRow.module.css";
import { userTexts } from "./users.texts.ts";
import { Link } from "../../ui/Link.tsx";

/** Fields of a member that a row of a list shows. */
export const UserRow_user = graphql(`
  fragment UserRow_user on User {
    id
    nickname
    avatarUrl
    signature
    ...Relation_user
  }
`);

const AVATAR_SIZE = 48;

/** A member in a list of members, with the button to follow. */
export function UserRow({
  user: masked,
  withBlock,
}: {
  user: FragmentType<typeof UserRow_user>;
  withBlock?: boolean;
}) {
  const user = readFragment(UserRow_user, masked);
  const t = useTexts(userTexts);
  return (
    <li className={classes.row}>
      <Avatar name={user.nickname} src={user.avatarUrl} size={AVATAR_SIZE} userId={user.id} />
      <div className={classes.text}>
        <Link className={classes.name} to={`/user/${user.id}`}>
          <bdi>{user.nickname}</bdi>
        </Link>
        <p className={classes.signature}>
          <bdi>{user.signature || t.noSignature}</bdi>
        </p>
      </div>
      <RelationButtons user={user} size="sm" withBlock={withBlock} />
    </li>
  );
}
