import { type LateActions, lateActions } from "../../../platform/lateActions.ts";

/** Actions that the article of a thread can request. */
export interface ThreadActions {
  like(): void;
  favorite(): void;
  openMenu(anchor: HTMLElement): void;
}

/** Actions of the article, carried out by `ThreadActor` once it is there. */
export function lateThreadActions(): LateActions<ThreadActions> {
  return lateActions<ThreadActions>(["like", "favorite", "openMenu"]);
}
