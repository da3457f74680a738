import { contrast, legible, mix, readColor } from "./colors.ts";

/** Least contrast of text with its ground (WCAG 2.2, AA). */
export const TEXT_CONTRAST = 4.5;
/** Least contrast of a filled button with the dark card that it lies on. */
const SHAPE_CONTRAST = 2.5;
/** Links in the dark theme are as light as those of the default colour. */
const DARK_LINK_CONTRAST = 6;
const BLACK = "#000000";
const WHITE = "#ffffff";
/** Grounds of client/styles.css that links stand on: page, card, row under the pointer. */
const LIGHT_GROUNDS = ["#f4f5f8", WHITE, "#eff1f6"];
const DARK_SURFACE = "#161a21";
const DARK_GROUNDS = ["#0e1116", DARK_SURFACE, "#222834"];

/** Colours of one theme that follow from the accent. */
export interface AccentTokens {
  readonly accent: string;
  readonly hover: string;
  readonly text: string;
  readonly soft: string;
}

/** True if white text on the colour can be read. */
export function isLegibleAccent(color: string): boolean {
  return contrast(color, WHITE) >= TEXT_CONTRAST;
}

/** The nearest colour on which white text can be read: the colour itself where it can. */
export function nearestAccent(color: string): string {
  return legible(color, BLACK, [WHITE], TEXT_CONTRAST);
}

/** Colours of the light theme. */
export function lightAccent(accent: string): AccentTokens {
  const soft = mix(accent, WHITE, 0.9);
  const text = legible(accent, BLACK, [...LIGHT_GROUNDS, soft], TEXT_CONTRAST);
  return { accent, hover: mix(accent, BLACK, 0.16), text, soft };
}

/** Colours of the dark theme: the accent is lightened where it would not be seen, and links are lighter still. */
export function darkAccent(color: string): AccentTokens {
  const accent = legible(color, WHITE, [DARK_SURFACE], SHAPE_CONTRAST);
  const soft = mix(DARK_SURFACE, accent, 0.24);
  const text = legible(accent, WHITE, [...DARK_GROUNDS, soft], DARK_LINK_CONTRAST);
  return { accent, hover: nearestAccent(mix(accent, WHITE, 0.1)), text, soft };
}

const declarations = ({ accent, hover, text, soft }: AccentTokens, focus: string): string =>
  `{--accent:${accent};--accent-hover:${hover};--accent-text:${text};--accent-soft:${soft};--focus:${focus}}`;

/** Accent colours of the skins in the light theme, as client/styles.css has them. */
const SKIN_ACCENTS: Readonly<Record<string, string>> = { 1: "#3d50d6", 2: "#c22f3b" };

/** Gives the accent colour of the site in the light theme: the owner's, or that of the skin. */
export function accentOf(settings: { readonly site_accent: string; readonly site_skin: string }): string {
  const { site_accent: own, site_skin: skin } = settings;
  return readColor(own) ? own : (SKIN_ACCENTS[skin] ?? SKIN_ACCENTS["1"]!);
}

/**
 * Style rules by which a page takes the owner's colour in both themes; empty without one. They stand in the page itself,
 * allowed by their hash (docs/decisions/0241), and weigh as much as the rules of the skins before them.
 */
export function accentRules(color: string): string {
  if (!readColor(color)) return "";
  const light = lightAccent(color);
  const dark = darkAccent(color);
  const darkRule = declarations(dark, dark.text);
  return [
    `:root[data-skin]${declarations(light, light.text)}`,
    `:root[data-skin][data-scheme="dark"]${darkRule}`,
    `@media (prefers-color-scheme:dark){:root[data-skin][data-scheme="auto"]${darkRule}}`,
  ].join("");
}
