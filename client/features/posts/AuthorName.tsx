import { useTexts } from "../../i18n/texts.ts";
import { Link } from "../../ui/Link.tsx";
import classes from "./PostCard.module.css";
import { postTexts } from "./posts.texts.ts";

/** A nickname that leads to the profile, or what stands for one. */
export function AuthorName({ author }: { author: { id: string; nickname: string } | null | undefined }) {
  const t = useTexts(postTexts);
  return author ? (
    <Link className={classes.author} to={`/user/${author.id}`}>
      <bdi>{author.nickname}</bdi>
    </Link>
  ) : (
    <span className={classes.author}>{t.anonymous}</span>
  );
}
