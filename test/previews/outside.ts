import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** Answers one request for a page. */
export type Answering = (response: ServerResponse, request: IncomingMessage) => void;

/** A site outside the forum, on a port of this machine. */
export class Outside {
  /** Paths that were asked for, in order. */
  readonly calls: string[] = [];
  /** User agents of the calls. */
  readonly agents = new Set<string>();
  private readonly pages = new Map<string, Answering>();

  private constructor(private readonly server: Server) {}

  /** Opens a site without pages. */
  static async open(): Promise<Outside> {
    const server = createServer();
    const outside = new Outside(server);
    server.on("request", (request, response) => {
      outside.calls.push(request.url!);
      outside.agents.add(String(request.headers["user-agent"]));
      const answering = outside.pages.get(request.url!);
      if (answering) answering(response, request);
      else response.writeHead(404, { "content-type": "text/html" }).end("<title>Not found</title>");
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    return outside;
  }

  /** Host with its port. */
  get host(): string {
    return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** The address of a page. */
  url(path: string): string {
    return `http://${this.host}${path}`;
  }

  /** Calls for one page. */
  callsOf(path: string): number {
    return this.calls.filter((each) => each === path).length;
  }

  /** Answers a page in its own way. @returns its address */
  answer(path: string, answering: Answering): string {
    this.pages.set(path, answering);
    return this.url(path);
  }

  /** Puts up a page. @returns its address */
  page(path: string, head: string | Buffer, headers: Readonly<Record<string, string>> = {}): string {
    const type = { "content-type": "text/html; charset=utf-8", ...headers };
    const body = typeof head === "string" ? `<!doctype html><head>${head}</head><body>Words</body>` : head;
    return this.answer(path, (response) => response.writeHead(200, type).end(body));
  }

  /** Puts up a picture. @returns its address */
  picture(path: string, bytes: Buffer, type = "image/png"): string {
    return this.answer(path, (response) => response.writeHead(200, { "content-type": type }).end(bytes));
  }

  /** Ends the site, with calls that wait for an answer. */
  close(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((done) => this.server.close(() => done()));
  }
}
