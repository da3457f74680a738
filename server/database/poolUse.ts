import type { Pool, PoolConnection } from "mysql2";

/** Watches how the connections of a pool are used. */
export class PoolUse {
  /** Statements and transactions that had to wait for a connection since the program started. */
  waits = 0;
  private readonly connections = new Set<PoolConnection>();
  private readonly atWork = new Set<PoolConnection>();

  /** Watches a pool from its first connection on. */
  constructor(pool: Pool) {
    pool.on("connection", (connection: PoolConnection) => this.opened(connection));
    pool.on("acquire", (connection: PoolConnection) => {
      this.connections.add(connection);
      this.atWork.add(connection);
    });
    pool.on("release", (connection: PoolConnection) => this.atWork.delete(connection));
    pool.on("enqueue", () => this.waits++);
  }

  /** Number of open connections. */
  get open(): number {
    return this.connections.size;
  }

  /** Number of connections that run a statement or a transaction. */
  get busy(): number {
    return this.atWork.size;
  }

  private opened(connection: PoolConnection): void {
    this.connections.add(connection);
    const gone = (): void => {
      this.connections.delete(connection);
      this.atWork.delete(connection);
    };
    connection.once("end", gone);
    connection.once("error", gone);
  }
}
