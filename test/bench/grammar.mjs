import { resolve } from "node:path";
import { runnerImport } from "vite";
import { finding } from "./table.mjs";

const ROOT = resolve(import.meta.dirname, "../..");
const DOCUMENTS = 100_000;

/** Writes documents of the editor at random, reads them again and shows them: none may become something else. */
export async function checkGrammar() {
  const { module } = await runnerImport(resolve(import.meta.dirname, "checkDocuments.ts"), {
    root: ROOT,
    configFile: false,
    logLevel: "warn",
  });
  const { differences, first } = module.checkDocuments(DOCUMENTS);
  if (first) console.error(first);
  return [
    finding(
      `${DOCUMENTS} documents of the editor`,
      "-",
      `${differences} differ`,
      "0 differ",
      differences === 0,
    ),
  ];
}
