import { useLayoutEffect, useState } from "react";
import { createPortal } from "react-dom";
import { PollCard } from "./PollCard.tsx";

/** Draws the poll of a thread in its place (`PollPlace`), with what belongs to the viewer. */
export function LatePoll({ threadId }: { threadId: string }) {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  useLayoutEffect(() => setPlace(document.getElementById("poll")), []);
  return place && createPortal(<PollCard threadId={threadId} />, place);
}
