import { DocumentTransform } from "@apollo/client";
import { addTypenameToDocument } from "@apollo/client/utilities";
import type { DocumentNode } from "graphql";

const transform = new DocumentTransform(addTypenameToDocument);

/**
 * The document with `__typename` in every selection below the root, as the browser's cache needs it; made once for
 * each document, so that the server may keep what it learned about it by identity.
 */
export function withTypenames(document: DocumentNode): DocumentNode {
  return transform.transformDocument(document);
}
