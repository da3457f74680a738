import { ApolloLink, Observable } from "@apollo/client";
import { type DocumentNode, Kind } from "graphql";

/** Loads what sends mutations; a page that has settled does so before it is needed. */
export const loadSendOnce = () => import("./sendOnce.ts");

/** Sends mutations by `sendMutation` (sendOnce.ts), which no first page needs. Everything else goes on at once. */
export function makeOnceLink(): ApolloLink {
  return new ApolloLink((operation, forward) => {
    if (!fieldOf(operation.query)) return forward(operation);
    return new Observable((observer) => {
      loadSendOnce().then(
        ({ sendMutation }) => void sendMutation(operation, forward).subscribe(observer),
        (error: unknown) => observer.error(error),
      );
    });
  });
}

/** Name of the only field of a mutation; empty for everything else. */
export function fieldOf({ definitions }: DocumentNode): string {
  const operation = definitions.find((each) => each.kind === Kind.OPERATION_DEFINITION);
  const [field] = operation?.operation === "mutation" ? operation.selectionSet.selections : [];
  return field?.kind === Kind.FIELD ? field.name.value : "";
}
