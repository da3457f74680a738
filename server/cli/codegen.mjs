import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { generate, loadContext } from "@graphql-codegen/cli";
import { runnerImport } from "vite";

/** Gives the schema of the server as text, as it stands in schema.graphql; no build and no database needed. */
export async function printServerSchema(root) {
  const { module } = await runnerImport(resolve(root, "server/cli/printSchema.ts"), {
    root,
    configFile: false,
    logLevel: "warn",
  });
  return module.printForumSchema();
}

/** Writes schema.graphql, the contract between server and client. */
export async function emitSchema(root) {
  writeFileSync(resolve(root, "schema.graphql"), await printServerSchema(root));
}

/** Gives the types of the SDK as text. */
export async function printSdk(root) {
  const { module } = await runnerImport(resolve(root, "server/cli/printSdk.ts"), {
    root,
    configFile: false,
    logLevel: "warn",
  });
  return module.printSdkTypes();
}

/** Writes sdk/schema.d.mts, the types that programs get with the SDK. */
export async function emitSdk(root) {
  writeFileSync(resolve(root, "sdk/schema.d.mts"), await printSdk(root));
}

function importChangelog(root) {
  return runnerImport(resolve(root, "server/cli/apiChangelog.ts"), {
    root,
    configFile: false,
    logLevel: "warn",
  });
}

/** Writes sdk/CHANGELOG.md: the changes of the schema since the last version. */
export async function emitApiChangelog(root) {
  const { module } = await importChangelog(root);
  writeFileSync(resolve(root, module.API_CHANGELOG), module.printApiChangelog(root));
}

/** Makes these changes those of a new version. */
export async function releaseApi(root, version) {
  const { module } = await importChangelog(root);
  module.releaseApi(root, version, new Date().toISOString().slice(0, 10));
}

/** Gives the generated files of the plugins' kit by name. */
export async function printPluginKit(root) {
  const { module } = await runnerImport(resolve(root, "server/cli/printKit.ts"), {
    root,
    configFile: false,
    logLevel: "warn",
  });
  return module.printKit(root);
}

/** Writes plugins/kit/generated, which authors of plugins get with the kit. */
export async function emitKit(root) {
  for (const [name, text] of Object.entries(await printPluginKit(root)))
    writeFileSync(resolve(root, "plugins/kit/generated", name), text);
}

/** Gives the pages of the places of plugins by name. */
export async function printPluginHooks(root) {
  const { module } = await runnerImport(resolve(root, "server/cli/printHooks.ts"), {
    root,
    configFile: false,
    logLevel: "warn",
  });
  return module.printHookPages(root);
}

/** Writes docs/hooks, a page for each place of plugins. */
export async function emitHooks(root) {
  for (const [name, text] of Object.entries(await printPluginHooks(root)))
    writeFileSync(resolve(root, "docs/hooks", name), text);
}

/** Writes docs/neutral-format, the JSON Schemas of what `luntan export` writes. */
export async function emitNeutralFormat(root) {
  const { module } = await runnerImport(resolve(root, "server/cli/printNeutralFormat.ts"), {
    root,
    configFile: false,
    logLevel: "warn",
  });
  for (const [name, text] of Object.entries(module.printNeutralFormat()))
    writeFileSync(resolve(root, "docs/neutral-format", name), text);
}

/**
 * Writes client/gql from schema.graphql and the operations in client/.
 * @throws {Error} naming the operations that do not fit the schema.
 */
export async function generateTypes(root) {
  const context = await loadContext(resolve(root, "codegen.ts"));
  context.updateConfig({ silent: true, noSilentErrors: true });
  context.cwd = root;
  await generate(context, true);
}
