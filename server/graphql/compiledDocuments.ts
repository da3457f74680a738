import {
  BREAK,
  execute,
  Kind,
  visit,
  type DocumentNode,
  type ExecutionResult,
  type GraphQLSchema,
} from "graphql";
import type { CompiledQuery } from "graphql-jit";
import type { Context } from "../core/context.ts";

/** A document is compiled when it comes for this time: what comes once seldom comes again. */
const COMPILED_FROM = 3;
/** Directives whose conditions graphql-jit would write into the nodes of the document. */
const CONDITIONAL: ReadonlySet<string> = new Set(["include", "skip"]);

type Run = CompiledQuery["query"];

interface Entry {
  uses: number;
  /** Null until it is compiled, and for what cannot be. */
  run: Run | null;
}

/**
 * Executes the queries of our own pages as compiled functions (docs/decisions/0236). A document is known by identity, so
 * there are as many as the client has. Whatever does not go well is answered by graphql-js, from the beginning: errors
 * and what they make null are its own.
 */
export class CompiledDocuments {
  private readonly entries = new WeakMap<DocumentNode, Entry>();

  constructor(private readonly schema: GraphQLSchema) {}

  /** Executes a trusted query. */
  async execute(
    ctx: Context,
    document: DocumentNode,
    variables: Record<string, unknown>,
  ): Promise<ExecutionResult> {
    return (
      (await this.answer(ctx, document, variables)) ??
      (await execute({ schema: this.schema, document, contextValue: ctx, variableValues: variables }))
    );
  }

  /** Executes a document that is compiled by now; null if it is not, or if anything failed. */
  async answer(
    ctx: Context,
    document: DocumentNode,
    variables: Record<string, unknown>,
  ): Promise<ExecutionResult | null> {
    const entry = this.entryOf(document);
    if (++entry.uses === COMPILED_FROM && isCompilable(document)) entry.run = await this.compile(document);
    if (!entry.run) return null;
    const result = (await entry.run(undefined, ctx, variables)) as ExecutionResult;
    return result.errors ? null : result;
  }

  private entryOf(document: DocumentNode): Entry {
    let entry = this.entries.get(document);
    if (!entry) this.entries.set(document, (entry = { uses: 0, run: null }));
    return entry;
  }

  private async compile(document: DocumentNode): Promise<Run | null> {
    // Loaded when there is something to compile: it makes the start longer.
    const { compileQuery, isCompiledQuery } = await import("graphql-jit");
    // A copy, since graphql-jit writes into the nodes, and documents share some.
    const compiled = compileQuery(this.schema, structuredClone(document), undefined, {
      disablingCapturingStackErrors: true,
    });
    return isCompiledQuery(compiled) ? compiled.query : null;
  }
}

/** True for queries that have no conditions. */
function isCompilable(document: DocumentNode): boolean {
  let compilable = true;
  visit(document, {
    [Kind.OPERATION_DEFINITION]({ operation }) {
      if (operation !== "query") compilable = false;
      return compilable ? undefined : BREAK;
    },
    [Kind.DIRECTIVE]({ name }) {
      if (CONDITIONAL.has(name.value)) compilable = false;
      return compilable ? undefined : BREAK;
    },
  });
  return compilable;
}
