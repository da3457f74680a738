import type { Context, Services } from "../../../core/context.ts";
import { readCode } from "../codeFiles.ts";
import { noteServerFault } from "../fault.service.ts";
import { asksPermission, FILES_ADDRESS, mayInsert, shownViews, valuesOf } from "../installed.service.ts";
import type { View } from "../manifest.ts";
import { type Plugin, PluginTier } from "../plugin.entity.ts";
import { enabledPlugins } from "../plugin.loaders.ts";
import { PartFault, PartProcess } from "./partProcess.ts";

/** Time in which everything of a page has to be rendered; a process that has just started needs some of it. */
const PAGE_LIMIT_MS = 3_000;

/** A place of a page, and what plugins are given there (client/plugins/serverSlots.tsx declares the same shape). */
export interface SlotToRender {
  /** Place and thing, by which the page finds the answer. */
  readonly key: string;
  readonly place: string;
  /** Address below /plugin of a page that is added. */
  readonly path: string | null;
  /** Props that can be sent. */
  readonly given: object;
  /** Fields that plugins ask for, by plugin. */
  readonly asked: Readonly<Record<string, unknown>> | null;
  /** True if a part of the page stands there without plugins. */
  readonly hasOwn: boolean;
}

/** HTML that plugins show at places of a page. */
export interface RenderedSlots {
  /** HTML by key; places that are not in it stay as they are without plugins. */
  readonly html: ReadonlyMap<string, string>;
  /** Addresses of style sheets. */
  readonly styles: readonly string[];
}

/** For whom a page is, and the code that renders. */
export interface RenderingOptions {
  readonly platform: string;
  readonly locale: string;
  bundle(): Promise<string | null>;
}

/** A component to be rendered, as the process gets it (client/entry-plugins.ts). */
interface Task {
  readonly plugin: string;
  readonly part: string;
  readonly place: string;
  readonly given: object;
}

interface Outcome {
  readonly html?: string;
  readonly error?: { readonly message: string; readonly stack: string };
}

/** One plugin at one place: what holds its room, or a task by its number. */
type Piece = { readonly room: number } | { readonly task: number };

interface Rendering {
  readonly process: PartProcess;
  /** Code that the process has, by plugin. */
  readonly sent: Map<string, string>;
  /** Plugin that renders at this moment, by name. */
  busyWith: string | null;
}

const NOTHING: RenderedSlots = { html: new Map(), styles: [] };
const running = new WeakMap<Services, Rendering>();

/**
 * Renders trusted plugins that say they can in a process of its own, and holds the room of the others. One that throws or
 * takes too long shows nothing before its code has come to the browser, and has a fault; the page goes on.
 */
export async function renderSlots(
  ctx: Context,
  slots: readonly SlotToRender[],
  options: RenderingOptions,
): Promise<RenderedSlots> {
  const plugins = await enabledPlugins(ctx);
  const tasks: Task[] = [];
  const pieces = slots.map((slot) => piecesAt(slot, plugins, { ...options, viewer: ctx.viewer }, tasks));
  if (!pieces.some((each) => each.length > 0)) return NOTHING;
  const outcomes = tasks.length > 0 ? await runTasks(ctx, plugins, tasks, options) : [];
  const html = new Map<string, string>();
  for (const [index, { key }] of slots.entries()) {
    const text = pieces[index]!.map((piece) =>
      "room" in piece ? roomOf(piece.room) : (outcomes[piece.task]?.html ?? ""),
    ).join("");
    if (text) html.set(key, text);
  }
  const rendered = new Set(tasks.flatMap(({ plugin }, at) => (outcomes[at]?.html ? [plugin] : [])));
  const styles = plugins
    .filter(({ name }) => rendered.has(name))
    .map(({ name, hash }) => `${FILES_ADDRESS}${name}/${hash}/client.css`);
  return { html, styles };
}

const roomOf = (height: number): string => (height > 0 ? `<div style="height:${height}px"></div>` : "");

/** Lists what stands at a place, in order, and adds what is to be rendered to the tasks. */
function piecesAt(
  { place, path, given, asked, hasOwn }: SlotToRender,
  plugins: readonly Plugin[],
  { platform, viewer }: RenderingOptions & Pick<Context, "viewer">,
  tasks: Task[],
): Piece[] {
  const shown = plugins.flatMap((plugin) => {
    const view = shownViews(plugins)
      .get(plugin.name)!
      .find((each) => each.place === place && each.path === path && each.platform.includes(platform));
    return view ? [{ plugin, view }] : [];
  });
  // A page that members share is nobody's: who may use it comes with the member.
  const isOwn = (given as { userInfo?: unknown }).userInfo != null;
  return shown.flatMap(({ plugin, view }): Piece[] => {
    if (!view.rendersOnServer) return holdsRoom(plugin, view, hasOwn) ? [{ room: view.height }] : [];
    const props = {
      ...given,
      data: asked?.[plugin.name] ?? null,
      settings: valuesOf(plugin),
      viewerCanInsert: isOwn ? mayInsert({ viewer }, plugin) : !asksPermission(plugin),
      _pluginInfo: { name: plugin.name, version: plugin.version },
    };
    return [{ task: tasks.push({ plugin: plugin.name, part: view.part, place, given: props }) - 1 }];
  });
}

