import "@mantine/core/styles/default-css-variables.layer.css";
import "@mantine/core/styles/global.layer.css";
import "@mantine/core/styles/UnstyledButton.layer.css";
import "@mantine/core/styles/CloseButton.layer.css";
import "@mantine/core/styles/Paper.layer.css";
import "@mantine/core/styles/Popover.layer.css";
import { MantineProvider } from "@mantine/core";
import type { ReactNode } from "react";
import { usePage } from "../platform/page.ts";
import { theme } from "../theme.ts";

/** What Mantine needs around its parts. Import it only from modules that load lazily. */
export function MantineScope({ children }: { children: ReactNode }) {
  const { colorScheme } = usePage();
  const scheme = colorScheme === "auto" ? (prefersDark() ? "dark" : "light") : colorScheme;
  return (
    <MantineProvider
      getStyleNonce={styleNonce}
      theme={theme}
      forceColorScheme={scheme}
      withCssVariables={false}
      withGlobalClasses={false}
    >
      {children}
    </MantineProvider>
  );
}

function prefersDark(): boolean {
  return typeof matchMedia === "function" && matchMedia("(prefers-color-scheme: dark)").matches;
}

/** The nonce of the page, without which the browser ignores the style elements that Mantine adds. */
function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>("meta[property=csp-nonce]")?.nonce ?? "";
}
