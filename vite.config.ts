import { createHash } from "node:crypto";
import { relative } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { splitOperations } from "./client/apollo/splitOperations.ts";

/** Packages with native or CommonJS parts of their own; everything else of the client is bundled into the renderer. */
const OUTSIDE = ["graphql"];

/** Names of classes come from names of files, so that a changed style sheet changes no script and no cached page. */
function generateScopedName(name: string, file: string): string {
  const path = relative(import.meta.dirname, file.split("?")[0]!);
  return `${name}_${createHash("sha256").update(path).digest("base64url").slice(0, 5)}`;
}

/** What every page needs, in two files rather than forty: the libraries, and the frame of the site. */
const FRAMEWORK =
  /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|@apollo\/client|rxjs|optimism|@wry\/\w+)\//;
/** Parts of the frame's folders that only some pages or something that opens needs: chunks of their own. */
const NOT_FRAME = [
  "AvatarGroup",
  "ConfirmDialog",
  "Counter",
  "Field",
  "Input",
  "LoadingBlock",
  "MantineScope",
  "NotFoundPage",
  "ShortcutSheet",
  "Textarea",
  "TruncatedLink",
  "numbers",
  "shortcutSheet",
  "upload",
  "useLimit",
];
const FRAME = new RegExp(`client/(apollo|i18n|layout|platform|session|ui)/(?!${NOT_FRAME.join("|")})`);

/**
 * The client. `vite build` writes dist/client for browsers; `vite build --ssr client/entry-server.tsx` writes the page
 * renderer, in which React, the router and the like are bundled, so that it starts fast and needs no packages.
 */
export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [react(), ...(command === "build" ? [splitOperations()] : [])],
  publicDir: "client/public",
  css: { modules: { generateScopedName } },
  define: isSsrBuild ? { "process.env.NODE_ENV": JSON.stringify("production") } : {},
  ssr: { noExternal: true as const, external: command === "build" ? [] : OUTSIDE },
  build: {
    outDir: "dist/client",
    emptyOutDir: true,
    manifest: !isSsrBuild,
    target: isSsrBuild ? "node20" : "baseline-widely-available",
    copyPublicDir: !isSsrBuild,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: isSsrBuild
      ? {}
      : {
          input: ["client/main.tsx", "client/explorer/explorer.tsx"],
          output: {
            codeSplitting: {
              groups: [
                { name: "framework", test: FRAMEWORK },
                { name: "frame", test: FRAME },
              ],
            },
          },
        },
  },
}));
