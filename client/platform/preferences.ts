import { createContext, useContext } from "react";
import type { ColorScheme, Density, TextSize } from "./page.ts";

interface Preferences {
  /** Changes the colours now and remembers the choice for the next page. */
  chooseColorScheme: (chosen: ColorScheme) => void;
  /** Changes the size of what is read, likewise. */
  chooseTextSize: (chosen: TextSize) => void;
  /** Changes the looks of lists now and remembers the choice for the next page. */
  chooseDensity: (chosen: Density) => void;
}

/** Preferences about the looks, and the way to change them. */
export const PreferencesContext = createContext<Preferences>({
  chooseColorScheme: () => undefined,
  chooseTextSize: () => undefined,
  chooseDensity: () => undefined,
});

/** Gives the way to change preferences about the looks. */
export function usePreferences(): Preferences {
  return useContext(PreferencesContext);
}
