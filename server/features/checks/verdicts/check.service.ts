import type { Context } from "../../../core/context.ts";
import { isDatabaseAway } from "../../../core/errors.ts";
import { makeCheckedPicture, PictureError } from "../../attachments/pictures/images.ts";
import { hashOf } from "../../attachments/pictures/renditions.ts";
import { locationOf } from "../../attachments/storage.ts";
import { type Answer, CheckError, type ContentChecker } from "../checker.ts";
import { type CheckSettings, checkSettings } from "../checkSettings.service.ts";
import { type Circuit, circuitOf } from "../circuit.ts";
import { CheckVerdict, type ContentCheck } from "../contentCheck.entity.ts";
import { joined, slicesOf } from "../findings.ts";
import { findChecker } from "../providers/providers.service.ts";
import { claimDueChecks, findPictureAnswers, storePictureAnswer } from "../queue.service.ts";
import { type CheckedContent, hashOfText, readContent } from "./content.service.ts";
import { applyAnswer, applyFailure, forget, type ServiceAnswer } from "./verdict.service.ts";

/** Texts that are checked at the same time. */
const AT_ONCE = 4;

/** Makes all checks that are due, some at a time; none during the pause after failures in a row. */
export async function checkContent(ctx: Context, stopping: AbortSignal): Promise<void> {
  const circuit = circuitOf(ctx.services);
  while (!stopping.aborted) {
    const now: Context = { ...ctx, now: new Date() };
    const settings = await checkSettings(now);
    if (!settings || circuit.isOpen(now.now)) return;
    const checker = await findChecker(now);
    const claimed = await claimDueChecks(now, AT_ONCE);
    if (claimed.length === 0) return;
    await Promise.all(claimed.map((check) => checkOne(now, check, { settings, checker, circuit })));
  }
}

interface Means {
  readonly settings: CheckSettings;
  /** Null until the settings of the chosen service are complete. */
  readonly checker: ContentChecker | null;
  readonly circuit: Circuit;
}

/** Checks one text with its pictures, and acts on the answer. */
async function checkOne(ctx: Context, check: ContentCheck, means: Means): Promise<void> {
  const { circuit } = means;
  const { log } = ctx.services;
  const content = await readContent(ctx, check);
  if (!content) return forget(ctx, check);
  const answers: Answer[] = [];
  try {
    const result = await answerAbout(ctx, check, { ...means, ...content, answers });
    circuit.succeeded();
    await applyAnswer(ctx, check, result);
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    const isRefused = error instanceof CheckError;
    const problem = isRefused ? error.message : "INTERNAL";
    if (!isRefused) log.error({ check: check.id, error: String(error) }, "a check of content failed");
    else if (circuit.failed(new Date()))
      log.warn({ problem }, "the service that checks content fails and is not called for a minute");
    if (await applyFailure(ctx, check, { problem, answer: joined(answers) }))
      log.warn({ check: check.id, problem }, "a check of content was given up");
  }
}

/** The means of one check, with its text and pictures. */
interface Task extends Means, CheckedContent {
  /** Answers that have come; they count if a later call fails for good. */
  readonly answers: Answer[];
}

/** Calls the service about a text and its pictures. @throws {CheckError} */
async function answerAbout(ctx: Context, check: ContentCheck, task: Task): Promise<ServiceAnswer> {
  const { settings, checker, text, answers } = task;
  if (!checker) throw new CheckError("NOT_CONFIGURED");
  const { service } = checker;
  const textHash = hashOfText(text);
  const hasPassed = check.textHash === textHash && check.service === service;
  if (settings.checksTexts && text !== "" && !hasPassed) await checkText(checker, check, text, answers);
  const passesText = settings.checksTexts && joined(answers).verdict === CheckVerdict.PASS;
  if (settings.checksPictures && checker.takesPictures && !isBlocked(answers))
    await checkPictures(ctx, checker, check, task);
  return { service, answer: joined(answers), textHash: passesText ? textHash : "" };
}

const isBlocked = (answers: readonly Answer[]): boolean => joined(answers).verdict === CheckVerdict.BLOCK;

/** Checks a text slice by slice, up to one that is blocked. */
async function checkText(
  checker: ContentChecker,
  { targetKey: id }: ContentCheck,
  text: string,
  answers: Answer[],
): Promise<void> {
  for (const slice of slicesOf(text, checker.textMax)) {
    answers.push(await checker.checkText(slice, { id }));
    if (isBlocked(answers)) return;
  }
}

/** Checks the pictures that the service has not seen before, up to one that is blocked. */
async function checkPictures(
  ctx: Context,
  checker: ContentChecker,
  { targetKey: id }: ContentCheck,
  { pictures, answers }: Task,
): Promise<void> {
  const { filesDir } = ctx.services;
  const byHash = new Map<string, string>();
  for (const path of pictures) {
    // A file that is gone shows nothing.
    const hash = await hashOf(filesDir, path).catch(() => null);
    if (hash) byHash.set(hash, path);
  }
  const seen = await findPictureAnswers(ctx, checker.service, [...byHash.keys()]);
  answers.push(...seen.values());
  for (const [hash, path] of byHash) {
    if (isBlocked(answers)) return;
    if (seen.has(hash)) continue;
    const key = `${filesDir} ${checker.service} ${hash}`;
    const answer = await once(key, () => checkPicture(ctx, checker, { hash, path, id }));
    if (answer) answers.push(answer);
  }
}

const calls = new Map<string, Promise<Answer | null>>();

/** Texts with the same picture that are checked at the same time share one call. */
function once(key: string, call: () => Promise<Answer | null>): Promise<Answer | null> {
  const running = calls.get(key) ?? call().finally(() => calls.delete(key));
  calls.set(key, running);
  return running;
}

/** Checks a picture, and stores the answer for all texts that have it. @returns null for one that cannot be drawn */
async function checkPicture(
  ctx: Context,
  checker: ContentChecker,
  { hash, path, id }: { readonly hash: string; readonly path: string; readonly id: string },
): Promise<Answer | null> {
  // Once more: another text with the same picture may have been answered meanwhile.
  const seen = (await findPictureAnswers(ctx, checker.service, [hash])).get(hash);
  if (seen) return seen;
  const location = locationOf(ctx.services.filesDir, path);
  const bytes = await makeCheckedPicture(location).catch((error: unknown) => {
    if (error instanceof PictureError) return null;
    throw error;
  });
  if (!bytes) return null;
  const answer = await checker.checkPicture(bytes, { id });
  await storePictureAnswer(ctx, checker.service, hash, answer);
  return answer;
}
