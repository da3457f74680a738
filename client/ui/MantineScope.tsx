import "@mantine/core/styles/default-css-variables.layer.css";
import "@mantine/core/styles/global.layer.css";
import "@mantine/core/styles/UnstyledButton.layer.css";
import "@mantine/core/styles/CloseButton.layer.css";
import "@mantine/core/styles/Paper.layer.css";
import "@mantine/core/styles/Popover.layer.css";
import "../theme.css";
import { MantineContext, type MantineColorSchemeManager, MantineProvider } from "@mantine/core";
import { type ReactNode, useContext, useMemo } from "react";
import { commonTexts } from "../i18n/common.texts.ts";
import { useTexts } from "../i18n/texts.ts";
import { usePage } from "../platform/page.ts";
import { themeWith } from "../theme.ts";

/** The choice of colours is the page's own, in a cookie; Mantine neither reads nor writes one. */
const NO_STORE: MantineColorSchemeManager = {
  get: (scheme) => scheme,
  set: () => undefined,
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => undefined,
};

/**
 * Mantine's provider for the parts within; nothing where one is around already. It stands at whatever uses Mantine and
 * not at the root, where 7.6 kB would come with first pages that show none of it (docs/decisions/0210).
 */
export function MantineScope({ children }: { children: ReactNode }) {
  const isWithin = useContext(MantineContext) !== null;
  return isWithin ? children : <Provider>{children}</Provider>;
}

function Provider({ children }: { children: ReactNode }) {
  const { colorScheme } = usePage();
  const { close } = useTexts(commonTexts);
  const theme = useMemo(() => themeWith(close), [close]);
  return (
    <MantineProvider
      forceColorScheme={colorScheme === "auto" ? undefined : colorScheme}
      defaultColorScheme="auto"
      colorSchemeManager={NO_STORE}
      theme={theme}
      withCssVariables={false}
      withGlobalClasses={false}
    >
      {children}
    </MantineProvider>
  );
}
