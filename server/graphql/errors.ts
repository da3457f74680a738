import { GraphQLError, type GraphQLFormattedError } from "graphql";
import { ArgumentValidationError } from "type-graphql";
import { DomainError, ERRORS } from "../core/errors.ts";
import { DEFAULT_LOCALE, type Locale } from "../core/locale.ts";
import type { Logger } from "../core/logger.ts";
import { refusalOf } from "../core/validation.ts";

/** Apollo's own codes whose number is that of a wrong parameter. */
const REQUEST_ERRORS = new Set([
  "GRAPHQL_PARSE_FAILED",
  "GRAPHQL_VALIDATION_FAILED",
  "BAD_REQUEST",
  "BAD_USER_INPUT",
  "OPERATION_RESOLUTION_FAILURE",
  "PERSISTED_QUERY_NOT_FOUND",
  "PERSISTED_QUERY_NOT_SUPPORTED",
]);

/** Errors of drivers that mean "no database", not "our mistake". */
const CONNECTION_ERRORS =
  /ECONNREFUSED|PROTOCOL_CONNECTION_LOST|ETIMEDOUT|ECONNRESET|ER_CON_COUNT_ERROR|SQLITE_(?:BUSY|IOERR|CANTOPEN|CORRUPT|NOTADB)/;

/**
 * Turns whatever a resolver threw into an error that may be shown.
 * Unknown errors are logged with the request id and become INTERNAL_ERROR: no stack, SQL or path leaves the process.
 */
export function toDomainError(error: unknown, log: Logger, requestId: string): DomainError {
  if (error instanceof DomainError) return error;
  if (error instanceof ArgumentValidationError) return refusalOf(error.extensions.validationErrors);
  const text = error instanceof Error ? `${error.stack}` : String(error);
  const lost = CONNECTION_ERRORS.test(text);
  log.error({ requestId, error: text }, lost ? "database not available" : "unexpected error");
  return new DomainError(lost ? "DATABASE_ERROR" : "INTERNAL_ERROR");
}

/** Rewrites an error in place to what the caller may see, in the caller's language. */
export function present(error: GraphQLError, log: Logger, requestId: string, locale: Locale): void {
  const cause = error.originalError ?? error;
  const own = String(error.extensions["code"] ?? "");
  if (cause instanceof DomainError || cause instanceof ArgumentValidationError) {
    replace(error, toDomainError(cause, log, requestId), requestId, locale);
  } else if (REQUEST_ERRORS.has(own)) {
    // The document itself is at fault; what graphql-js says of it is about the document alone.
    const code = own === "BAD_USER_INPUT" ? "INVALID_PARAMETER" : own;
    error.message = withoutSuggestion(error.message);
    Object.assign(error.extensions, { code, legacyCode: ERRORS.INVALID_PARAMETER.legacy, requestId });
  } else if (cause instanceof GraphQLError && !error.path) {
    replace(
      error,
      new DomainError("INVALID_PARAMETER", { text: sameText(withoutSuggestion(error.message)) }),
      requestId,
      locale,
    );
  } else {
    replace(error, toDomainError(cause, log, requestId), requestId, locale);
  }
}

/**
 * Removes the names that graphql-js proposes in a message about a document or its variables: Apollo hides them in
 * validation errors, so they are hidden everywhere.
 */
function withoutSuggestion(message: string): string {
  const at = message.lastIndexOf("Did you mean ");
  return at > 0 && message.endsWith("?") ? message.slice(0, at).trimEnd() : message;
}

const sameText = (text: string): { zh: string; en: string } => ({ zh: text, en: text });

function replace(error: GraphQLError, shown: DomainError, requestId: string, locale: Locale): void {
  const { field, permission, retryAfterSeconds } = shown.details;
  error.message = shown.textIn(locale);
  const extensions = error.extensions as Record<string, unknown>;
  // The status stays, which `formatError` takes off.
  for (const key of Object.keys(extensions)) if (key !== "http") delete extensions[key];
  Object.assign(extensions, { code: shown.code, legacyCode: shown.legacyCode, requestId });
  if (field) extensions["field"] = field;
  if (permission) extensions["permission"] = permission;
  if (retryAfterSeconds) extensions["retryAfterSeconds"] = retryAfterSeconds;
}

/** Writes the header that says when to come again, if errors that were translated by the catalogue say so. */
export function retryHeader(errors: readonly Pick<GraphQLError, "extensions">[]): Record<string, string> {
  const waits = errors.flatMap(({ extensions }) => {
    const wait = extensions["retryAfterSeconds"];
    return typeof wait === "number" ? wait : [];
  });
  return waits.length === 0 ? {} : { "retry-after": String(Math.max(...waits)) };
}

/** The last look at an error before it leaves: only the fields of the contract, for errors outside of operations too. */
export function formatError(formatted: GraphQLFormattedError): GraphQLFormattedError {
  const { message, locations, path, extensions = {} } = formatted;
  const { stacktrace: _stacktrace, http: _http, ...shown } = extensions;
  if (shown["legacyCode"] === undefined) {
    const request = REQUEST_ERRORS.has(String(shown["code"]));
    const name = request ? "INVALID_PARAMETER" : "INTERNAL_ERROR";
    const safe = new DomainError(name);
    return {
      message: request ? withoutSuggestion(message) : safe.textIn(DEFAULT_LOCALE),
      extensions: { code: request ? shown["code"] : name, legacyCode: safe.legacyCode },
    };
  }
  return { message, ...(locations ? { locations } : {}), ...(path ? { path } : {}), extensions: shown };
}
