import {
  createContext,
  type ReactNode,
  startTransition,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
} from "react";

/** Where the reader is. */
export interface RouterLocation {
  readonly pathname: string;
  /** With its question mark, or empty. */
  readonly search: string;
  /** With its #, or empty. */
  readonly hash: string;
  /** What the step there was given. */
  readonly state: unknown;
  /** Of the entry in the history; "default" for entries that the browser made itself. */
  readonly key: string;
}

/** How the reader came there: by the browser's history (and at first), by a new step, or in the place of the last one. */
export type NavigationType = "POP" | "PUSH" | "REPLACE";

/** How a step is made. */
export interface StepOptions {
  readonly replace?: boolean;
  readonly state?: unknown;
}

/** Goes to an address within the site, or so many entries through the history. */
export type Go = (to: string | number, options?: StepOptions) => void;

interface Place {
  readonly location: RouterLocation;
  readonly type: NavigationType;
}

const PlaceContext = createContext<Place | null>(null);
const GoContext = createContext<Go | null>(null);
const ParamsContext = createContext<Params>({});

/** Values that the pattern of a route took from the path. */
export type Params = Readonly<Record<string, string | undefined>>;

/** The key of entries that no step made. */
const FIRST_KEY = "default";

function needed<T>(value: T | null): T {
  if (value === null) throw new Error("This needs a router around it.");
  return value;
}

/** Where the reader is; renders again at every step. */
export const useLocation = (): RouterLocation => needed(useContext(PlaceContext)).location;

/** How the reader came there. */
export const useNavigationType = (): NavigationType => needed(useContext(PlaceContext)).type;

/** The function that goes elsewhere; always the same. */
export const useNavigate = (): Go => needed(useContext(GoContext));

/** The values of the path, such as `id` in `/thread/:id`. */
export const useParams = (): Params => useContext(ParamsContext);

/** The query of the address. */
export function useSearchParams(): readonly [URLSearchParams] {
  const { search } = useLocation();
  return useMemo(() => [new URLSearchParams(search)] as const, [search]);
}

/** Goes elsewhere as soon as it shows. */
export function Navigate({ to, replace }: { to: string; replace?: boolean }): null {
  const go = useNavigate();
  useEffect(() => go(to, { replace: replace ?? false }), [go, to, replace]);
  return null;
}

/** Tells what is below it the values of the path. */
export function ParamsProvider({ params, children }: { params: Params; children: ReactNode }) {
  return <ParamsContext value={params}>{children}</ParamsContext>;
}

/** A place and the way elsewhere, for what is below it. */
export function Router({ place, go, children }: { place: Place; go: Go; children: ReactNode }) {
  return (
    <GoContext value={go}>
      <PlaceContext value={place}>{children}</PlaceContext>
    </GoContext>
  );
}

/** A place that nobody leaves: the server renders one page. */
export function StaticRouter({ url, children }: { url: string; children: ReactNode }) {
  const { pathname, search } = new URL(`http://site.invalid${url}`);
  const place: Place = {
    location: { pathname, search, hash: "", state: null, key: FIRST_KEY },
    type: "POP",
  };
  return (
    <Router place={place} go={() => undefined}>
      {children}
    </Router>
  );
}

/** What an entry of the history carries; other parts of the program add to it. */
interface Entry {
  readonly key?: string;
  /** Counts the steps since the browser loaded a page. */
  readonly index?: number;
  readonly state?: unknown;
}

/** How many steps the entry of the history that shows lies behind the page that the browser loaded. */
export const entryIndex = (): number => (history.state as Entry | null)?.index ?? 0;

/** Told of a step through the history before it is followed: whether the page stays as it is. */
type Holder = () => boolean;
let holder: Holder | null = null;

/** Lets somebody hold the page where it is; null for nobody. One at a time. */
export function holdSteps(next: Holder | null): void {
  holder = next;
}

function placeOf(type: NavigationType): Place {
  const { pathname, search, hash } = window.location;
  const { key = FIRST_KEY, state = null } = (history.state ?? {}) as Entry;
  return { location: { pathname, search, hash, state, key }, type };
}

/** Follows the address of the browser. A page that is still loading leaves the one before it in sight. */
export function BrowserRouter({ children }: { children: ReactNode }) {
  const [place, setPlace] = useState(() => placeOf("POP"));
  const go = useMemo<Go>(
    () =>
      (to, { replace = false, state = null } = {}) => {
        if (typeof to === "number") return history.go(to);
        const key = Math.random().toString(36).slice(2, 10);
        const entry: Entry = { key, state, index: entryIndex() + (replace ? 0 : 1) };
        const { href } = new URL(to, window.location.href);
        history[replace ? "replaceState" : "pushState"](entry, "", href);
        startTransition(() => setPlace(placeOf(replace ? "REPLACE" : "PUSH")));
      },
    [],
  );
  useLayoutEffect(() => {
    const follow = () => {
      if (!holder?.()) startTransition(() => setPlace(placeOf("POP")));
    };
    window.addEventListener("popstate", follow);
    return () => window.removeEventListener("popstate", follow);
  }, []);
  return (
    <Router place={place} go={go}>
      {children}
    </Router>
  );
}
