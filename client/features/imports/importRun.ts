import type { ImportAdminPageQuery } from "../../gql/graphql.ts";

/** Everything that the page shows. */
export type ImportPage = ImportAdminPageQuery["importPage"];
/** The dry run or import, as far as it is. */
export type ImportRun = NonNullable<ImportPage["run"]>;

/** Time between two looks at the server, in milliseconds. */
const LOOK_EVERY_MS = 500;

/** Resolves once the forum is closed for the import: until then it still answers those who have asked before. */
export async function untilClosed(): Promise<void> {
  for (;;) {
    const answer = await fetch("/readyz", { cache: "no-store" }).catch(() => null);
    if (answer?.status === 503) return;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}
