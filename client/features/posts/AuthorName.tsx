import { type FragmentType, readFragment } from "../../gql/fragment-masking.ts";
import { graphql } from "../../gql/gql.ts";
import { useTexts } from "../../i18n/texts.ts";
import { Link } from "../../ui/Link.tsx";
import classes from "./PostCard.module.css";
import { postTexts } from "./posts.texts.ts";

const AuthorName_author = graphql(`
  fragment AuthorName_author on User {
    id
    nickname
  }
`);

interface Props {
  author: FragmentType<typeof AuthorName_author> | null | undefined;
}

/** A nickname that leads to the profile, or what stands for one. */
export function AuthorName({ author: masked }: Props) {
  const author = readFragment(AuthorName_author, masked);
  const t = useTexts(postTexts);
  return author ? (
    <Link className={classes.author} to={`/user/${author.id}`}>
      <bdi>{author.nickname}</bdi>
    </Link>
  ) : (
    <span className={classes.author}>{t.anonymous}</span>
  );
}
