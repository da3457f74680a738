import type { ThreadEventLine_EventFragment } from "../../../gql/graphql.ts";
import type { threadEventTexts } from "./threadEvents.texts.ts";

type Event = ThreadEventLine_EventFragment;
type Texts = (typeof threadEventTexts)["en"];

/** Writes what an event did to its thread as a sentence. @param until end of a pin as a date; null for none */
export function eventSentence(event: Event, until: string | null, t: Texts): string {
  const who = event.actor?.nickname ?? null;
  switch (event.kind) {
    case "MOVED":
      return moveSentence(event, who, t);
    case "LOCKED":
      return t.locked(who, event.reason ?? "");
    case "LOCKED_BY_ITSELF":
      return t.lockedByItself(event.reason ?? "");
    case "OPENED":
      return t.opened(who);
    case "FEATURED":
      return t.featured(who);
    case "UNFEATURED":
      return t.unfeatured(who);
    case "PINNED":
      return t.pinned(who, until);
    case "UNPINNED":
      return t.unpinned(who);
    case "SLOW_MODE_ON":
      return t.slowModeOn(who, event.seconds ?? 0);
    case "SLOW_MODE_OFF":
      return t.slowModeOff(who);
    case "MERGED":
      return t.merged(who, event.title ?? "");
  }
}

/** Names only categories that the reader may see. */
function moveSentence({ fromCategory: from, toCategory: to }: Event, who: string | null, t: Texts): string {
  if (!from) return t.movedHere(who);
  return to ? t.moved(who, from.name, to.name) : t.movedAway(who, from.name);
}
