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
import { formatError } from "./errors.ts";
import { COST_MAX, costOf } from "./cost.ts";

/** Documents that are kept; the client has about two hundred. */
const DOCUMENTS_MAX = 1_000;
/** Characters of all kept documents together. */
const DOCUMENTS_MAX_LENGTH = 2_000_000;
/** Values of the header `accept` whose answer is known. */
const ACCEPTS_MAX = 100;
const JSON_BODY = /^application\/json *(?:; *charset=utf-8 *)?$/i;

/** The parts of a request that prepared documents need. */
export interface LaneRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: unknown;
}

/** The answer of a prepared document; the status is always 200. */
export interface LaneAnswer {
  readonly type: string;
  readonly body: string;
}

/** The parts of a body that the lane understands. */
interface Asked {
  readonly query: string;
  readonly operationName: string | undefined;
  readonly variables: Record<string, unknown>;
}

/**
 * The short lane for documents that Apollo Server has parsed and validated before: the same text, sent the same way,
 * is executed at once and answered in the same bytes. It skips work that would come to the same result, never a check:
 * limits of shape belong to the document, which is the same; cost depends on variables and is counted each time.
 * Whatever is not entirely usual, and whatever would be refused, goes the long way.
 */
export class Lane {
  private readonly documents = new LRUCache<string, DocumentNode>({
    max: DOCUMENTS_MAX,
    maxSize: DOCUMENTS_MAX_LENGTH,
    sizeCalculation: (_document, text) => Math.max(1, text.length),
  });
  private readonly types = new LRUCache<string, string>({ max: ACCEPTS_MAX });

  /** @param report writes an error in the words of the catalogue, in place */
  constructor(
    private readonly schema: GraphQLSchema,
    private readonly report: (error: GraphQLError, ctx: Context) => void,
  ) {}

  /** Keeps a document that is parsed, validated and within all limits. */
  keep(text: string, document: DocumentNode): void {
    if (!this.documents.has(text)) this.documents.set(text, document);
  }

  /** Keeps which content type Apollo Server chooses for a header. */
  keepType({ headers }: LaneRequest, type: string | undefined): void {
    const accept = acceptOf(headers);
    if (accept !== null && type !== undefined) this.types.set(accept, type);
  }

  /**
   * Answers, or gives null for what is to go the long way; then nothing has been executed.
   * @throws {DomainError} RATE_LIMITED for who has read too much.
   */
  async answer(request: LaneRequest, ctx: Context): Promise<LaneAnswer | null> {
    const asked = askedIn(request);
    const accept = acceptOf(request.headers);
    if (!asked || accept === null) return null;
    const document = this.documents.get(asked.query);
    const type = this.types.get(accept);
    if (!document || type === undefined) return null;
    const operation = getOperationAST(document, asked.operationName);
    if (!operation || operation.operation === OperationTypeNode.SUBSCRIPTION) return null;
    const cost = costOf(this.schema, document, asked.variables);
    if (cost > COST_MAX) return null;
    ctx.services.reads.take(readerOf(ctx), cost);
    const running = execute({
      schema: this.schema,
      document,
      contextValue: ctx,
      variableValues: asked.variables,
      operationName: asked.operationName,
    });
    const result = running instanceof Promise ? await running : running;
    // Without data no resolver has run: the variables are wrong.
    if (result.data === undefined) return null;
    return { type, body: JSON.stringify(this.formatted(result, ctx)) };
  }

  private formatted({ errors, data }: ExecutionResult, ctx: Context): object {
    if (!errors) return { data };
    for (const error of errors) this.report(error, ctx);
    return { errors: errors.map(formattedError), data };
  }
}

function formattedError(error: GraphQLError): GraphQLFormattedError {
  const extensions = {
    ...error.extensions,
    code: error.extensions["code"] ?? "INTERNAL_SERVER_ERROR",
  };
  return formatError({ ...error.toJSON(), extensions });
}

function acceptOf(headers: LaneRequest["headers"]): string | null {
  const accept = headers["accept"] ?? "";
  return typeof accept === "string" ? accept : null;
}

/** Reads a usual request; null for unusual ones. */
function askedIn({ method, headers, body }: LaneRequest): Asked | null {
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
