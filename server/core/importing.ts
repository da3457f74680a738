/** The program around the forum, as far as a community that moves in from the page needs it. */
export interface Importing {
  /** Folder of the community: what was uploaded, what was read of it, and how far it is. */
  readonly folder: string;
  /** Programs that can be read; none where the page is not offered. */
  readonly sources: readonly string[];
  /** The command line. */
  readonly program: string;
  /** Closes the forum, moves the community in and opens the forum again; null where the caller cannot. */
  readonly start: (() => void) | null;
  /** The owner's decisions on its groups and categories; null where the page is not offered. */
  readonly mappings: ImportMappings | null;
}

/** A group of a community that was read, and what becomes of it. */
export interface MappedGroup {
  readonly id: number;
  readonly name: string;
  readonly members: number;
  /** Every forum has it: it stays, also without members. */
  readonly isPreset: boolean;
  /** Members of other groups may go to it. */
  readonly isTarget: boolean;
  /** `new`, or the id of the group that its members go to, as in the file. */
  readonly to: string;
  /** Its permissions, as they come. */
  readonly grants: readonly string[];
}

/** A category of a community that was read, and what becomes of it. */
export interface MappedCategory {
  readonly id: number;
  readonly name: string;
  readonly parentId: number | null;
  readonly threads: number;
  /** `keep`, `admins`, or the id of the category that takes its threads in, as in the file. */
  readonly to: string;
  /** Names of groups that read its threads only because it is merged. */
  readonly newReaders: readonly string[];
}

/** Decisions on the groups and categories of a community. */
export interface ImportMapping {
  /** Changes with every save, and with every community. */
  readonly version: string;
  readonly groups: readonly MappedGroup[];
  readonly categories: readonly MappedCategory[];
  /** Numbers of groups and categories that come. */
  readonly counts: { readonly groups: number; readonly categories: number };
  /** Names of those who run the forum afterwards and have a password; the first ten. */
  readonly administrators: readonly string[];
}

/** Decisions to save; rows that are not named stay as they are. */
export interface MappingChange {
  /** Version that is changed. */
  readonly version: string;
  /** Grants of a group; null leaves them. */
  readonly groups: readonly {
    readonly id: number;
    readonly to: string;
    readonly grants: readonly string[] | null;
  }[];
  readonly categories: readonly { readonly id: number; readonly to: string }[];
}

/** Decisions that were found right, and are not saved yet. */
export interface PendingMapping {
  readonly mapping: ImportMapping;
  /** Saves them. @throws {DomainError} CONFLICT if others were saved since */
  save(): void;
}

/** The file of decisions beside the community that was read. */
export interface ImportMappings {
  readonly location: string;
  /** Reads it; null before a dry run that went well. @throws {DomainError} INVALID_PARAMETER if somebody broke it */
  read(): ImportMapping | null;
  /**
   * Checks decisions.
   * @throws {DomainError} CONFLICT if it is no longer that version; INVALID_PARAMETER, whose field is the row, such as
   *   `categories.3` with the id, or one of the two lists
   */
  change(change: MappingChange): PendingMapping;
  /** Checks the text of such a file, for its place. @throws {DomainError} INVALID_PARAMETER with the place in the file */
  replace(name: string, text: string): PendingMapping;
}
