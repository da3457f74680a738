import { createPortal } from "react-dom";
import { usePlace } from "../../platform/usePlace.ts";
import { PollCard } from "./PollCard.tsx";

/** Draws the poll of a thread in its place (`PollPlace`), with what belongs to the viewer. */
export function LatePoll({ threadId }: { threadId: string }) {
  const place = usePlace("poll");
  return place && createPortal(<PollCard threadId={threadId} />, place);
}
