import {
  execute,
  getOperationAST,
  OperationTypeNode,
  type DocumentNode,
  type ExecutionResult,
  type GraphQLError,
  type GraphQLFormattedError,
  type GraphQLSchema,
} from "graphql";
import { LRUCache } from "lru-cache";
import type { Context } from "../core/context.ts";
import { readerOf } from "../core/readBudget.ts";
import { busyRefusal } from "./busy.ts";
import { formatError } from "./errors.ts";
import { COST_MAX, costOf } from "./cost.ts";

/** Maximum prepared documents; the client has about two hundred. */
const DOCUMENTS_MAX = 1_000;
/** Maximum characters of all prepared documents together. */
const DOCUMENTS_MAX_LENGTH = 2_000_000;
/** Maximum values of the header `accept` with a known content type. */
const ACCEPTS_MAX = 100;
const JSON_BODY = /^application\/json *(?:; *charset=utf-8 *)?$/i;

/** The parts of a request that prepared documents need. */
export interface PreparedRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: unknown;
}

/** The answer of a prepared document; the status is always 200. */
export interface PreparedAnswer {
  readonly type: string;
  readonly body: string;
}

/** The parts of a body that prepared documents understand. */
interface Operation {
  readonly query: string;
  readonly operationName: string | undefined;
  readonly variables: Record<string, unknown>;
}

/**
 * Documents that Apollo Server has parsed and validated before: the same text, sent the same way, is executed at once
 * and answered in the same bytes. That skips work with the same result, never a check: limits of shape belong to the
 * document, which is the same; cost depends on variables and is counted each time. Unusual requests, and all that would
 * be refused, are left to Apollo Server.
 */
export class PreparedDocuments {
  private readonly documents = new LRUCache<string, DocumentNode>({
    max: DOCUMENTS_MAX,
    maxSize: DOCUMENTS_MAX_LENGTH,
    sizeCalculation: (_document, text) => Math.max(1, text.length),
  });
  private readonly types = new LRUCache<string, string>({ max: ACCEPTS_MAX });

  /** @param report translates an error by the catalogue, in place */
  constructor(
    private readonly schema: GraphQLSchema,
    private readonly report: (error: GraphQLError, ctx: Context) => void,
  ) {}

  /** Stores a document that is parsed, validated and within all limits. */
  add(text: string, document: DocumentNode): void {
    if (!this.documents.has(text)) this.documents.set(text, document);
  }

  /** Stores the content type that Apollo Server chooses for a header. */
  addType({ headers }: PreparedRequest, type: string | undefined): void {
    const accept = acceptOf(headers);
    if (accept !== null && type !== undefined) this.types.set(accept, type);
  }

  /**
   * Executes a prepared document. Returns null, having run nothing, if Apollo Server must handle the request.
   * @throws {DomainError} RATE_LIMITED for readers whose budget is used up; OVERLOADED for a change for which there is no room.
   */
  async answer(request: PreparedRequest, ctx: Context): Promise<PreparedAnswer | null> {
    const operation = operationIn(request);
    const accept = acceptOf(request.headers);
    if (!operation || accept === null) return null;
    const document = this.documents.get(operation.query);
    const type = this.types.get(accept);
    if (!document || type === undefined) return null;
    const node = getOperationAST(document, operation.operationName);
    if (!node || node.operation === OperationTypeNode.SUBSCRIPTION) return null;
    const cost = costOf(this.schema, document, operation.variables);
    if (cost > COST_MAX) return null;
    ctx.services.reads.take(readerOf(ctx), cost);
    const running = execute({
      schema: this.schema,
      document,
      contextValue: ctx,
      variableValues: operation.variables,
      operationName: operation.operationName,
    });
    const result = running instanceof Promise ? await running : running;
    // Without data no resolver has run: the variables are wrong.
    if (result.data === undefined) return null;
    const busy = result.errors && busyRefusal(node, result.errors);
    if (busy) throw busy;
    return { type, body: JSON.stringify(this.formatted(result, ctx)) };
  }

  private formatted({ errors, data }: ExecutionResult, ctx: Context): object {
    if (!errors) return { data };
    for (const error of errors) this.report(error, ctx);
    return { errors: errors.map(formattedError), data };
  }
}

/** Writes an error that was translated by the catalogue as the contract has it. */
export function formattedError(error: GraphQLError): GraphQLFormattedError {
  const extensions = {
    ...error.extensions,
    code: error.extensions["code"] ?? "INTERNAL_SERVER_ERROR",
  };
  return formatError({ ...error.toJSON(), extensions });
}

function acceptOf(headers: PreparedRequest["headers"]): string | null {
  const accept = headers["accept"] ?? "";
  return typeof accept === "string" ? accept : null;
}

/** Reads a usual request; null for unusual ones. */
function operationIn({ method, headers, body }: PreparedRequest): Operation | null {
  const type = headers["content-type"];
  if (method !== "POST" || typeof type !== "string") return null;
  if (type !== "application/json" && !JSON_BODY.test(type)) return null;
  if (!isRecord(body)) return null;
  const { query, operationName, variables, extensions } = body;
  if (typeof query !== "string" || query === "") return null;
  if (operationName !== undefined && operationName !== null && typeof operationName !== "string") return null;
  if (variables !== undefined && variables !== null && !isRecord(variables)) return null;
  if (extensions !== undefined && extensions !== null) {
    if (!isRecord(extensions) || extensions["persistedQuery"] !== undefined) return null;
  }
  return { query, operationName: operationName ?? undefined, variables: variables ?? {} };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
