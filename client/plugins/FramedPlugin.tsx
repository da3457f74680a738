import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { usePage } from "../platform/page.ts";
import { FrameLine } from "./frameLine.ts";
import classes from "./FramedPlugin.module.css";
import type { CommonProps } from "./hooks.ts";
import type { ActivePlugin } from "./pluginHost.ts";
import { isWithoutPlugins } from "./zones.ts";

interface Props {
  plugin: ActivePlugin;
  place: string;
  /** Height that is held until the frame says its own. */
  height: number;
  given: CommonProps & Readonly<Record<string, unknown>>;
  /** Takes note of a fault; the frame is gone if it cannot go on. */
  onFault: (error: { message: string; stack?: string }, isOver: boolean) => void;
}

/** A plugin in a frame without an origin: it reaches nothing of the page and is told what its manifest asks for. */
export function FramedPlugin({ plugin, place, height: held, given, onFault }: Props) {
  const element = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(held);
  const line = useRef<FrameLine>(null);
  const navigate = useNavigate();
  const state = useFrameState(plugin, place, given);
  const mayNavigate = plugin.capabilities.includes("navigate");

  const latest = useRef({ onFault, navigate });
  useEffect(() => {
    latest.current = { onFault, navigate };
  });
  // Before the browser goes on, so that no load is missed.
  useLayoutEffect(() => {
    const opened = new FrameLine({
      failed: (error) => latest.current.onFault(error, true),
      heard(message) {
        if (message.type === "height") setHeight(message.height);
        if (message.type === "fault") latest.current.onFault(message, false);
        // Only somebody's own click leads elsewhere.
        if (message.type !== "navigate" || !mayNavigate || !navigator.userActivation?.isActive) return;
        if (!isWithoutPlugins(message.path)) void latest.current.navigate(message.path);
      },
    });
    line.current = opened;
    const frame = element.current!;
    const load = () => opened.open(frame.contentWindow!);
    frame.addEventListener("load", load);
    return () => {
      frame.removeEventListener("load", load);
      opened.close();
    };
  }, [plugin.codeUrl, mayNavigate]);
  useEffect(() => line.current?.send(state), [plugin.codeUrl, mayNavigate, state]);

  return (
    <iframe
      ref={element}
      className={classes.frame}
      sandbox="allow-scripts"
      src={plugin.codeUrl}
      referrerPolicy="no-referrer"
      title={plugin.label}
      style={{ height }}
    />
  );
}

/** Gives what a frame is told of the page: the looks, its settings, and what it asked for. */
function useFrameState(
  { capabilities, settings }: ActivePlugin,
  place: string,
  given: Props["given"],
): object {
  const { colorScheme } = usePage();
  const { siteData, userInfo, locale, threadData, renderData, path, data } = given;
  const isDark =
    colorScheme === "dark" ||
    (colorScheme === "auto" && window.matchMedia("(prefers-color-scheme: dark)").matches);
  const text = JSON.stringify({
    place,
    locale,
    platform: siteData.platform,
    colorScheme: isDark ? "dark" : "light",
    siteName: siteData.webConfig.setSite.siteName,
    settings: JSON.parse(settings) as unknown,
    path,
    data,
    ...(capabilities.includes("viewer") && { viewer: userInfo }),
    ...(capabilities.includes("thread") && { thread: pick(threadData, ["id", "title"]) }),
    ...(capabilities.includes("user") && {
      user: place.startsWith("plugin_user@") ? pick(renderData, ["id", "nickname", "avatarUrl"]) : null,
    }),
  });
  return useMemo(() => JSON.parse(text) as object, [text]);
}

/** Copies fields of what a place shows; null if it shows nothing of the kind. */
function pick(from: unknown, fields: readonly string[]): object | null {
  if (typeof from !== "object" || from === null) return null;
  return Object.fromEntries(fields.map((field) => [field, (from as Record<string, unknown>)[field] ?? null]));
}
