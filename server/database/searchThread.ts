import { parentPort, workerData } from "node:worker_threads";
import { SearchLoop } from "./searchLoop.ts";

/** Methods of the loop that the main thread calls. */
export type SearchCall = "drain" | "catchUp" | "rebuild" | "settle" | "close";

/** A call from the main thread. */
export interface SearchRequest {
  readonly id: number;
  readonly call: SearchCall;
}

/** The answer to a call, or an error of work that nobody waits for. */
export interface SearchAnswer {
  readonly id: number | null;
  readonly result?: number | undefined;
  readonly error?: string;
}

/** Runs as a thread of its own: commits and merges of the index hold nobody up there. */
function serve(databaseFile: string): void {
  const answer = (message: SearchAnswer): void => parentPort?.postMessage(message);
  const loop = new SearchLoop(databaseFile, (error) => answer({ id: null, error: String(error) }));
  parentPort?.on("message", ({ id, call }: SearchRequest) => {
    loop[call]()
      .then((result) => answer({ id, result: result ?? undefined }))
      .catch((error: unknown) => answer({ id, error: String(error) }))
      .finally(() => {
        if (call === "close") parentPort?.close();
      });
  });
}

serve(workerData as string);
