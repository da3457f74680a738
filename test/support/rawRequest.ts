import { request } from "node:http";
import type { Envelope } from "./person.ts";

/** Answer to a raw request. */
export interface Heard {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  envelope(): Envelope;
}

/** Sends exactly these bytes over a connection of its own. */
export function sendRaw(
  url: string,
  method: string,
  path: string,
  body: string,
  headers: Readonly<Record<string, string>>,
): Promise<Heard> {
  const bytes = Buffer.from(body);
  const length: Record<string, number> = body === "" ? {} : { "content-length": bytes.length };
  return new Promise((resolve, reject) => {
    const asked = request(`${url}${path}`, { method, headers: { ...length, ...headers } }, (response) => {
      const pieces: Buffer[] = [];
      response.on("data", (piece: Buffer) => pieces.push(piece));
      response.on("end", () => {
        const text = Buffer.concat(pieces).toString();
        const { statusCode = 0, headers: told } = response;
        resolve({ status: statusCode, headers: told, text, envelope: () => JSON.parse(text) as Envelope });
      });
    });
    asked.on("error", reject);
    asked.end(bytes);
  });
}
