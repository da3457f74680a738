import type { App } from "../../server/app.ts";

/** Error for a refused request, with the fields of `errors[].extensions`; tests match on `code`. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly legacyCode: number | undefined,
    readonly status: number,
    readonly extensions: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
    this.name = "Refusal";
  }
}

/** An answer of the HTTP door. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
  readonly text: string;
  readonly bytes: Buffer;
  /** The body as JSON. @throws {SyntaxError} if it is none. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- answers are what a test asserts, not what it trusts
  json(): any;
}

/** Answer of the legacy shim. */
export interface Envelope {
  readonly Code: number;
  readonly Message: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- as above
  readonly Data: any;
  readonly RequestId: string;
  readonly RequestTime: string;
}

/** Credentials that a signed-in browser holds. */
export interface Credentials {
  readonly id: number;
  readonly username: string;
  readonly nickname: string;
  readonly groupId: number;
  readonly cookie: string;
  readonly accessToken: string;
}

export type UploadKind =
  "image" | "file" | "video" | "audio" | "avatar" | "background" | "answerImage" | "answerFile" | "goods";

/** Answer to an upload; the contract between client and server. */
export interface Uploaded {
  readonly id: string;
  readonly url: string;
  readonly thumbUrl: string | null;
  readonly fileName: string;
  readonly fileSize: number;
  readonly isImage: boolean;
  readonly width: number | null;
  readonly height: number | null;
}

let people = 0;

/** Somebody with a browser: a visitor without credentials, or a member. Asks through the real HTTP door. */
export class Person {
  /** Everybody has an address of their own, so that limits by address do not meet. */
  private readonly address: string;
  private readonly extraCookies: Record<string, string> = {};

  constructor(
    private readonly app: App,
    readonly credentials: Credentials | null = null,
    private readonly language = "en",
  ) {
    people++;
    this.address = `10.${(people >> 16) & 255}.${(people >> 8) & 255}.${people & 255}`;
  }

  /** Id of the member. @throws {Error} for visitors. */
  get id(): number {
    if (!this.credentials) throw new Error("A visitor has no id.");
    return this.credentials.id;
  }

  get nickname(): string {
    return this.credentials?.nickname ?? "";
  }

  get groupId(): number {
    return this.credentials?.groupId ?? 7;
  }

  /** The same person with a cookie more, such as `locale=en`. */
  with(cookies: Readonly<Record<string, string>>): this {
    Object.assign(this.extraCookies, cookies);
    return this;
  }

  /** Asks the GraphQL door. @throws {Refusal} with the first error. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the document decides
  async graphql(document: string, variables: object = {}): Promise<any> {
    const answer = await this.post("/graphql", { query: document, variables });
    const { data, errors } = answer.json() as { data?: unknown; errors?: GraphQLErrorShape[] };
    const error = errors?.[0];
    if (error) {
      const { code = "UNKNOWN", legacyCode } = error.extensions ?? {};
      throw new Refusal(
        String(code),
        error.message,
        legacyCode as number | undefined,
        answer.status,
        error.extensions,
      );
    }
    return data;
  }

  /** Asks the legacy door; gives its envelope, whatever it says. */
  async rest(method: "GET" | "POST" | "DELETE", path: string, body?: object): Promise<Envelope> {
    const answer = await this.request(method, path, body && JSON.stringify(body), {
      "content-type": "application/json",
    });
    return answer.json() as Envelope;
  }

  /** Opens an address as a browser does when somebody follows a link. */
  get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.request("GET", path, undefined, { accept: "text/html,*/*", ...headers });
  }

  post(path: string, body: object, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.request("POST", path, JSON.stringify(body), {
      "content-type": "application/json",
      ...headers,
    });
  }

  /** Uploads a file. @throws {Refusal} if it is refused. */
  async upload(name: string, bytes: Buffer, kind: UploadKind = "image"): Promise<Uploaded> {
    const boundary = "----luntan-test-boundary";
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`;
    const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]);
    const type = { "content-type": `multipart/form-data; boundary=${boundary}` };
    const answer = await this.request("POST", `/uploads?kind=${kind}`, body, type);
    if (answer.status === 200) return answer.json() as Uploaded;
    const { error } = answer.json() as { error: { code: string; message: string; legacyCode: number } };
    throw new Refusal(error.code, error.message, error.legacyCode, answer.status);
  }

  /** Sends any request with this person's cookie and token. */
  async request(
    method: string,
    path: string,
    body?: string | Buffer,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> {
    const response = await this.app.inject({
      method: method as "GET",
      url: path,
      remoteAddress: this.address,
      headers: { "accept-language": this.language, ...this.proof(), ...headers },
      ...(body === undefined ? {} : { payload: body }),
    });
    return {
      status: response.statusCode,
      headers: response.headers,
      text: response.body,
      bytes: response.rawPayload,
      json: () => JSON.parse(response.body) as unknown,
    };
  }

  private proof(): Record<string, string> {
    const cookies = Object.entries(this.extraCookies).map(([name, value]) => `${name}=${value}`);
    if (!this.credentials) return cookies.length > 0 ? { cookie: cookies.join("; ") } : {};
    const cookie = [this.credentials.cookie, ...cookies].join("; ");
    return { cookie, authorization: `Bearer ${this.credentials.accessToken}` };
  }
}

interface GraphQLErrorShape {
  readonly message: string;
  readonly extensions?: Readonly<Record<string, unknown>>;
}
