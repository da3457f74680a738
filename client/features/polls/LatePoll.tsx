import { useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { PollCard } from "./PollCard.tsx";

const findPlace = () => document.getElementById("poll");
/** The place comes with the article around this part: it is looked for again when both are in the document. */
const watchNothing = () => () => undefined;

/** Draws the poll of a thread in its place (`PollPlace`), with what belongs to the viewer. */
export function LatePoll({ threadId }: { threadId: string }) {
  const place = useSyncExternalStore(watchNothing, findPlace);
  return place && createPortal(<PollCard threadId={threadId} />, place);
}
