import { createContext, useContext, useState } from "react";
import { useLocation } from "react-router-dom";
import { useLocale } from "../i18n/texts.ts";
import { usePage } from "../platform/page.ts";
import { useViewer } from "../session/useViewer.ts";
import type { SlotCollector } from "./slotCollector.ts";
import { slotKey } from "./slotKey.ts";

/** Places of the page that is being rendered; null in the browser. */
export const ServerSlotsContext = createContext<SlotCollector | null>(null);

/**
 * Gives what plugins have rendered on the server for a place; null if the page came without. In the browser it stands in
 * the page already, and the text is empty.
 */
export const useServerHtml = import.meta.env.SSR
  ? function useRendered(place: string, data: object, hasOwn: boolean): string | null {
      const session = useViewer();
      const { platform } = usePage();
      const locale = useLocale();
      const { search } = useLocation();
      const slots = useContext(ServerSlotsContext);
      return slots?.htmlAt({ place, data, hasOwn, session, platform, locale, search }) ?? null;
    }
  : function useStanding(place: string, data: object): string | null {
      return useState(() =>
        document.querySelector(`[data-plugin="${slotKey(place, data)}"]`) ? "" : null,
      )[0];
    };
