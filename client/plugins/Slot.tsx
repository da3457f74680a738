import { Fragment, type ReactNode, useCallback, useState } from "react";
import { useLocation } from "react-router-dom";
import { useViewer } from "../session/useViewer.ts";
import { useLoaded } from "../ui/useLoaded.ts";
import type { Area, AreaProps } from "./hooks.ts";
import { useServerHtml } from "./serverSlots.ts";
import { slotKey } from "./slotKey.ts";
import { isWithoutPlugins } from "./zones.ts";

const load = () => import("./PluginsAt.tsx").then((m) => m.PluginsAt);
const useNothing = () => ({});

interface Props<A extends Area> {
  area: A;
  /** Hook that gives what the place adds to the common props; it runs only where a plugin shows. */
  useData?: () => AreaProps<A>;
  /** The part of the page that stands there without plugins. */
  children?: ReactNode;
}

/**
 * Place of plugins around a part of the page: before it, instead of it, after it. Without plugins it is the part alone: no
 * element, no request, and no code but this.
 */
export function Slot<A extends Area>({ area, useData, children = null }: Props<A>): ReactNode {
  const places = useViewer().site.pluginPlaces;
  const { pathname } = useLocation();
  if (places.length === 0 || isWithoutPlugins(pathname)) return children;
  return ["_insert_before", "_replace", "_insert_after", ""].map((hook) => {
    const place = `${area}${hook}_hook`;
    const own = hook === "_replace" && children;
    return (
      <Fragment key={hook}>
        {places.includes(place) ? (
          <LateSlot place={place} useData={(useData as (() => object) | undefined) ?? useNothing}>
            {own}
          </LateSlot>
        ) : (
          own
        )}
      </Fragment>
    );
  });
}

interface LateProps {
  place: string;
  useData: () => object;
  children: ReactNode;
}

/**
 * Shows what the server has rendered, or what stands there without plugins, until their code has come. The server's HTML is
 * not taken over but replaced, so that whatever a plugin rendered there the page around it is as React expects it.
 */
export function LateSlot({ place, useData, children }: LateProps): ReactNode {
  const [PluginsAt] = useLoaded(load, true);
  const data = useData();
  const html = useServerHtml(place, data, Boolean(children));
  const [isStanding, setStanding] = useState(html !== null);
  const onCome = useCallback(() => setStanding(false), []);
  return (
    <>
      {isStanding && (
        <div
          data-plugin={slotKey(place, data)}
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: html! }}
        />
      )}
      {PluginsAt ? (
        <PluginsAt place={place} data={data} onCome={isStanding ? onCome : undefined}>
          {children}
        </PluginsAt>
      ) : (
        !isStanding && children
      )}
    </>
  );
}
