import type { FormEvent } from "react";
import { useNavigate } from "react-router-dom";
import { useTexts } from "../../../i18n/texts.ts";
import { Button } from "../../../ui/Button.tsx";
import { Link } from "../../../ui/Link.tsx";
import { JUMP } from "../../reading/useArrival.ts";
import { postHref, threadHref, type ThreadView } from "../../reading/threadAddress.ts";
import classes from "./PostStream.module.css";
import { postTexts } from "../posts.texts.ts";

interface Props {
  thread: { id: string; postCount: number; lastNumber: number };
  view: ThreadView;
  pageCount: number;
}

/** Head of the replies: their number, the choice of order, and a form that goes to one by its number. */
export function StreamHead({ thread, view, pageCount }: Props) {
  const t = useTexts(postTexts);
  return (
    <header className={classes.head}>
      <h2 className={classes.title} id="replies-title">
        {t.replies} <span className={classes.count}>{thread.postCount}</span>
      </h2>
      {thread.postCount > 1 && <SortLinks id={thread.id} view={view} />}
      {pageCount > 1 && <JumpForm id={thread.id} last={thread.lastNumber} />}
    </header>
  );
}

function SortLinks({ id, view }: { id: string; view: ThreadView }) {
  const t = useTexts(postTexts);
  const orders = [
    { sort: "OLDEST", label: t.oldest },
    { sort: "NEWEST", label: t.newest },
    { sort: "MOST_LIKED", label: t.mostLiked },
    { sort: "AUTHOR", label: t.onlyAuthor },
  ] as const;
  return (
    <nav className={classes.sorts} aria-label={t.sortBy}>
      {orders.map(({ sort, label }) => (
        <Link
          key={sort}
          to={threadHref(id, 1, sort)}
          rel={sort === "OLDEST" ? undefined : "nofollow"}
          aria-current={sort === view.sort ? "true" : undefined}
          keepScroll
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}

/** Goes to a reply by its number; a plain form, so that it works without scripts. */
function JumpForm({ id, last }: { id: string; last: number }) {
  const t = useTexts(postTexts);
  const navigate = useNavigate();
  function jump(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const number = Number(new FormData(event.currentTarget).get("post"));
    if (Number.isInteger(number) && number >= 1)
      void navigate(postHref(id, Math.min(number, last)), { state: JUMP });
  }
  return (
    <form className={classes.jump} action={`/thread/${id}`} method="get" onSubmit={jump}>
      <input
        type="number"
        name="post"
        min={1}
        max={last}
        required
        inputMode="numeric"
        aria-label={t.jumpTo}
        placeholder={`1–${last}`}
      />
      <Button type="submit" size="sm">
        {t.jump}
      </Button>
    </form>
  );
}
