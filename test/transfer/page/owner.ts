import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, watch } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
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

/** Moving in, as the page shows it. */
interface Run {
  readonly phase: string;
  readonly step: string;
  readonly problem: string | null;
  readonly counts: readonly { readonly name: string; readonly count: number }[];
  readonly administrators: readonly string[];
  readonly hasReport: boolean;
}

/** Decisions on groups and categories. */
interface Decisions {
  readonly version: string;
  readonly groups: readonly { readonly id: string; readonly to: string }[];
  readonly categories: readonly { readonly id: string; readonly to: string }[];
}

/** Everything that the page shows. */
interface ImportPage {
  readonly obstacle: string | null;
  readonly canStart: boolean;
  readonly upload: { readonly name: string; readonly bytes: number } | null;
  readonly sources: readonly { readonly source: string; readonly takesFile: boolean }[];
  readonly run: Run | null;
  /** Null where nothing is left to decide. */
  readonly mapping: Decisions | null;
}

/** The page after a dry run. */
type CheckedPage = ImportPage & { readonly run: Run; readonly mapping: Decisions };

/** Waits until the forum of a server that was started once has opened for the second time. */
export const opensAgain = (server: ServerProcess): Promise<void> => server.says("Luntan is running", 2);

/** Waits until the forum is closed: until then it answers those who have asked before. */
export const isClosed = (server: ServerProcess): Promise<void> => server.says("A community moves in");

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
  ask(document: string, variables: object = {}): Promise<unknown> {
    return this.server.ask(document, variables, this.token);
  }

  async page(): Promise<ImportPage> {
    return ((await this.ask(PAGE)) as { importPage: ImportPage }).importPage;
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

  /** Begins a dry run and waits for its end, which the folder of the import shows. @returns the page */
  async check(input: object): Promise<CheckedPage> {
    const folder = join(this.server.folder, "import");
    mkdirSync(folder, { recursive: true });
    const watcher = watch(folder);
    try {
      await this.ask(`mutation ($input: CheckImportInput!) { checkImport(input: $input) { phase } }`, {
        input,
      });
      for (;;) {
        const change = once(watcher, "change");
        const page = (await this.page()) as CheckedPage;
        if (page.run.phase !== "CHECKING") return page;
        await change;
      }
    } finally {
      watcher.close();
    }
  }

  /** Uploads an archive and tries it. @returns the page */
  async checkArchive(files: readonly PackedFile[]): Promise<CheckedPage> {
    await this.upload("forum.zip", zipOf(files));
    return this.check({ source: "NEUTRAL" });
  }
}
