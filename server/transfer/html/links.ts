import { copyFile, mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { App } from "../../app.ts";
import { FILES_PATH } from "../../features/attachments/attachment.entity.ts";
import { isStoredPath, locationOf } from "../../features/attachments/storage.ts";
import { POSTS_PER_PAGE } from "../../features/notifications/delivery/messages/message.service.ts";
import { findReadable } from "../../http/download.ts";
import type { TextRow } from "./documents.ts";
import type { Prepared } from "./page.ts";
import { PAGE_LENGTH, pageName, type Places } from "./places.ts";
import { visitorContext } from "./visitor.ts";

const ATTRIBUTES = / (href|src|srcset)="([^"]*)"/g;
const LOCAL = /^\/(thread|user|category)\/(\d+)(?:\?([^#]*))?(?:#p(\d+))?/;

/** Leads the links of texts to the pages and files of the copy, and copies those files. */
export class Links {
  private readonly copied = new Map<string, boolean>();

  /**
   * @param folder of the copy
   * @param filesDir of the forum
   * @param memberPage writes the page of a member where there is none yet, and says whether visitors read it
   * @param categories ids of categories that have pages
   */
  constructor(
    private readonly app: App,
    private readonly folder: string,
    private readonly filesDir: string,
    private readonly places: Places,
    private readonly memberPage: (id: string) => Promise<boolean>,
    private readonly categories: ReadonlySet<string>,
  ) {}

  /** Prepares a text with its author and its files for a page in a folder. */
  async prepare({ bodyHtml, author, images = [], attachments }: TextRow): Promise<Prepared> {
    const html = await this.rewritten(bodyHtml);
    const files: Prepared["files"][number][] = [];
    for (const { fileName, isImage, url } of [...images, ...attachments]) {
      const href = await this.fileHref(url);
      if (href && !html.includes(`"${href}"`)) files.push({ name: fileName, href, isImage });
    }
    return {
      html,
      files,
      author: author && (await this.memberPage(author.id)) ? `../${pageName("members", author.id)}` : null,
      avatar: await this.fileHref(author?.avatarUrl ?? null),
    };
  }

  /** Gives the address of a stored file in the copy; null if visitors may not read it, or if it is missing. */
  async fileHref(address: string | null): Promise<string | null> {
    const path = address ? storedPath(this.local(address)) : null;
    if (path === null) return null;
    if (!this.copied.has(path)) {
      // A file is used again soon or hardly at all, and there may be more than fit into memory.
      if (this.copied.size >= REMEMBERED_MAX) this.copied.clear();
      this.copied.set(path, await this.copy(path));
    }
    return this.copied.get(path) ? `../files/${path}` : null;
  }

  private async copy(path: string): Promise<boolean> {
    const visitor = () => visitorContext(this.app);
    if (!(await findReadable(path, { visitor, viewer: visitor }))) return false;
    const target = join(this.folder, "files", path);
    await mkdir(dirname(target), { recursive: true });
    try {
      await copyFile(locationOf(this.filesDir, path), target);
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
      throw error;
    }
  }

  /** Leads every link of a text to the copy; one that leads to what is not in it becomes plain text. */
  private async rewritten(html: string): Promise<string> {
    let result = "";
    let from = 0;
    for (const match of html.matchAll(ATTRIBUTES)) {
      const [all, name, value] = match as unknown as [string, string, string];
      const target = name === "srcset" ? null : await this.hrefOf(value.replaceAll("&amp;", "&"));
      const written = target === null ? "" : ` ${name}="${target.replaceAll("&", "&amp;")}"`;
      result += html.slice(from, match.index) + written;
      from = match.index + all.length;
    }
    return result + html.slice(from);
  }

  private async hrefOf(address: string): Promise<string | null> {
    const local = this.local(address);
    if (!local.startsWith("/")) return local;
    if (local.startsWith(FILES_PATH)) return this.fileHref(local);
    const [, kind, id, search = "", place] = LOCAL.exec(local) ?? [];
    if (kind === "user") return (await this.memberPage(id!)) ? `../${pageName("members", id!)}` : null;
    if (kind === "category") return this.categories.has(id!) ? `../${pageName("categories", id!)}` : null;
    return kind === "thread" ? this.threadHref(id!, search, place) : null;
  }

  private threadHref(id: string, search: string, place: string | undefined): string | null {
    const last = this.places.valueOf("thread", id);
    if (last === null) return null;
    const asked = new URLSearchParams(search);
    const page = Number(asked.get("page") ?? 1);
    const number = Number(place ?? asked.get("post") ?? (page > 1 ? (page - 1) * POSTS_PER_PAGE + 1 : 0));
    if (!(number > 0 && number <= last)) return `../${pageName("threads", id)}`;
    return `../${pageName("threads", id, Math.ceil(number / PAGE_LENGTH))}#p${number}`;
  }

  /** Gives the address of a page of the forum without its host; others as they are. */
  private local(address: string): string {
    const { publicUrl } = this.app.config;
    return address.startsWith(`${publicUrl}/`) ? address.slice(publicUrl.length) : address;
  }
}

/** Files whose place is remembered at most. */
const REMEMBERED_MAX = 50_000;

function storedPath(address: string): string | null {
  const path = address.startsWith(FILES_PATH) ? address.slice(FILES_PATH.length).split("?", 1)[0]! : "";
  return isStoredPath(path) ? path : null;
}
