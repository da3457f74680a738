import {
  Kind,
  OperationTypeNode,
  type DocumentNode,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from "graphql";
import { LRUCache } from "lru-cache";

/** Queries whose answer is the same for all visitors at one moment. What is not here is not shared. */
const PUBLIC_QUERIES: ReadonlySet<string> = new Set([
  "__schema",
  "__type",
  "__typename",
  "activeUsers",
  "agreement",
  "badges",
  "categories",
  "category",
  "changes",
  "groups",
  "movedPost",
  "node",
  "nodes",
  "permissionKeys",
  "pinnedThreads",
  "post",
  "posts",
  "site",
  "thread",
  "threads",
  "topic",
  "topics",
  "user",
  "users",
]);

/** True if an operation asks for public things alone, as a visitor reads them. */
export function asksForPublicThings(document: DocumentNode, operation: OperationDefinitionNode): boolean {
  if (operation.operation !== OperationTypeNode.QUERY) return false;
  const isPublic = ({ selections }: SelectionSetNode): boolean =>
    selections.every((selection) => {
      if (selection.kind === Kind.FIELD) return PUBLIC_QUERIES.has(selection.name.value);
      if (selection.kind === Kind.INLINE_FRAGMENT) return isPublic(selection.selectionSet);
      const fragment = document.definitions.find(
        (definition) =>
          definition.kind === Kind.FRAGMENT_DEFINITION && definition.name.value === selection.name.value,
      );
      return fragment?.kind === Kind.FRAGMENT_DEFINITION && isPublic(fragment.selectionSet);
    });
  return isPublic(operation.selectionSet);
}

/** Texts of documents by their sha256, as Apollo Server asks for them. */
interface RegisteredDocuments {
  get(hash: string): Promise<string | undefined>;
  set(hash: string, text: string): Promise<void>;
  delete(hash: string): Promise<void>;
}

/** Maximum characters of all documents that programs have registered by their sha256. */
const REGISTERED_MAX_LENGTH = 2_000_000;
const REGISTERED_MAX = 2_000;

/**
 * The documents that programs have registered by their sha256 ("automatic persisted queries" of Apollo): those alone that
 * are valid and within all limits, the ones that were used last. One process keeps its own; whoever names one that is
 * not there hears PERSISTED_QUERY_NOT_FOUND and sends the text again.
 */
export function registeredDocuments(): RegisteredDocuments {
  const documents = new LRUCache<string, string>({
    max: REGISTERED_MAX,
    maxSize: REGISTERED_MAX_LENGTH,
    sizeCalculation: (text) => Math.max(1, text.length),
  });
  return {
    get: (hash) => Promise.resolve(documents.get(hash)),
    set: (hash, text) => Promise.resolve(void documents.set(hash, text)),
    delete: (hash) => Promise.resolve(void documents.delete(hash)),
  };
}
