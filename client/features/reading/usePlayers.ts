import { useEffect } from "react";
import classes from "./players.module.css";

/** Rights of a player: its own scripts and storage, and no way to move this page. */
const SANDBOX = "allow-scripts allow-same-origin allow-popups allow-presentation";
const ALLOW = "autoplay; encrypted-media; fullscreen; picture-in-picture";

/** Puts the player of a video in the place of its card once somebody presses play; nothing is loaded before. */
export function usePlayers(): void {
  useEffect(() => {
    const play = ({ target }: MouseEvent): void => {
      const button = target instanceof Element && target.closest<HTMLElement>("button[data-player]");
      if (!button) return;
      const card = button.closest(".link-card")!;
      const frame = document.createElement("iframe");
      frame.className = classes.player!;
      frame.title = card.querySelector(".link-title")?.textContent ?? "";
      frame.setAttribute("sandbox", SANDBOX);
      frame.allow = ALLOW;
      // Players play only for pages that say where they are.
      frame.referrerPolicy = "strict-origin-when-cross-origin";
      frame.src = button.dataset["player"]!;
      button.replaceWith(frame);
      card.classList.add(classes.playing!);
      frame.focus();
    };
    document.addEventListener("click", play);
    return () => document.removeEventListener("click", play);
  }, []);
}
