import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { type FragmentType, readFragment } from "../../../gql/fragment-masking.ts";
import { graphql } from "../../../gql/gql.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { useViewer } from "../../../session/useViewer.ts";
import { type MenuItem } from "../../../ui/ActionMenu.tsx";
import { Button } from "../../../ui/Button.tsx";
import { IconList } from "../../../ui/icons.tsx";
import { Link } from "../../../ui/Link.tsx";
import { useActionMenu } from "../../../ui/useActionMenu.tsx";
import { useReply } from "../../posts/composer/quoting.ts";
import { threadHref } from "../../reading/threadAddress.ts";
import { readingTexts } from "./reading.texts.ts";
import classes from "./TitleBar.module.css";

/** From so far down on the title stands above what is read, in CSS pixels. */
export const TITLE_FROM_PX = 120;
/** Texts with so many headings have a table of contents. */
export const CONTENTS_FROM = 3;
const ICON_PX = 18;

/** Fields of a thread that stand above what is read. */
export const TitleBar_thread = graphql(`
  fragment TitleBar_thread on Thread {
    id
    title
    bodyHtml(previews: true)
    category {
      id
      name
    }
    viewerCanReply
  }
`);

interface Props {
  thread: FragmentType<typeof TitleBar_thread>;
}

/** The title of the thread above what is read, with its category, its contents, and the way to answer. */
export function TitleBar({ thread: masked }: Props) {
  const thread = readFragment(TitleBar_thread, masked);
  const t = useTexts(readingTexts);
  const isDown = useScrolledDown();
  const { openMenu, menu } = useActionMenu();
  const { viewer } = useViewer();
  const reply = useReply(thread.id);
  const place = isDown ? document.getElementById("thread-bar") : null;
  if (!place) return null;
  const hasContents = (thread.bodyHtml.match(/<h[2-6]>/g) ?? []).length >= CONTENTS_FROM;
  return createPortal(
    <>
      <div className={classes.bar} data-title-bar="">
        <Link className={classes.category} to={`/category/${thread.category.id}`}>
          <bdi>{thread.category.name}</bdi>
        </Link>
        <Link className={classes.title} to={threadHref(thread.id)}>
          <bdi>{thread.title}</bdi>
        </Link>
        {hasContents && (
          <button
            type="button"
            className={classes.contents}
            aria-haspopup="menu"
            onClick={(event) => openMenu(event.currentTarget, headings())}
          >
            <IconList size={ICON_PX} />
            {t.contents}
          </button>
        )}
        {(thread.viewerCanReply || viewer === null) && (
          <Button className={classes.reply} variant="primary" size="sm" onClick={() => reply()}>
            {t.reply}
          </Button>
        )}
      </div>
      {menu}
    </>,
    place,
  );
}

function useScrolledDown(): boolean {
  const [isDown, setDown] = useState(false);
  useEffect(() => {
    const look = () => setDown(scrollY > TITLE_FROM_PX);
    look();
    addEventListener("scroll", look, { passive: true });
    return () => removeEventListener("scroll", look);
  }, []);
  return isDown;
}

/** The headings of the thread's own text as ways there; deeper ones are set in. */
function headings(): MenuItem[] {
  const all = document.querySelectorAll<HTMLElement>("#thread-text [data-prose] :is(h2, h3, h4, h5, h6)");
  return [...all].map((heading, index) => ({
    key: String(index),
    label: "\u2003".repeat(Number(heading.localName[1]) - 2) + heading.innerText,
    run: () => heading.scrollIntoView({ block: "start" }),
  }));
}