/** True where an empty box stands until the code has come: trusted plugins leave what stands there without them. */
function holdsRoom({ tier }: Plugin, { height }: View, hasOwn: boolean): boolean {
  return height > 0 && (tier === PluginTier.FRAMED || !hasOwn);
}

/** Renders the tasks. One that ends the process is left out, and the others are rendered once more. */
async function runTasks(
  ctx: Context,
  plugins: readonly Plugin[],
  tasks: readonly Task[],
  options: RenderingOptions,
): Promise<readonly Outcome[]> {
  const rendering = await renderingOf(ctx.services, options);
  if (!rendering) return [];
  const find = (name: string): Plugin | undefined => plugins.find((each) => each.name === name);
  const named = [...new Set(tasks.map(({ plugin }) => plugin))].flatMap((name) => find(name) ?? []);
  const sources = await newSources(ctx.services, rendering, named);
  const payload = { sources, tasks, locale: options.locale };
  try {
    const request = { kind: "query", name: "render", payload, viewerId: null } as const;
    const outcomes = (await rendering.process.ask(request, PAGE_LIMIT_MS)) as readonly Outcome[];
    // One of each plugin: the same fault in every row of a list is one.
    const first = new Map(
      outcomes.flatMap(({ error }, at) => (error ? [[tasks[at]!, error] as const] : [])).reverse(),
    );
    const byPlugin = new Map(
      [...first].map(([task, error]) => [task.plugin, { ...error, place: task.place }]),
    );
    for (const [name, fault] of byPlugin) note(ctx, find(name)!, fault);
    return outcomes;
  } catch (error) {
    rendering.process.end();
    const task = tasks.find(({ plugin }) => plugin === rendering.busyWith);
    if (!task) return [];
    const { message, partStack = "" } = error as Error & Partial<PartFault>;
    note(ctx, find(task.plugin)!, {
      place: task.place,
      message: `On the server: ${message}`,
      stack: partStack,
    });
    const others = tasks.filter(({ plugin }) => plugin !== task.plugin);
    const outcomes = others.length > 0 ? await runTasks(ctx, plugins, others, options) : [];
    return tasks.map((each) => outcomes[others.indexOf(each)] ?? {});
  }
}

/** Reads the code of plugins that the process does not have. */
async function newSources(
  services: Services,
  { sent }: Rendering,
  plugins: readonly Plugin[],
): Promise<{ readonly name: string; readonly code: string }[]> {
  const sources = [];
  for (const { name, hash } of plugins) {
    if (sent.get(name) === hash) continue;
    const code = await readCode(services, name, hash);
    if (code) sources.push({ name, hash, code: code.script });
  }
  // At once with the question that brings them, so that no other is asked before.
  for (const { name, hash } of sources) sent.set(name, hash);
  return sources;
}

/** Takes note of a fault; the page does not wait for it. */
function note(
  ctx: Context,
  plugin: Plugin,
  fault: { readonly place: string; readonly message: string; readonly stack: string },
): void {
  noteServerFault({ ...ctx, now: new Date() }, plugin, fault).catch((error: unknown) =>
    ctx.services.log.error({ plugin: plugin.name, error: String(error) }, "a fault cannot be noted"),
  );
}

/** Gives the process that renders, a new one if the last has ended; null where its code is not built. */
async function renderingOf(services: Services, options: RenderingOptions): Promise<Rendering | null> {
  const before = running.get(services);
  if (before?.process.isAlive) return before;
  const code = await options.bundle();
  if (code === null) return null;
  const now = running.get(services);
  if (now?.process.isAlive) return now;
  const calls = {
    data: () => Promise.reject(new Error("There is no data here.")),
    query: (payload: unknown) => {
      rendering.busyWith = String((payload as { document: unknown }).document);
      return Promise.resolve(null);
    },
  };
  const failed = ({ message }: PartFault): void =>
    services.log.warn({ fault: message }, "the process that renders plugins has ended");
  const process = new PartProcess(code, {}, calls, failed, ["--experimental-vm-modules"]);
  const rendering: Rendering = { process, sent: new Map(), busyWith: null };
  running.set(services, rendering);
  return rendering;
}

/** Ends the process that renders, of a program that stops. */
export function endRendering(services: Services): void {
  running.get(services)?.process.end();
  running.delete(services);
}
