import { Server as NetServer, type Socket } from "node:net";
import type { Server } from "node:http";

/**
 * Time for which a server that stops goes on answering, in milliseconds: who keeps a connection open sends the next request
 * within it, and is told with the answer that it was the last one.
 */
const GRACE_MS = 2_000;
/** Time for the first request of connections that were opened within the grace, in milliseconds. */
const FIRST_REQUEST_MS = 1_000;

/**
 * Lets clients leave a server that stops before their connections are closed: a request that meets a closing connection
 * would be lost, and nobody could tell whether it was carried out.
 */
export class Draining {
  private readonly open = new Set<Socket>();
  /** Connections that were opened while the server drains. */
  private readonly late = new Set<Socket>();
  private ending = false;
  /** True once nothing more is awaited on a connection: a stream that ends takes its own along. */
  private isOver = false;

  constructor(private readonly server: Server) {
    server.on("request", ({ socket }, response) => {
      response.once("finish", () => this.isOver && socket.end());
    });
    server.on("connection", (socket) => {
      const sets = this.ending ? [this.open, this.late] : [this.open];
      for (const set of sets) set.add(socket);
      socket.once("close", () => {
        for (const set of sets) set.delete(socket);
      });
    });
  }

  /** True if answers tell clients to close their connection. */
  get isEnding(): boolean {
    return this.ending;
  }

  /** Answers for a while longer, then stops to listen; connections that nobody has used meanwhile stay open. */
  async end(): Promise<void> {
    this.ending = true;
    if (!this.server.listening) return;
    await goneWithin(this.open, GRACE_MS);
    this.isOver = true;
    // After the event loop has accepted what has arrived: what waits to be accepted is reset.
    await new Promise((resolve) => setImmediate(resolve));
    // The method of HTTP servers would close idle connections at once, those as well on which a request is under way.
    NetServer.prototype.close.call(this.server);
    await goneWithin(this.late, FIRST_REQUEST_MS);
    // Clients open connections in advance, too.
    for (const socket of this.open) if (socket.bytesRead === 0) socket.destroy();
  }
}

/** Waits until all connections of a set are closed, for a time at most. */
function goneWithin(sockets: ReadonlySet<Socket>, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    const look = (): void => {
      if (sockets.size > 0) return;
      clearTimeout(timer);
      resolve();
    };
    for (const socket of sockets) socket.once("close", look);
    look();
  });
}
