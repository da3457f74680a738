import vm from "node:vm";
import * as jsxRuntime from "react/jsx-runtime";
import * as React from "react";
import { renderToStaticMarkup } from "react-dom/server.browser";

/**
 * Renders components of trusted plugins for the server's pages. Runs in a process of its own without files and network
 * (server/features/plugins/server-part), in a context without the ways out of Node.
 */

/** Longest time for one component, for loading a module, and for making its components, in milliseconds. */
const LIMIT_MS = 300;

/** Elements that would run, load or style, or of which the page has one: the browser may have them later. */
const REFUSED_ELEMENTS: ReadonlySet<unknown> = new Set(
  "script style link meta base title html head body iframe object embed template noscript plaintext form".split(
    " ",
  ),
);

interface Source {
  readonly name: string;
  readonly code: string;
}

interface Task {
  readonly plugin: string;
  readonly part: string;
  readonly given: Readonly<Record<string, unknown>>;
}

interface Work {
  readonly sources: readonly Source[];
  readonly tasks: readonly Task[];
  readonly locale: string;
}

type Outcome = { readonly html: string } | { readonly error: { message: string; stack: string } };
type Parts = Readonly<Record<string, unknown>>;
type Props = Readonly<Record<string, unknown>> | null | undefined;

/** Refuses what React writes into a page as it is: HTML that does not end what it begins would break the page around it. */
function check(type: unknown, props: Props): void {
  if (REFUSED_ELEMENTS.has(type)) throw new Error(`<${String(type)}> is not rendered on the server.`);
  if (props && "dangerouslySetInnerHTML" in props)
    throw new Error("dangerouslySetInnerHTML is not rendered on the server.");
}

const checked =
  <A extends unknown[], R>(make: (type: never, props: never, ...rest: A) => R) =>
  (type: unknown, props: Props, ...rest: A): R => {
    check(type, props);
    return make(type as never, props as never, ...rest);
  };

const checkedReact = {
  ...React,
  createElement: checked(React.createElement as never),
  cloneElement(element: React.ReactElement, props: Props, ...children: React.ReactNode[]) {
    check(element.type, props);
    return React.cloneElement(element, props as never, ...children);
  },
};
const nothing = (): undefined => undefined;
const never = (): Promise<never> => new Promise(nothing);

/** Modules that plugins import; browsers have the same names from the import map (server/ssr/importMap.ts). */
const MODULES: Readonly<Record<string, object>> = {
  react: { ...checkedReact, default: checkedReact },
  "react/jsx-runtime": {
    Fragment: jsxRuntime.Fragment,
    jsx: checked(jsxRuntime.jsx as never),
    jsxs: checked(jsxRuntime.jsxs as never),
  },
  "@apollo/client": { gql: () => ({}) },
  "@apollo/client/react": {
    useQuery: () => ({ data: undefined, loading: true, error: undefined, refetch: never }),
    useMutation: () => [never, { data: undefined, loading: false, error: undefined }],
    useApolloClient: () => ({}),
  },
  "@luntan/plugin-kit": { definePlugin: <T>(plugin: T): T => plugin, useAnswer: () => ({ isLoading: true }) },
};

/** Functions that places give, which nothing calls while it renders. */
const ACTIONS = {
  dzqRouter: { push: nothing, replace: nothing, back: nothing },
  server: { query: never, mutate: never },
  changeFilter: nothing,
  onNavigationClick: nothing,
  onSearch: nothing,
};

const world = vm.createContext(
  {
    console: { log: nothing, info: nothing, warn: nothing, error: nothing, debug: nothing },
    URL,
    URLSearchParams,
  },
  { codeGeneration: { strings: false, wasm: false } },
);
const call = new vm.Script("work()");
const modules = new Map<string, { readonly code: string; module?: vm.SourceTextModule }>();

