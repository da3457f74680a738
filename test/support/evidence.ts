import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterEach, type TestContext } from "vitest";

type Task = TestContext["task"];

/** Pictures of pages that were open when a test failed. */
const FOLDER = resolve(import.meta.dirname, "../../test-failures");

declare module "vitest" {
  interface TaskMeta {
    /** Lines that show what a failed test had before it. */
    evidence?: string[];
  }
}

/** Something that can show what happened: a browser its pages, a forum its log and statements. */
export interface Witness {
  /** @param picture path for a picture, without its number and suffix */
  testify(picture: string): string[] | Promise<string[]>;
  /** Forgets what belongs to the test that has ended. */
  forget(): void;
}

const witnesses = new Set<Witness>();

/** Adds a witness that is asked when a test fails. @returns removes it */
export function addWitness(witness: Witness): () => void {
  witnesses.add(witness);
  return () => void witnesses.delete(witness);
}

/** Asks all witnesses about a test if it has failed, once; the answers go to its report. */
export async function gatherEvidence(task: Task | undefined): Promise<void> {
  if (task?.result?.state !== "fail" || task.meta.evidence) return;
  const evidence: string[] = [];
  task.meta.evidence = evidence;
  mkdirSync(FOLDER, { recursive: true });
  const slug = `${task.file.name}-${task.name}`.replace(/[^\p{L}\p{N}]+/gu, "-").slice(-100);
  for (const witness of witnesses) {
    try {
      evidence.push(...(await witness.testify(join(FOLDER, slug))));
    } catch (error) {
      evidence.push(`no evidence: ${String(error)}`);
    }
  }
  if (evidence.length > 0) console.error(evidence.join("\n"));
}

/** Gathers evidence of every test that fails. */
export function keepEvidence(): void {
  afterEach(async ({ task }) => {
    await gatherEvidence(task);
    for (const witness of witnesses) witness.forget();
  });
}
