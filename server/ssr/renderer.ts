import type { DocumentNode } from "graphql";
import type { RenderedSlots, SlotToRender } from "../features/plugins/server-part/rendering.service.ts";
import type { Preferences } from "./preferences.ts";

/** Parameters of the built client for rendering a page (client/entry-server.tsx declares the same shape). */
export interface RenderRequest extends Preferences {
  readonly url: string;
  readonly publicUrl: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Null for visitors. */
  readonly viewerId: string | null;
  /** True if members with the same permissions get the page as well; what is theirs is brought by a query. */
  readonly isShared: boolean;
  execute(
    document: DocumentNode,
    variables: Record<string, unknown>,
  ): Promise<{ data?: unknown; errors?: unknown }>;
  /** Renders what plugins show at places of the page. */
  renderSlots(slots: readonly SlotToRender[]): Promise<RenderedSlots>;
}

/** A rendered page, before it becomes a document. */
export interface RenderedPage {
  readonly status: number;
  readonly location?: string;
  readonly head: string;
  readonly body: string;
  /** Rules that stand for the style attributes of the body, which the policy of pages refuses. */
  readonly inlineRules: string;
  readonly state: unknown;
  readonly modules: readonly string[];
  readonly cacheable: boolean;
  readonly statistics: string;
  readonly favicon: string | null;
  /** Style sheets of plugins that have rendered. */
  readonly pluginStyles: readonly string[];
}

/** The client's side of rendering. */
export interface Renderer {
  renderPage(request: RenderRequest): Promise<RenderedPage>;
}
