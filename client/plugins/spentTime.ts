import type { ApolloClient } from "@apollo/client";
import { graphql } from "../gql/gql.ts";
import { ReportPluginTimesDocument } from "../gql/graphql.ts";

graphql(`
  mutation ReportPluginTimes($times: [PluginTimeInput!]!) {
    reportPluginTimes(times: $times)
  }
`);

/** One page in so many is measured. */
const MEASURED_OF = 10;
/** Time after the code has come in which components are watched, in milliseconds. */
const WATCH_MS = 4_000;
/** Longest time that is reported, in milliseconds; a page that slept meanwhile says nothing of plugins. */
const MS_MAX = 60_000;

/** Measures on some pages what plugins cost the browser, and tells the site once. */
export class SpentTime {
  /** False on most pages, which then do none of this. */
  readonly isMeasured = Math.random() * MEASURED_OF < 1;
  private readonly loads = new Map<string, number>();
  private readonly renders = new Map<string, number>();

  /** Adds time until the code of a plugin had come. */
  loaded(pluginId: string, ms: number): void {
    this.loads.set(pluginId, ms);
  }

  /** Adds time in which a component of a plugin rendered. */
  rendered(pluginId: string, ms: number): void {
    this.renders.set(pluginId, (this.renders.get(pluginId) ?? 0) + ms);
  }

  /** Tells the site what there is when the page has come to rest. */
  reportSoon(client: ApolloClient): void {
    if (!this.isMeasured) return;
    setTimeout(() => {
      const ids = [...new Set([...this.loads.keys(), ...this.renders.keys()])];
      const times = ids.map((pluginId) => ({
        pluginId,
        loadMs: bounded(this.loads.get(pluginId)),
        renderMs: bounded(this.renders.get(pluginId)),
      }));
      if (times.length === 0) return;
      client.mutate({ mutation: ReportPluginTimesDocument, variables: { times } }).catch(() => undefined);
    }, WATCH_MS);
  }
}

function bounded(ms = 0): number {
  return Math.min(Math.ceil(ms), MS_MAX);
}
