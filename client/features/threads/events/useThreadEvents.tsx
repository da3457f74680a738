import { type ReactNode, useMemo } from "react";
import { type FragmentType, readFragment } from "../../../gql/fragment-masking.ts";
import { graphql } from "../../../gql/gql.ts";
import { preload, useLoaded } from "../../../ui/useLoaded.ts";
import type { EventGap } from "../../posts/stream/streamEvents.ts";

const loadEvents = () => import("./ThreadEvents.tsx").then((module) => module.ThreadEvents);
if (import.meta.env.SSR) await preload(loadEvents);

/** Loads the lines of events if the server has rendered some; most threads have none. */
export async function prepareEvents(): Promise<void> {
  // If the line is cut, they are loaded after the page is taken over.
  if (document.querySelector("[data-events]")) await preload(loadEvents).catch(() => undefined);
}

/** Events of a thread, which its page and the changes of moderators read. */
export const UseThreadEvents_thread = graphql(`
  fragment UseThreadEvents_thread on Thread {
    id
    events {
      ...ThreadEventLine_event
    }
  }
`);

/**
 * Gives what renders the events of a thread in a gap of its replies; null without any and until their code has come, and
 * the same while nothing is new.
 */
export function useThreadEvents(
  masked: FragmentType<typeof UseThreadEvents_thread>,
): ((gap: EventGap) => ReactNode) | null {
  const { events } = readFragment(UseThreadEvents_thread, masked);
  const [ThreadEvents] = useLoaded(loadEvents, events.length > 0);
  return useMemo(() => {
    if (events.length === 0 || !ThreadEvents) return null;
    return (gap) => <ThreadEvents events={events} gap={gap} />;
  }, [events, ThreadEvents]);
}
