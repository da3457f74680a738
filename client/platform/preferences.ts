import { createContext, useContext } from "react";
import type { ColorScheme } from "./page.ts";

interface Preferences {
  /** Changes the colours now and remembers the choice for the next page. */
  chooseColorScheme: (chosen: ColorScheme) => void;
}

/** Preferences about the looks, and the way to change them. */
export const PreferencesContext = createContext<Preferences>({ chooseColorScheme: () => undefined });

/** Gives the way to change preferences about the looks. */
export function usePreferences(): Preferences {
  return useContext(PreferencesContext);
}
