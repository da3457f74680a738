import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { HttpAnswer, HttpRequest } from "../http/route.ts";
import { Assets } from "./assets.ts";
import { type DocumentFiles, filesOf, type Manifest, readManifest } from "./document.ts";
import { importMapOf } from "./importMap.ts";
import type { Renderer } from "./renderer.ts";

/** Source of rendering and files: the build, or Vite during development. */
export interface PageSource {
  renderer(): Promise<Renderer>;
  filesOf(modules: readonly string[]): DocumentFiles;
  asset(request: HttpRequest): HttpAnswer | undefined;
  /** Code that renders plugins; null where it is not built. */
  pluginBundle(): Promise<string | null>;
  /** Content-Security-Policy in addition to the page's own. */
  readonly contentSecurity: string;
}

function filesOfPage(manifest: Manifest, modules: readonly string[]): DocumentFiles {
  return { files: filesOf(manifest, modules), importMap: importMapOf(manifest) };
}

/** Opens the built client; its files are read when first needed. */
export function builtSource(rootDir: string): PageSource {
  const clientDir = join(rootDir, "dist/client");
  const entry = pathToFileURL(join(rootDir, "dist/ssr/entry-server.js")).href;
  const pluginsEntry = join(rootDir, "dist/ssr/plugins/entry-plugins.js");
  let renderer: Promise<Renderer> | undefined;
  let manifest: Manifest | undefined;
  let assets: Assets | undefined;
  const cachedFiles = new Map<string, DocumentFiles>();
  return {
    contentSecurity: "",
    renderer: () => (renderer ??= import(/* @vite-ignore */ entry) as Promise<Renderer>),
    asset: ({ path, headers }) => (assets ??= new Assets(clientDir)).answer(path, headers),
    pluginBundle: () => readFile(pluginsEntry, "utf8").catch(() => null),
    filesOf(modules) {
      const key = modules.join();
      let files = cachedFiles.get(key);
      if (!files)
        cachedFiles.set(key, (files = filesOfPage((manifest ??= readManifest(clientDir)), modules)));
      return files;
    },
  };
}
