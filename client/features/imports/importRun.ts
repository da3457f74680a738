import { graphql } from "../../gql/gql.ts";
import type { ImportAdminPageQuery } from "../../gql/graphql.ts";

graphql(`
  query ImportAdminPage {
    importPage {
      obstacle
      sources {
        source
        takesConnection
        takesFile
      }
      filesFolder
      siteFolders
      upload {
        name
        bytes
      }
      run {
        phase
        source
        startedAt
        step
        problem
        counts {
          name
          count
        }
        remarks {
          name
          count
        }
        losses {
          name
          count
        }
        money {
          sourceCents
          openedCents
          refusedCents
          differences
        }
        administrators
        hasReport
      }
      mapping {
        version
        groups {
          id
          name
          members
          isPreset
          isTarget
          to
          grants
        }
        categories {
          id
          name
          parentId
          threads
          to
          newReaders
        }
      }
      canStart
    }
    permissionKeys {
      key
      isOffered
      isForVisitors
      label
    }
  }
`);

/** Everything that the page shows. */
export type ImportPage = ImportAdminPageQuery["importPage"];
/** The dry run or import, as far as it is. */
export type ImportRun = NonNullable<ImportPage["run"]>;

/** Decisions on groups and categories. */
export type ImportMapping = NonNullable<ImportPage["mapping"]>;
/** Everything that groups may be granted. */
export type PermissionKeys = ImportAdminPageQuery["permissionKeys"];

/** Time between two looks at the server, in milliseconds. */
const LOOK_EVERY_MS = 500;

/** Answer of a forum that is closed for an import, in contrast to one that stops. */
const CLOSED = "a community moves in";

/** Resolves once the forum is closed for the import: until then it still answers those who have asked before. */
export async function untilClosed(): Promise<void> {
  for (;;) {
    const text = await fetch("/readyz", { cache: "no-store" }).then(
      (answer) => answer.text(),
      () => "",
    );
    if (text === CLOSED) return;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}
