/** A MariaDB or MySQL of our own. */
export interface PrivateServer {
  readonly url: string;
  stop(): Promise<void>;
  stopNow(): void;
  /** Ends the server and leaves its data. */
  halt(): Promise<void>;
  /** Starts it again on the same port and data. */
  resume(): Promise<void>;
}

/** Starts a MariaDB in a temporary folder. */
export function startMariaDb(): Promise<PrivateServer>;
