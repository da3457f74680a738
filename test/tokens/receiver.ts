import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** A call as it came. */
export interface Call {
  readonly body: string;
  readonly signature: string;
  readonly id: string;
  readonly path: string;
}

/** A machine outside that takes calls. */
export class Receiver {
  readonly calls: Call[] = [];
  status = 200;
  headers: Record<string, string> = {};
  private server!: Server;
  private released: Promise<void> = Promise.resolve();

  async open(): Promise<this> {
    this.server = createServer((request, answer) => {
      let body = "";
      request.on("data", (part: Buffer) => (body += part.toString()));
      request.on("end", () => {
        const { "luntan-signature": signature, "luntan-delivery": id } = request.headers;
        this.calls.push({ body, signature: String(signature), id: String(id), path: request.url! });
        void this.released.then(() => answer.writeHead(this.status, this.headers).end());
      });
    });
    await new Promise<void>((done) => this.server.listen(0, "127.0.0.1", done));
    return this;
  }

  /** Holds answers back. @returns releases them */
  hold(): () => void {
    let release!: () => void;
    this.released = new Promise((done) => (release = done));
    return release;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hook`;
  }

  get events(): string[] {
    return this.calls.map(({ body }) => (JSON.parse(body) as { event: string }).event);
  }

  close(): void {
    this.server.close();
  }
}
