import { AFTER_EVENTS, BEFORE_EVENTS } from "../features/plugins/server-part/serverManifest.ts";

/** Fields that are not always there: of edits the texts that they change, of anonymous threads no author. */
const EDITS: readonly string[] = ["editThread", "editReply"];
const TEXTS: readonly string[] = ["title", "body"];

/** Makes the types of server parts for the kit: events with their fields, data, and what `server.js` gives. */
export function printServerTypes(): string {
  return `/** Events that a server part hears of after they have happened. */
export interface AfterEvents {
${eventsOf(AFTER_EVENTS, (_event, field) => (field === "authorId" ? "string | null" : "string"))}
}

/** Events that a server part is asked about before they happen; an edit has the texts that it changes. */
export interface BeforeEvents {
${eventsOf(BEFORE_EVENTS, (event, field) =>
  EDITS.includes(event) && TEXTS.includes(field) ? "string | undefined" : "string",
)}
}

/** Texts that take the place of those that a member has written; needs the capability \`change\`. */
export interface ChangedTexts {
  readonly title?: string;
  readonly body?: string;
}

/** Row of a table, or values of it: ids of members and threads and times are text. */
export type Row = Readonly<Record<string, string | number | boolean | null>>;

/** Conditions by columns; a list means any of its values. */
export type Where = Readonly<Record<string, Row[string] | readonly Row[string][]>>;

/** Options of a search in a table. */
export interface FindOptions {
  readonly where?: Where;
  readonly order?: Readonly<Record<string, "asc" | "desc">>;
  readonly limit?: number;
}

/** Operation on a table, as one of several in a transaction. */
export interface Operation extends FindOptions {
  readonly op: "insert" | "find" | "count" | "update" | "delete";
  readonly table: string;
  readonly values?: Row;
  readonly by?: string;
}

/** The tables that the manifest declares. */
export interface PluginTables {
  /** Gives the id; null where the same unique values exist. */
  insert(table: string, values: Row): Promise<number | null>;
  find(table: string, options?: FindOptions): Promise<Record<string, Row[string]>[]>;
  count(table: string, options?: { readonly where?: Where; readonly by?: string }): Promise<{ key: Row[string]; n: number }[]>;
  update(table: string, where: Where, values: Row): Promise<number>;
  delete(table: string, where: Where): Promise<number>;
  /** Does several in one transaction. */
  together(operations: readonly Operation[]): Promise<unknown[]>;
}

/** Argument of the module of a server part. */
export interface ServerHost {
  readonly data: PluginTables;
  /** Asks what visitors may ask; needs the capability \`read\`. */
  readonly forum: { query(document: string, variables?: object): Promise<Record<string, unknown>> };
  /** Values of the settings, secret ones too. */
  readonly settings: Readonly<Record<string, string | number | boolean>>;
  /** Makes the error that says to the member why something is refused; throw it. */
  refusal(text: string): Error;
}

/** Who asks; null for visitors and for the forum itself. */
export interface Asking {
  readonly viewerId: string | null;
}

/** Handlers that \`server.js\` gives. */
export interface ServerParts {
  readonly query?: Readonly<Record<string, (args: never, asking: Asking) => unknown>>;
  readonly mutation?: Readonly<Record<string, (args: never, asking: Asking) => unknown>>;
  readonly events?: { readonly [E in keyof AfterEvents]?: (event: AfterEvents[E]) => unknown };
  readonly before?: {
    readonly [E in keyof BeforeEvents]?: (
      event: BeforeEvents[E],
    ) => ChangedTexts | null | void | Promise<ChangedTexts | null | void>;
  };
  readonly jobs?: Readonly<Record<string, () => unknown>>;
}

/** Default export of \`server.js\`. */
export type ServerPlugin = (host: ServerHost) => ServerParts | Promise<ServerParts>;

/** A server part under test, with tables in memory. */
export interface OpenedServer {
  readonly data: PluginTables;
  query(name: string, args: object, asking?: Asking): Promise<unknown>;
  mutation(name: string, args: object, asking?: Asking): Promise<unknown>;
  event<E extends keyof AfterEvents>(name: E, event: Partial<AfterEvents[E]>): Promise<unknown>;
  before<E extends keyof BeforeEvents>(name: E, event: Partial<BeforeEvents[E]>): Promise<unknown>;
  job(name: string): Promise<unknown>;
}`;
}

function eventsOf(
  events: Readonly<Record<string, readonly string[]>>,
  typeOf: (event: string, field: string) => string,
): string {
  return Object.entries(events)
    .map(([event, fields]) => {
      const typed = fields.map((field) => {
        const type = typeOf(event, field);
        const mark = type.endsWith("undefined") ? "?" : "";
        return `readonly ${field}${mark}: ${type.replace(" | undefined", "")}`;
      });
      return `  readonly ${event}: { ${typed.join("; ")} };`;
    })
    .join("\n");
}
