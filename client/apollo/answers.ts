import type { TypedDocumentNode } from "@graphql-typed-document-node/core";
import type { DocumentNode } from "graphql";
import { createContext } from "react";

/** One error of a GraphQL answer, as it travels. */
export interface AnswerError {
  message: string;
  extensions?: { code?: string; requestId?: string; field?: string };
}

/** Answer of the server to one declared query of a page. */
export interface Answer {
  /** Name of the operation. */
  name: string;
  variables: Record<string, unknown>;
  data?: unknown;
  errors?: readonly AnswerError[];
}

/** A query that a page needs, stated before it renders. */
export interface Ask {
  document: DocumentNode;
  variables: Record<string, unknown>;
}

/** States a query of a page; typed, so that wrong variables do not compile. */
export function ask<T, V extends Record<string, unknown>>(
  document: TypedDocumentNode<T, V>,
  variables: NoInfer<V>,
): Ask {
  return { document, variables };
}

/** The name of a document's operation. @throws {Error} for a document without one. */
export function operationName(document: DocumentNode): string {
  for (const definition of document.definitions) {
    if (definition.kind === "OperationDefinition" && definition.name) return definition.name.value;
  }
  throw new Error("Operations have names.");
}

/** Two questions are the same if name and variables are, whatever the order of the variables. */
function keyOf(name: string, variables: Record<string, unknown>): string {
  const entries = Object.entries(variables).filter(([, value]) => value !== undefined);
  return `${name} ${JSON.stringify(entries.sort(([a], [b]) => (a < b ? -1 : 1)))}`;
}

/**
 * The answers that came with the page. On the server the hooks read all of them; in the browser data lies in Apollo's
 * cache and only failures are kept here, so that the first render shows what the server showed.
 */
export class Answers {
  private readonly byKey = new Map<string, Answer>();

  constructor(answers: Iterable<Answer> = []) {
    for (const answer of answers) this.byKey.set(keyOf(answer.name, answer.variables), answer);
  }

  find(name: string, variables: Record<string, unknown> = {}): Answer | undefined {
    return this.byKey.size === 0 ? undefined : this.byKey.get(keyOf(name, variables));
  }

  forget(name: string, variables: Record<string, unknown> = {}): void {
    this.byKey.delete(keyOf(name, variables));
  }
}

/** The answers of the page being rendered. */
export const AnswersContext = createContext<Answers>(new Answers());

/** An answer that consists of errors, in the shape that Apollo Client throws. */
export class AnswerFailure extends Error {
  readonly errors: readonly AnswerError[];

  constructor(errors: readonly AnswerError[]) {
    super(errors[0]?.message ?? "");
    this.name = "AnswerFailure";
    this.errors = errors;
  }
}