/** Calls a function, and ends it if it does not end itself. @throws {Error} what it throws */
function withinLimit<T>(work: () => T): T {
  let value: T | undefined;
  world["work"] = () => void (value = work());
  try {
    call.runInContext(world, { timeout: LIMIT_MS });
  } finally {
    delete world["work"];
  }
  return value as T;
}

async function loadModule(name: string): Promise<vm.SourceTextModule> {
  const held = modules.get(name);
  if (!held) throw new Error("Its client.js is not the one that was installed.");
  if (held.module) return held.module;
  const module = new vm.SourceTextModule(held.code, {
    context: world,
    identifier: `/plugin-files/${name}/client.js`,
  });
  await module.link((specifier) => {
    const given = MODULES[specifier];
    if (!given) throw new Error(`There is no module ${specifier}.`);
    const names = Object.keys(given);
    return new vm.SyntheticModule(
      names,
      function () {
        for (const each of names) this.setExport(each, (given as Record<string, unknown>)[each]);
      },
      { context: world },
    );
  });
  await module.evaluate({ timeout: LIMIT_MS });
  held.module = module;
  return module;
}

async function partsOf(name: string, settings: unknown, locale: string): Promise<Parts> {
  const { default: make } = (await loadModule(name)).namespace as { default?: (host: object) => Parts };
  if (typeof make !== "function") throw new Error("client.js has no function as its default export.");
  return withinLimit(() => make({ React: checkedReact, settings, locale }));
}

function rendered(component: unknown, given: Task["given"]): string {
  const store: Record<string, unknown> = {};
  const props = {
    ...ACTIONS,
    ...given,
    isLogin: () => given["userInfo"] !== null,
    pluginStore: store,
    pluginAction: {
      set: (key: string, value: unknown) => void (store[key] = value),
      get: (key: string) => store[key],
    },
  };
  if (component === undefined) throw new Error("client.js gives no such part.");
  const element = React.isValidElement(component)
    ? component
    : React.createElement(component as React.ComponentType<object>, props);
  return withinLimit(() => renderToStaticMarkup(element));
}

function wordsOf(error: unknown): { message: string; stack: string } {
  const { message = String(error), stack = "", code } = (error ?? {}) as Partial<Error> & { code?: string };
  const isLate = code === "ERR_SCRIPT_EXECUTION_TIMEOUT";
  const text = isLate ? `It does not render within ${LIMIT_MS} ms.` : message;
  return { message: `On the server: ${text}`.slice(0, 300), stack: isLate ? "" : stack.slice(0, 2_000) };
}

/** Renders what is asked for; a plugin that has failed is not asked again. */
async function render(
  { sources, tasks, locale }: Work,
  announce: (plugin: string) => void,
): Promise<Outcome[]> {
  for (const { name, code } of sources) modules.set(name, { code });
  const failed = new Map<string, Outcome>();
  const parts = new Map<string, Parts>();
  const outcomes: Outcome[] = [];
  for (const { plugin, part, given } of tasks) {
    const fault = failed.get(plugin);
    if (fault) {
      outcomes.push(fault);
      continue;
    }
    if (!parts.has(plugin)) announce(plugin);
    try {
      if (!parts.has(plugin)) parts.set(plugin, await partsOf(plugin, given["settings"], locale));
      outcomes.push({ html: rendered(parts.get(plugin)![part], given) });
    } catch (error) {
      const outcome = { error: wordsOf(error) };
      failed.set(plugin, outcome);
      outcomes.push(outcome);
    }
  }
  return outcomes;
}

interface Host {
  readonly forum: { query(text: string): Promise<unknown> };
}

/** The process calls this once, as it does with a server part, and then `render` for each page. */
function start({ forum }: Host): object {
  const announce = (plugin: string): void => void forum.query(plugin).catch(nothing);
  let last: Promise<unknown> = Promise.resolve();
  return {
    query: {
      // One page after the other: what is announced is what runs.
      render: (work: Work) => (last = last.then(() => render(work, announce))),
    },
  };
}

// The process of a server part reads the default.
export { start as default };
