import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { exportForum } from "../../../server/transfer/export/export.ts";
import { plain } from "../../attachments/material.ts";
import { type PackedFile, zipOf } from "../../plugins/packing.ts";
import { Forum } from "../../support/forum.ts";
import { ServerProcess } from "../../support/serverProcess.ts";
import { publish } from "../../threads/content.ts";

/** Account of the owner of the new forum. */
export const OWNER = { username: "newowner", password: "gWx7-kettle-pond" } as const;
/** Account of the administrator of the old forum. */
export const BEFORE = { username: "oldowner", password: "hT4r-velvet-oar" } as const;

/** Time within which something that goes on by itself is there. */
const PATIENCE_MS = 150_000;

/** Fills a forum with an administrator who has a password and a thread, and gives its export as files of an archive. */
export async function communityFiles(): Promise<PackedFile[]> {
  const forum = await Forum.open({
    env: { ADMIN_USERNAME: BEFORE.username, ADMIN_PASSWORD: BEFORE.password, DATABASE_URL: "" },
  });
  const folder = mkdtempSync(join(tmpdir(), "luntan-old-"));
  try {
    const bo = await forum.member();
    const picture = await bo.upload("cat.png", await plain(64, 48).png().toBuffer());
    await publish(bo, {
      categoryId: await forum.categoryId(),
      title: "搬家的猫",
      body: "我们搬到了新家。",
      attachmentIds: [picture.id],
    });
    await exportForum(forum.app.config, join(folder, "forum"), () => undefined);
    return filesIn(join(folder, "forum"));
  } finally {
    await forum.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Reads the files of a folder for an archive. */
export function filesIn(folder: string): PackedFile[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const location = join(entry.parentPath, entry.name);
      return { name: relative(folder, location), content: readFileSync(location) };
    });
}

/** Starts a new forum with its owner. */
export function newForum(settings: Readonly<Record<string, string>> = {}): Promise<ServerProcess> {
  const { username, password } = OWNER;
  return ServerProcess.open({
    settings: { ADMIN_USERNAME: username, ADMIN_PASSWORD: password, ...settings },
  });
}

const PAGE = `{ importPage { obstacle canStart upload { name bytes } sources { source takesFile }
  run { phase step problem counts { name count } administrators hasReport }
  mapping { version groups { id name members isPreset isTarget to grants }
    categories { id name parentId threads to newReaders } } } }`;

/** The owner of a forum, by the doors that the page uses. */
export class Owner {
  private constructor(
    private readonly server: ServerProcess,
    private readonly token: string,
  ) {}

  static async signIn(
    server: ServerProcess,
    { username, password }: { username: string; password: string } = OWNER,
  ): Promise<Owner> {
    const login = `mutation ($input: LoginInput!) { login(input: $input) { accessToken } }`;
    const { accessToken } = (await server.ask(login, { input: { username, password, client: "API" } })).login;
    return new Owner(server, accessToken as string);
  }

  /** Asks the GraphQL door. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the document decides
  ask(document: string, variables: object = {}): Promise<any> {
    return this.server.ask(document, variables, this.token);
  }

  /** Everything that the page shows. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- as above
  async page(): Promise<any> {
    return (await this.ask(PAGE)).importPage;
  }

  /** Gives the reason of a failure as readers of Chinese and of English see it. */
  async problems(): Promise<string[]> {
    const texts: string[] = [];
    for (const language of ["zh-CN", "en"]) {
      const answer = await this.get("/graphql", {
        method: "POST",
        headers: { "content-type": "application/json", "accept-language": language },
        body: JSON.stringify({ query: "{ importPage { run { problem } } }" }),
      });
      const { data } = (await answer.json()) as { data: { importPage: { run: { problem: string } } } };
      texts.push(data.importPage.run.problem);
    }
    return texts;
  }

  /** Sends a file in pieces. @returns the statuses of the answers */
  async upload(name: string, bytes: Buffer, pieceBytes = bytes.length): Promise<number[]> {
    const statuses: number[] = [];
    for (let offset = 0; offset < bytes.length; offset += pieceBytes)
      statuses.push((await this.sendPiece(name, bytes, offset, pieceBytes)).status);
    return statuses;
  }

  sendPiece(name: string, bytes: Buffer, offset: number, pieceBytes: number): Promise<Response> {
    const form = new FormData();
    form.append("file", new Blob([new Uint8Array(bytes.subarray(offset, offset + pieceBytes))]), name);
    const query = new URLSearchParams({ name, offset: String(offset), size: String(bytes.length) });
    return this.get(`/import-files?${query.toString()}`, { method: "POST", body: form });
  }

  /** Opens an address. */
  get(path: string, options: RequestInit & { headers?: Record<string, string> } = {}): Promise<Response> {
    const headers = { ...options.headers, authorization: `Bearer ${this.token}` };
    return fetch(this.server.url + path, { ...options, headers });
  }

  /** Begins a dry run and waits for its end. @returns the page */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- as above
  async check(input: object): Promise<any> {
    await this.ask(`mutation ($input: CheckImportInput!) { checkImport(input: $input) { phase } }`, {
      input,
    });
    return until(async () => {
      const page = await this.page();
      return page.run.phase === "CHECKING" ? null : page;
    });
  }

  /** Uploads an archive and tries it. @returns the page */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- as above
  async checkArchive(files: readonly PackedFile[]): Promise<any> {
    await this.upload("forum.zip", zipOf(files));
    return this.check({ source: "NEUTRAL" });
  }
}

/** Waits until a forum serves again. */
export const opensAgain = ({ url }: ServerProcess): Promise<true> =>
  until(async () => ((await fetch(`${url}/readyz`).catch(() => null))?.ok ? true : null));

/** Waits until a forum is closed: until then it answers those who have asked before. */
export const isClosed = ({ url }: ServerProcess): Promise<true> =>
  until(async () => {
    const text = await fetch(`${url}/readyz`).then(
      (answer) => answer.text(),
      () => "",
    );
    return text === "a community moves in" ? true : null;
  });

/** Waits for something that goes on in another process. */
export async function until<T>(look: () => Promise<T | null>): Promise<T> {
  for (const began = Date.now(); Date.now() - began < PATIENCE_MS; await wait(50)) {
    const result = await look();
    if (result !== null) return result;
  }
  throw new Error("It does not happen.");
}
