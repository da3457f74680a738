import type { OutgoingHttpHeaders, ServerResponse } from "node:http";

/** An answer that stays open: whoever gives it writes when there is something to say. */
export interface OpenAnswer {
  /** Begins; gives what is to be done when the client is gone. */
  keepOpen(sink: OpenSink): () => void;
}

/** The client's end of an answer that stays open. */
export interface OpenSink {
  /** Sends some text; gives how many bytes wait to be sent. */
  write(text: string): number;
  /** Resolves when what waits has been sent, or the client is gone. */
  drained(): Promise<void>;
  end(): void;
}

/** Sends an answer that stays open until one side has enough. */
export function keepOpen(
  response: ServerResponse,
  status: number,
  headers: OutgoingHttpHeaders,
  answer: OpenAnswer,
): void {
  // The last answer of its connection: one that ended while the server stops would stay open for the next request.
  response.shouldKeepAlive = false;
  response.writeHead(status, headers);
  response.flushHeaders();
  const close = answer.keepOpen({
    write(text) {
      if (!response.writableEnded) response.write(text);
      return response.writableLength;
    },
    drained: () =>
      new Promise((resolve) => {
        if (!response.writableNeedDrain || response.destroyed) return resolve();
        const done = (): void => {
          response.off("drain", done).off("close", done);
          resolve();
        };
        response.once("drain", done).once("close", done);
      }),
    end: () => void response.end(),
  });
  response.once("close", close);
}
