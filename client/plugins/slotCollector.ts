import type { Platform } from "../platform/page.ts";
import type { Session } from "../session/useViewer.ts";
import { askedAt, masked, siteDataOf, userInfoOf } from "./givenProps.ts";
import { slotKey } from "./slotKey.ts";

/** A place of the page that is being rendered, and what the page knows. */
interface RenderedPlace {
  readonly place: string;
  readonly data: object;
  readonly hasOwn: boolean;
  readonly session: Session;
  readonly platform: Platform;
  readonly locale: string;
  readonly search: string;
}

/** A place at which plugins are to be rendered (server/features/plugins/server-part/rendering.service.ts). */
export interface SlotToRender {
  readonly key: string;
  readonly place: string;
  readonly path: string | null;
  readonly given: object;
  readonly asked: Readonly<Record<string, unknown>> | null;
  readonly hasOwn: boolean;
}

/** Collects the places of a page while it is rendered, and gives what plugins show there when it is rendered again. */
export class SlotCollector {
  readonly asked = new Map<string, SlotToRender>();

  constructor(private readonly html: ReadonlyMap<string, string> = new Map()) {}

  /** Gives the HTML of a place; null if there is none. */
  htmlAt({ place, data, hasOwn, session, platform, locale, search }: RenderedPlace): string | null {
    const key = slotKey(place, data);
    // An administrator looks at the site without plugins.
    if (session.site.viewerCanAdminister && new URLSearchParams(search).get("safe") === "1") return null;
    if (!this.asked.has(key)) {
      const { path = null } = data as { path?: string };
      const given = {
        siteData: siteDataOf(session.site, platform),
        userInfo: userInfoOf(session),
        locale,
        ...masked(data),
      };
      this.asked.set(key, { key, place, path, given, asked: askedAt(session.site, place, data), hasOwn });
    }
    return this.html.get(key) ?? null;
  }
}
