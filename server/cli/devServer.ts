import "reflect-metadata";
import type { RunnableDevEnvironment, ViteDevServer } from "vite";
import { createApp } from "../app.ts";
import { loadConfig } from "../config.ts";
import { HOST_MODULES } from "../ssr/importMap.ts";
import { servePages } from "../ssr/pages.ts";
import type { PageSource } from "../ssr/pageSource.ts";
import type { Renderer } from "../ssr/renderer.ts";

/** A server that was imported from its sources. */
export interface DevelopmentServer {
  readonly port: number;
  close(): Promise<void>;
}

/** The lines that Vite's React plugin puts into its own index.html; ours is rendered, so they are added by hand. */
const HEAD = `<script type="module">
import { injectIntoGlobalHook } from "/@react-refresh";
injectIntoGlobalHook(window);
window.$RefreshReg$ = () => {};
window.$RefreshSig$ = () => (type) => type;
</script><script type="module" src="/@vite/client"></script>`;

const sourcesOfHost = Object.fromEntries(
  Object.entries(HOST_MODULES).map(([name, source]) => [name, `/${source}`]),
);

/** Starts the server behind Vite on a free port; pages are rendered from the client's sources. */
export async function serveForDevelopment(vite: ViteDevServer): Promise<DevelopmentServer> {
  const config = loadConfig();
  const pages = servePages(sourceOf(vite), { publicUrl: config.publicUrl, cache: false });
  const app = await createApp({ ...config, port: 0, host: "127.0.0.1", logLevel: "warn" }, { pages });
  const address = await app.listen();
  if (app.setupUrl)
    console.log(`Create the first administrator here (the link works once):\n  ${app.setupUrl}`);
  return { port: Number(new URL(address).port), close: () => app.close() };
}

function sourceOf(vite: ViteDevServer): PageSource {
  const renderer = vite.environments["renderer"] as RunnableDevEnvironment;
  return {
    renderer: () => renderer.runner.import<Renderer>("/client/entry-server.tsx"),
    // Style sheets of everything rendered so far, so that the first sight of a page has its looks.
    filesOf: () => ({
      files: { scripts: [], styles: styleSheetsOf(vite), entry: "/client/main.tsx" },
      extraHead: HEAD,
      importMap: JSON.stringify({ imports: sourcesOfHost }),
    }),
    asset: () => undefined,
    pluginBundle: () => Promise.resolve(null),
    contentSecurity: " ws:",
  };
}

function styleSheetsOf({ environments }: ViteDevServer): string[] {
  const urls = [environments.client, environments["renderer"]!].flatMap(({ moduleGraph }) => [
    ...moduleGraph.urlToModuleMap.keys(),
  ]);
  return [...new Set(urls.filter((url) => /\.css$/.test(url)))].map((url) => `${url}?direct`);
}
