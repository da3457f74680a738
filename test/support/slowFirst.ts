import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Small files that take long: half a minute and more on a quiet machine, longest first. */
const SLOW: readonly string[] = [
  "test/operations/expressions.test.ts",
  "test/operations/start.test.ts",
  "test/operations/mail.test.ts",
  "test/operations/disk.test.ts",
  // They wait for leases and for servers that start.
  "test/processes/together.test.ts",
  "test/database/outage.test.ts",
];

/**
 * Starts slow files first, so that none of them runs last, beside idle workers. Vitest itself goes by earlier times, which a
 * clean clone does not have, and else by the size of the files.
 */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const place = ({ moduleId }: TestSpecification): number => {
      const index = SLOW.indexOf(relative(this.ctx.config.root, moduleId));
      return index < 0 ? SLOW.length : index;
    };
    return sorted.sort((one, other) => place(one) - place(other));
  }
}
