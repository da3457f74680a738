import { request } from "node:http";
import qs from "qs";
import { ClientKind } from "../../server/features/auth/sessions/session.entity.ts";
import { openSession } from "../../server/features/auth/sessions/session.service.ts";
import type { Forum } from "./forum.ts";
import type { Envelope, Person } from "./person.ts";

/** Parts of an old client's request beside method and path. */
export interface OldRequest {
  readonly query?: object;
  /** JSON; with GET too, as clients outside of browsers do. */
  readonly body?: unknown;
  /** multipart/form-data instead of JSON. */
  readonly form?: Readonly<Record<string, string | OldFile>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A file in a form. */
export interface OldFile {
  readonly name: string;
  readonly bytes: Buffer;
  readonly type?: string;
}

/**
 * A client of the predecessor: over a real connection, arrays with indices and unencoded, statistics in every address,
 * a blank behind some paths.
 */
export class OldClient {
  private constructor(
    private readonly url: string,
    readonly token: string | null,
    private readonly device: "pc" | "h5",
  ) {}

  /** A client that is signed in as somebody by a stand-alone token, or not at all. The forum must listen. */
  static async of(forum: Forum, person?: Person, device: "pc" | "h5" = "pc"): Promise<OldClient> {
    const token = person
      ? (await openSession(forum.app.context(), person.id, ClientKind.API)).accessToken
      : null;
    return new OldClient(forum.url, token, device);
  }

  /** A client with any token. */
  static with(forum: Forum, token: string, device: "pc" | "h5" = "pc"): OldClient {
    return new OldClient(forum.url, token, device);
  }

  get(path: string, query: object = {}, more: OldRequest = {}): Promise<Envelope> {
    return this.call("GET", path, { ...more, query });
  }

  post(path: string, body: unknown = {}, more: OldRequest = {}): Promise<Envelope> {
    return this.call("POST", path, { ...more, body });
  }

  delete(path: string, query: object = {}): Promise<Envelope> {
    return this.call("DELETE", path, { query });
  }

  /** @throws {Error} if the answer is no envelope over HTTP 200. */
  async call(
    method: string,
    path: string,
    { query = {}, body, form, headers = {} }: OldRequest,
  ): Promise<Envelope> {
    const marks = { dzqSid: "abcdefgh-1673337600000", dzqPf: this.device };
    const search = qs.stringify({ ...query, ...marks }, { arrayFormat: "indices", encodeValuesOnly: true });
    const sent = form
      ? multipart(form)
      : { type: "application/json", bytes: body === undefined ? null : Buffer.from(JSON.stringify(body)) };
    const authorization: Record<string, string> = this.token ? { authorization: `Bearer ${this.token}` } : {};
    const answer = await new Promise<{ status: number; text: string }>((resolve, reject) => {
      const asked = request(
        `${this.url}${path.replaceAll(" ", "%20")}?${search}`,
        {
          method,
          headers: {
            "accept-language": "zh-CN",
            ...authorization,
            ...(sent.bytes ? { "content-type": sent.type, "content-length": sent.bytes.length } : {}),
            ...headers,
          },
        },
        (response) => {
          const pieces: Buffer[] = [];
          response.on("data", (piece: Buffer) => pieces.push(piece));
          response.on("end", () =>
            resolve({ status: response.statusCode ?? 0, text: Buffer.concat(pieces).toString() }),
          );
        },
      );
      asked.on("error", reject);
      asked.end(sent.bytes ?? undefined);
    });
    if (answer.status !== 200) throw new Error(`HTTP ${answer.status}: ${answer.text}`);
    return JSON.parse(answer.text) as Envelope;
  }
}

function multipart(form: Readonly<Record<string, string | OldFile>>): { type: string; bytes: Buffer } {
  const boundary = "----oldClient7MA4YWxkTrZu0gW";
  const parts = Object.entries(form).map(([name, value]) => {
    const file = typeof value === "string" ? null : value;
    const disposition = `Content-Disposition: form-data; name="${name}"${file ? `; filename="${file.name}"` : ""}`;
    const type = file ? `\r\nContent-Type: ${file.type ?? "application/octet-stream"}` : "";
    const head = Buffer.from(`--${boundary}\r\n${disposition}${type}\r\n\r\n`);
    return Buffer.concat([
      head,
      typeof value === "string" ? Buffer.from(value) : value.bytes,
      Buffer.from("\r\n"),
    ]);
  });
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    bytes: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
  };
}
