type Act = (...values: never[]) => void;

/** Actions that can be asked for at once and are carried out by code that is loaded later. */
export interface LateActions<A> {
  /** The same object as long as the page stands. */
  readonly actions: A;
  /** Gives the code that carries them out, and with it what was asked for meanwhile; null takes it away. */
  serve(target: A | null): void;
  /** Called when something is asked for that nobody carries out yet. */
  onWanted: () => void;
}

/** Makes actions by their names; see `LateActions`. */
export function lateActions<A extends Record<keyof A, Act>>(names: readonly (keyof A)[]): LateActions<A> {
  let target: A | null = null;
  let waiting: (() => void)[] = [];
  const call =
    (name: keyof A) =>
    (...values: never[]): void => {
      if (target) return target[name](...values);
      waiting.push(() => target?.[name](...values));
      late.onWanted();
    };
  const late: LateActions<A> = {
    actions: Object.fromEntries(names.map((name) => [name, call(name)])) as A,
    serve(next) {
      target = next;
      if (!next) return;
      const now = waiting;
      waiting = [];
      for (const act of now) act();
    },
    onWanted: () => undefined,
  };
  return late;
}
