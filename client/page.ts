import type { ComponentType } from "react";
import type { Answer, Ask } from "./apollo/answers.ts";
import type { Density } from "./platform/page.ts";

/** Address of a page, from which its queries are made. */
export interface PageAddress {
  /** Values of the path, such as `id` in `/thread/:id`. */
  params: Readonly<Record<string, string | undefined>>;
  search: URLSearchParams;
  /** Null for visitors. */
  viewerId: string | null;
  density: Density;
  /** Time of the page, in milliseconds. */
  now: number;
}

/** A page: what it shows and what it asks for, so that the server can answer before it renders. */
export interface Page {
  Component: ComponentType;
  /** Queries of the first render, with exactly the variables that the hooks use; they run concurrently. */
  queries?: (address: PageAddress) => Ask[];
  /** Queries of the first render that depend on the answers to those; asked for once they are there. */
  followUps?: (address: PageAddress, answers: readonly Answer[]) => Ask[];
  /**
   * On the server: queries of parts that the browser draws again with data of its own, from the answers; theirs are not sent
   * along.
   */
  askMore?: ((answers: readonly Answer[]) => Ask[]) | undefined;
  /** In the browser: loads the code of parts that only some pages have, before the page of the server is taken over. */
  prepare?: () => Promise<void>;
  /** Visitors are sent to the sign-in page and come back afterwards. */
  needsLogin?: boolean;
  /** Members are led on, to where the address says or home: there is nothing here that they could want. */
  isForVisitors?: boolean;
  /** On the server: the address to go to instead, read from the answers; null to show the page. */
  instead?: ((address: PageAddress, answers: readonly Answer[]) => string | null) | undefined;
  /** On the server: the question where to go instead, if the answers lack what the address names. */
  missing?: ((address: PageAddress, answers: readonly Answer[]) => Ask | null) | undefined;
  /** Reads the answer to that question; null to show the page as it is. */
  elsewhere?: ((address: PageAddress, data: unknown) => string | null) | undefined;
}

/** One address of the forum and the module that shows it. */
export interface PageRoute {
  /** Parts of a path, `:name` for one that varies; `*` for every path. */
  path: string;
  /** File of the page, below client/: the server tells the browser about its chunks early. */
  module: string;
  load: () => Promise<Page>;
}

/** Declares a page; a page module exports one. */
export function definePage(page: Page): Page {
  return page;
}
