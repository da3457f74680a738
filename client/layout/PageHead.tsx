import { useContext, useEffect } from "react";
import { usePage } from "../platform/page.ts";
import { setTitle } from "../platform/title.ts";
import { useViewer } from "../session/useViewer.ts";
import { HeadContext, type HeadContent, headTags } from "./head.ts";

/** Marks the elements that this component owns, on the server as in the browser. */
export const HEAD_MARK = "data-head";

/**
 * The head of a page by the rules of the site: title "page - site", keywords "page,site", the page's description or
 * else the site's introduction. The server collects it; the browser changes the document.
 */
export function PageHead(content: HeadContent) {
  const collector = useContext(HeadContext);
  const { site } = useViewer();
  const { publicUrl, locale } = usePage();
  collector?.describe(content);
  const tags = import.meta.env.SSR ? [] : headTags(content, site, publicUrl, locale);
  const key = JSON.stringify(tags);

  useEffect(() => {
    const head = document.head;
    for (const old of head.querySelectorAll(`[${HEAD_MARK}]`)) old.remove();
    for (const { tag, attributes, text } of JSON.parse(key) as ReturnType<typeof headTags>) {
      if (tag === "title") {
        setTitle(text ?? "");
        continue;
      }
      const element = document.createElement(tag);
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
      element.setAttribute(HEAD_MARK, "");
      if (text) element.textContent = text;
      head.append(element);
    }
  }, [key]);

  return null;
}
