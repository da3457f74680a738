import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Plugin } from "vite";

const GENERATED = "/client/gql/";
const DOCUMENT = "\0gql-document:";
const HOOK = "\0gql-hook:";

/**
 * Gives each page only the operations it uses. Codegen writes all documents into one file and all hooks into another,
 * and a bundler cannot split a file; so imports from them are led to one small module for each name. The calls of
 * `graphql("…")` are only there for codegen and for types: they leave nothing behind.
 */
export function splitOperations(): Plugin {
  let folder = "";
  const read = (file: string) => readFileSync(resolve(folder, file), "utf8");

  return {
    name: "split-operations",
    enforce: "pre",
    configResolved(config) {
      folder = resolve(config.root, "client/gql");
    },
    resolveId(id) {
      if (id.startsWith(DOCUMENT) || id.startsWith(HOOK)) return id;
      return null;
    },
    load(id) {
      if (id.startsWith(DOCUMENT)) return documentModule(read("graphql.ts"), id.slice(DOCUMENT.length));
      if (id.startsWith(HOOK)) return hookModule(read("hooks.ts"), folder, id.slice(HOOK.length));
      return null;
    },
    transform(code, id) {
      const file = id.split("?")[0]!;
      if (!file.includes("/client/") || file.includes(GENERATED) || !/\.tsx?$/.test(file)) return null;
      if (!code.includes("/gql/")) return null;
      return { code: splitImports(withoutCalls(code), dirname(file), folder), map: null };
    },
  };
}

/** One document, taken from the generated file, where each stands on a line of its own. */
function documentModule(generated: string, name: string): { code: string; moduleSideEffects: false } {
  const line = generated.split("\n").find((candidate) => candidate.startsWith(`export const ${name} = `));
  if (!line) throw new Error(`There is no operation ${name}: run npm run codegen.`);
  const json = line.slice(line.indexOf("{"), line.lastIndexOf(" as unknown as "));
  return { code: `export const ${name} = ${json};`, moduleSideEffects: false };
}

/** One hook, with the document that it is bound to. */
function hookModule(generated: string, folder: string, name: string) {
  const match = new RegExp(`export const ${name} = .*?(bind\\w+)\\((\\w+)\\)`).exec(generated);
  if (!match) throw new Error(`There is no hook ${name}: run npm run codegen.`);
  const [, bind, document] = match;
  const code = [
    `import { ${bind} } from ${JSON.stringify(resolve(folder, "../apollo/bind.ts"))};`,
    `import { ${document} } from ${JSON.stringify(DOCUMENT + document)};`,
    `export const ${name} = /* @__PURE__ */ ${bind}(${document});`,
  ].join("\n");
  return { code, moduleSideEffects: false as const };
}

function splitImports(code: string, from: string, folder: string): string {
  return code.replace(/^import (type )?\{([^}]*)\} from "([^"]+)";$/gm, (whole, isType, names, source) => {
    const target = resolve(from, source as string);
    const prefix = { [resolve(folder, "graphql.ts")]: DOCUMENT, [resolve(folder, "hooks.ts")]: HOOK }[target];
    if (target === resolve(folder, "gql.ts")) return "";
    if (isType || !prefix) return whole as string;
    return (names as string)
      .split(",")
      .map((name) => name.trim())
      .filter((name) => name && !name.startsWith("type "))
      .map((name) => `import { ${name} } from ${JSON.stringify(prefix + name.split(" as ")[0])};`)
      .join(" ");
  });
}

/** Without `graphql(…)`: readFragment does not look at it, and hooks bring their documents along. */
function withoutCalls(code: string): string {
  return code.replace(/\bgraphql\(\s*`[^`]*`\s*,?\s*\)/g, "({})");
}
