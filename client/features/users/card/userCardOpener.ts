/** Selector of what opens the profile card: elements marked with a member's id, and links that lead to a profile. */
const OPENERS = "[data-user-card], a[href^='/user/']";
const PROFILE = /^\/user\/(\d+)$/;

/** An element that opens the card of a member. */
export interface Opener {
  userId: string;
  anchor: HTMLElement;
  /** Side to which the card opens. */
  side: "left" | "right";
}

/**
 * The opener that an event happened on; null if there is none, within the card itself (`data-user-card="off"`), and on
 * the member's own page, which says everything already.
 */
export function openerOf(target: EventTarget | null): Opener | null {
  const anchor = target instanceof Element ? target.closest<HTMLElement>(OPENERS) : null;
  if (!anchor || anchor.closest("[data-user-card=off]")) return null;
  const userId = anchor.dataset.userCard ?? PROFILE.exec(anchor.getAttribute("href") ?? "")?.[1];
  if (!userId || location.pathname === `/user/${userId}`) return null;
  const { cardSide } = anchor.closest<HTMLElement>("[data-card-side]")?.dataset ?? {};
  return { userId, anchor, side: cardSide === "left" ? "left" : "right" };
}
