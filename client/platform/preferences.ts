import { createContext, useContext } from "react";
import type { ColorScheme } from "./page.ts";

interface Preferences {
  /** Changes the colours now and remembers the choice for the next page. */
  chooseColorScheme: (chosen: ColorScheme) => void;
}

/** What a person can change about the looks. */
export const PreferencesContext = createContext<Preferences>({ chooseColorScheme: () => undefined });

/** What a person can change about the looks. */
export function usePreferences(): Preferences {
  return useContext(PreferencesContext);
}
