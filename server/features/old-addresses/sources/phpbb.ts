import { feedOf, memberNamed, type OldPlace, numberOf, postAt, thing, threadAt } from "../oldPlace.ts";
import type { OldUrl } from "../oldUrl.ts";

/** Reads addresses of phpBB 3. */
export function readPhpbb({ path, query }: OldUrl): OldPlace | null {
  switch (path) {
    case "/index.php":
      return { kind: "home" };
    case "/viewtopic.php":
      return query.has("p")
        ? postAt(query.get("p"), query.get("t"))
        : threadAt(query.get("t"), (numberOf(query.get("start")) ?? 0) + 1);
    case "/viewforum.php":
      return thing("category", query.get("f"));
    case "/memberlist.php":
      return thing("member", query.get("u")) ?? memberNamed(query.get("un"));
    case "/download/file.php":
      return thing("file", query.get("id"));
    case "/feed.php":
      return query.has("t") ? feedOf("thread", query.get("t")) : feedOf("category", query.get("f"));
    default: {
      const feed = /^(?:\/app\.php)?\/feed(?:\/(topic|forum)\/(\d+))?$/.exec(path);
      return feed ? feedOf(feed[1] === "topic" ? "thread" : "category", feed[2]) : null;
    }
  }
}
