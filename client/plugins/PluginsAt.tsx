import { useApolloClient } from "@apollo/client/react";
import {
  createElement,
  type ComponentType,
  isValidElement,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { useLocale } from "../i18n/texts.ts";
import { usePage } from "../platform/page.ts";
import { useSiteIsKnown, useViewer } from "../session/useViewer.ts";
import { FramedPlugin } from "./FramedPlugin.tsx";
import { askedAt, masked, siteDataOf, userInfoOf } from "./givenProps.ts";
import type { CommonProps } from "./hooks.ts";
import { PluginBoundary } from "./PluginBoundary.tsx";
import { leaveCode, loadedPlugins, type LoadedPlugins } from "./pluginHost.ts";
import { type HeldPlugin, PADDING } from "./registry.ts";
import { RenderTime } from "./RenderTime.tsx";
import { isSafeMode } from "./safeMode.ts";

interface Props {
  place: string;
  /** Props that the place adds to the common ones. */
  data: object;
  /** Given while HTML of the server stands there: called when everything has come that shows instead. */
  onCome: (() => void) | undefined;
  /** The part of the page that a replacement stands for. */
  children: ReactNode;
}

/** The plugins at one place, each with a boundary of its own; what stands there without them if there is none that works. */
export function PluginsAt(props: Props): ReactNode {
  const { site } = useViewer();
  const { search } = useLocation();
  // In safe mode no code of theirs runs, not even while it loads.
  const isSafe = isSafeMode(search, site.viewerCanAdminister);
  useTellOnce(props.onCome, isSafe);
  return isSafe ? props.children : <ShownPlugins {...props} />;
}

/** Tells that what stands in the page already may go, before the browser paints both. */
function useTellOnce(onCome: Props["onCome"], isTime: boolean): void {
  useLayoutEffect(() => {
    if (isTime) onCome?.();
  }, [isTime, onCome]);
}

function ShownPlugins({ place, data, onCome, children }: Props): ReactNode {
  const client = useApolloClient();
  const { platform } = usePage();
  const locale = useLocale();
  const isKnown = useSiteIsKnown();
  const plugins = loadedPlugins(client, platform, locale);
  const { registry } = plugins;
  const held = useSyncExternalStore(registry.subscribe, () => registry.at(place));
  const [failed, setFailed] = useState<readonly string[]>([]);
  useEffect(() => plugins.follow(platform), [plugins, platform]);
  // Browsers that do not tell of navigation are asked when the place goes.
  useEffect(() => ("navigation" in window ? undefined : leaveCode), []);

  const isSettled = plugins.isSettledAt(place) || !isKnown;
  useTellOnce(onCome, isSettled);

  if (onCome && !isSettled) return null;
  if (!isKnown) {
    console.warn(`[plugins] ${place}: the site is not known, so nothing is shown.`);
    return children;
  }
  const { path } = data as { path?: string };
  const working = held.filter(
    (plugin) => !failed.includes(plugin.pluginName) && (!path || plugin.path === path),
  );
  const shown = place.endsWith("_replace_hook") ? working.slice(0, 1) : working;
  if (shown.length === 0) return children;
  const fail = (name: string) => (error: unknown, isOver: boolean) => {
    plugins.report(name, place, error);
    if (isOver) setFailed((before) => [...before, name]);
  };
  return shown.map((plugin) => (
    <PluginBoundary key={plugin.pluginName} onError={(error) => fail(plugin.pluginName)(error, true)}>
      <OnePlugin
        plugins={plugins}
        plugin={plugin}
        place={place}
        data={data}
        onFault={fail(plugin.pluginName)}
      >
        {children}
      </OnePlugin>
    </PluginBoundary>
  ));
}

interface OneProps extends Omit<Props, "onCome"> {
  plugins: LoadedPlugins;
  plugin: HeldPlugin;
  onFault: (error: unknown, isOver: boolean) => void;
}

function OnePlugin({ plugins, plugin, place, data, onFault, children }: OneProps): ReactNode {
  const given = {
    ...useCommonProps(plugins, plugin),
    ...masked(data),
    data: useAskedData(plugin, place, data),
  };
  const active = plugins.named(plugin.pluginName);
  if (!active) return children;
  const height = plugins.viewOf(plugin.pluginName, place, plugin.path)?.height ?? 0;
  if (active.tier === "FRAMED") {
    return <FramedPlugin plugin={active} place={place} height={height} given={given} onFault={onFault} />;
  }
  const { component } = plugin;
  // The code has not come yet: what stood there stays, or the room is held.
  if (component === PADDING) return children ?? (height > 0 ? <div style={{ height }} /> : null);
  if (isValidElement(component)) return component;
  const shown = createElement(component as ComponentType<{ children: ReactNode }>, { ...given, children });
  if (!plugins.time.isMeasured) return shown;
  return <RenderTime onTime={(ms) => plugins.time.rendered(active.id, ms)}>{shown}</RenderTime>;
}

/** Gives what the fragment of the plugin asked for, and nothing that others asked for. */
function useAskedData({ pluginName }: HeldPlugin, place: string, data: object): CommonProps["data"] {
  const { site } = useViewer();
  const asked = useMemo(() => askedAt(site, place, data), [site, place, data]);
  return asked?.[pluginName] ?? null;
}

function useCommonProps(
  plugins: LoadedPlugins,
  { pluginName: name, version }: HeldPlugin,
): Omit<CommonProps, "data"> {
  const session = useViewer();
  const { platform } = usePage();
  const locale = useLocale();
  const navigate = useNavigate();
  const stores = plugins.stores;
  if (!stores.has(name)) stores.set(name, {});
  const store = stores.get(name)!;
  return {
    siteData: siteDataOf(session.site, platform),
    userInfo: userInfoOf(session),
    isLogin: () => session.viewer !== null,
    pluginStore: store,
    pluginAction: { set: (key, value) => void (store[key] = value), get: (key) => store[key] },
    dzqRouter: {
      push: (path) => void navigate(path),
      replace: (path) => void navigate(path, { replace: true }),
      back: () => void navigate(-1),
    },
    server: plugins.serverOf(name),
    viewerCanInsert: plugins.named(name)?.viewerCanInsert ?? false,
    settings: JSON.parse(plugins.named(name)?.settings ?? "{}") as CommonProps["settings"],
    locale,
    _pluginInfo: { name, version },
  };
}
