import type { OutgoingHttpHeaders, ServerResponse } from "node:http";

/** Sends pieces from where they lie: a large page is not copied for every visitor. */
export function sendPieces(
  response: ServerResponse,
  status: number,
  headers: OutgoingHttpHeaders,
  pieces: readonly Buffer[],
): void {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  response.writeHead(status, { ...headers, "content-length": length });
  response.cork();
  for (const piece of pieces) response.write(piece);
  response.end();
  response.uncork();
}
