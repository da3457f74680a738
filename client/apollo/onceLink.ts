import { ApolloLink, Observable } from "@apollo/client";
import { type DocumentNode, Kind } from "graphql";

/** Loads what sends mutations; a page that has settled does so before it is needed. */
export const loadSendOnce = () => import("./sendOnce.ts");

/** Sends mutations by `sendMutation` (sendOnce.ts), which no first page needs; everything else goes on as it is. */
export function makeOnceLink(): ApolloLink {
  return new ApolloLink((operation, forward) => {
    if (!isMutation(operation.query)) return forward(operation);
    return new Observable((observer) => {
      loadSendOnce().then(
        ({ sendMutation }) => void sendMutation(operation, forward).subscribe(observer),
        (error: unknown) => observer.error(error),
      );
    });
  });
}

function isMutation({ definitions }: DocumentNode): boolean {
  return definitions.some((each) => each.kind === Kind.OPERATION_DEFINITION && each.operation === "mutation");
}
