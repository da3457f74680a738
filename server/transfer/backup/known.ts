import { migrations } from "../../../migrations/index.ts";
import { isUnreleased, unknownMigrations } from "../../database/schema.ts";
import type { Header } from "./format.ts";

/** Refuses a backup of a newer program, or of a development version. @throws {Error} with one sentence */
export function requireKnown(header: Header, version: string): void {
  const unknown = unknownMigrations(header.migrations, migrations);
  if (unknown.length > 0)
    throw new Error(
      `The backup was made by Luntan ${header.version}, and this is ${version}, which does not know ${unknown.join(", ")}. Install that version or a newer one.`,
    );
  if (header.migrations.length === 0 || isUnreleased(header.migrations, migrations))
    throw new Error("The backup was made by a development version from before the first release.");
}
