import { feedOf, memberNamed, type OldPlace, postAt, thing, threadPage } from "../oldPlace.ts";
import type { OldUrl } from "../oldUrl.ts";

/** Reads addresses of Discuz! X, with and without rewriting, those of its archiver, and of Discuz! before. */
export function readDiscuzX(url: OldUrl, postsPerPage: number): OldPlace | null {
  const { path, query } = url;
  switch (path) {
    case "/forum.php":
      return readForum(url, postsPerPage);
    case "/viewthread.php":
      return threadPage(query.get("tid"), query.get("page"), postsPerPage);
    case "/forumdisplay.php":
      return thing("category", query.get("fid"));
    case "/redirect.php":
      return postAt(query.get("pid"), query.get("ptid") ?? query.get("tid"));
    case "/home.php":
    case "/space.php":
      return thing("member", query.get("uid")) ?? memberNamed(query.get("username"));
    case "/archiver":
      return readRewritten(`/archiver/${[...query.keys()][0] ?? ""}`, postsPerPage);
    default:
      return readRewritten(path, postsPerPage);
  }
}

function readForum({ query }: OldUrl, postsPerPage: number): OldPlace | null {
  switch (query.get("mod")) {
    case null:
    case "index":
      return { kind: "home" };
    case "viewthread":
      return threadPage(query.get("tid"), query.get("page"), postsPerPage);
    case "redirect":
      return postAt(query.get("pid"), query.get("ptid") ?? query.get("tid"));
    case "forumdisplay":
      return thing("category", query.get("fid"));
    case "rss":
      return feedOf("category", query.get("fid"));
    case "attachment":
      return thing("file", attachmentId(query.get("aid") ?? ""));
    default:
      return null;
  }
}

/** Reads the id within the parameter of a file: base64 of `id|digest|time|member|thread`. */
function attachmentId(aid: string): string | undefined {
  return /^(\d+)(?:\||$)/.exec(/^\d+$/.test(aid) ? aid : Buffer.from(aid, "base64").toString("latin1"))?.[1];
}

function readRewritten(path: string, postsPerPage: number): OldPlace | null {
  const thread = /^\/thread-(\d+)-(\d+)-\d+\.html$/.exec(path);
  if (thread) return threadPage(thread[1], thread[2], postsPerPage);
  const archived = /^\/archiver\/(?:index\.php\/)?(tid|fid)-(\d+)(?:-page-(\d+))?\.html$/.exec(path);
  if (archived?.[1] === "tid") return threadPage(archived[2], archived[3], postsPerPage);
  if (archived) return thing("category", archived[2]);
  const category = /^\/forum-(\d+)-\d+\.html$/.exec(path);
  if (category) return thing("category", category[1]);
  const member = /^\/space-uid-(\d+)\.html$/.exec(path);
  return member
    ? thing("member", member[1])
    : memberNamed(/^\/space-username-(.{1,100})\.html$/.exec(path)?.[1]);
}
