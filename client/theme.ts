import {
  colorsTuple,
  createTheme,
  type MantineColorsTuple,
  type MantineThemeOverride,
  mergeThemeOverrides,
} from "@mantine/core";
import inputs from "./ui/Field.module.css";
import sheets from "./ui/Sheet.module.css";

const SHADES = 10;
const shadesOf = (name: string): MantineColorsTuple =>
  colorsTuple(Array.from({ length: SHADES }, (_, shade) => `var(--mantine-color-${name}-${shade})`));

const OVER_PAGE = {
  overlay: sheets.veil,
  content: sheets.sheet,
  header: sheets.head,
  title: sheets.title,
  close: sheets.close,
  body: sheets.body,
};
/** Locking adds a style element without a nonce; the page behind the veil may as well scroll. */
const OPENS_AT_ONCE = { lockScroll: false, transitionProps: { duration: 0 } };
const CROSS = { iconSize: 20 };

const looks = createTheme({
  // Mixed from the tokens in theme.css, so that skins and both themes agree without a second list of colours.
  colors: { accent: shadesOf("accent") },
  primaryColor: "accent",
  primaryShade: 6,
  cursorType: "pointer",
  respectReducedMotion: true,
  components: {
    Input: { classNames: { wrapper: inputs.box, input: inputs.input, section: inputs.section } },
    InputWrapper: { classNames: { label: inputs.label, description: inputs.hint, error: inputs.error } },
    Modal: { classNames: { ...OVER_PAGE, content: `${sheets.sheet} ${sheets.modal}` } },
    ModalRoot: { defaultProps: OPENS_AT_ONCE },
    Drawer: { classNames: OVER_PAGE, defaultProps: OPENS_AT_ONCE },
    DrawerRoot: { defaultProps: OPENS_AT_ONCE },
    ModalCloseButton: { defaultProps: CROSS },
    DrawerCloseButton: { defaultProps: CROSS },
    // The header of a dialog is no banner of the page.
    ModalHeader: { defaultProps: { role: "none" } },
    DrawerHeader: { defaultProps: { role: "none" } },
    Switch: { defaultProps: { withThumbIndicator: false } },
  },
});

/**
 * Mantine in the looks of the forum. The variables behind it are those of theme.css, which maps each to a token of
 * styles.css; here stands what components take as properties.
 * @param close name of the crosses, in the language of the page
 */
export function themeWith(close: string): MantineThemeOverride {
  return mergeThemeOverrides(looks, {
    components: { CloseButton: { defaultProps: { "aria-label": close } } },
  });
}
