import type { Manifest } from "./document.ts";

/** Modules that trusted plugins import from the page, by the name that they import, and their sources in the client. */
export const HOST_MODULES = {
  react: "client/plugins/host/react.ts",
  "react/jsx-runtime": "client/plugins/host/jsxRuntime.ts",
  "@apollo/client": "client/plugins/host/apollo.ts",
  "@apollo/client/react": "client/plugins/host/apolloReact.ts",
  "@luntan/plugin-kit": "client/plugins/host/kit.ts",
} as const;

/** Writes the import map of pages with trusted plugins: the modules of the built client, so that there is one React. */
export function importMapOf(manifest: Manifest): string {
  const imports = Object.entries(HOST_MODULES).map(([name, source]) => [name, `/${manifest[source]!.file}`]);
  return JSON.stringify({ imports: Object.fromEntries(imports) as object });
}
