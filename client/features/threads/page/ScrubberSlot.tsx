import { lazy, Suspense, useEffect, useState } from "react";
import { LONG_THREAD_POSTS, type ReadingPlace } from "../../reading/readingPlace.ts";
import classes from "./ThreadAside.module.css";

const ThreadScrubber = lazy(() =>
  import("./ThreadScrubber.tsx").then((m) => ({ default: m.ThreadScrubber })),
);

/** Media query for windows with room beside the text. */
const BESIDE = "(width >= 1000px)";

interface Props {
  id: string;
  last: number;
  createdAt: string;
  lastPostedAt: string;
  place: ReadingPlace;
}

/** The place of the scrubber, which is loaded where it is seen. */
export function ScrubberSlot(props: Props) {
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    const beside = matchMedia(BESIDE);
    const look = () => setWanted(beside.matches);
    look();
    beside.addEventListener("change", look);
    return () => beside.removeEventListener("change", look);
  }, []);
  if (props.last < LONG_THREAD_POSTS) return null;
  return (
    <div className={classes.scrubber}>
      <Suspense fallback={null}>{isWanted && <ThreadScrubber {...props} />}</Suspense>
    </div>
  );
}
