import type { Context } from "../../core/context.ts";
import { limited } from "../../core/text.ts";
import { verb } from "../../core/verbs.ts";
import { CheckError } from "./checker.ts";
import type { ContentCheckTrial } from "./contentCheck.view.ts";
import { joined, readFindings, storedFindings } from "./findings.ts";
import { findChecker } from "./providers/providers.service.ts";

/** Longest sample, in characters. */
const SAMPLE_MAX = 500;

/** Sends a sample to the service of the settings and gives its answer; stores nothing. @throws {DomainError} INVALID_PARAMETER */
export const tryContentCheck = verb({
  name: "tryContentCheck",
  who: "admin",
  rate: "manage",
  async run(ctx: Context, text: string): Promise<ContentCheckTrial> {
    const sample = limited(text, "text", SAMPLE_MAX);
    const checker = await findChecker(ctx);
    const nothing = { verdict: null, findings: [] };
    if (!checker) return { service: null, ...nothing, problem: "NOT_CONFIGURED", durationMs: 0 };
    const { service } = checker;
    const began = performance.now();
    const durationMs = () => Math.round(performance.now() - began);
    try {
      const { verdict, findings } = joined([await checker.checkText(sample, { id: "sample" })]);
      // Cut to the lengths that moderators see.
      const limitedFindings = readFindings(storedFindings(findings));
      return { service, verdict, findings: limitedFindings, problem: "", durationMs: durationMs() };
    } catch (error) {
      if (!(error instanceof CheckError)) throw error;
      return { service, ...nothing, problem: error.message, durationMs: durationMs() };
    }
  },
});
