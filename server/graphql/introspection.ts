import { GraphQLError, Kind, visit, BREAK, type DocumentNode } from "graphql";
import type { Context } from "../core/context.ts";
import { DomainError } from "../core/errors.ts";

/** Judges whether the viewer of a context may ask for the schema. */
export type MayIntrospect = (ctx: Context) => Promise<boolean>;

/** True if a document asks for the schema. */
export function introspects(document: DocumentNode, text: string): boolean {
  if (!/__(?:schema|type)\b/.test(text)) return false;
  let isFound = false;
  visit(document, {
    [Kind.FIELD]({ name }) {
      isFound = name.value === "__schema" || name.value === "__type";
      return isFound ? BREAK : undefined;
    },
  });
  return isFound;
}

/** Makes the refusal of a document that asks for the schema where that is switched off. */
export function introspectionOff(): GraphQLError {
  return new GraphQLError("", {
    originalError: new DomainError("FORBIDDEN", {
      text: {
        zh: "本站关闭了 GraphQL 自省，结构见 /schema.graphql",
        en: "Introspection is switched off here. The schema is at /schema.graphql.",
      },
    }),
    extensions: { http: { status: 403 } },
  });
}
