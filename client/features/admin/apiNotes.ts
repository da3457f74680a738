import { useSyncExternalStore } from "react";
import { store, stored, unstore } from "../../platform/storage.ts";

/** Kept only while the notes are shown. */
const KEY = "api_notes";
const watchers = new Set<() => void>();

function subscribe(watch: () => void): () => void {
  watchers.add(watch);
  return () => watchers.delete(watch);
}

/** Tells if this administrator wants to read below each page which operation does its work; no page of the server says it. */
export function useApiNotes(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => stored<boolean>(KEY) === true,
    () => false,
  );
}

/** Shows the notes in this browser from now on, or no longer. */
export function showApiNotes(isOn: boolean): void {
  if (isOn) store(KEY, true);
  else unstore(KEY);
  for (const watch of watchers) watch();
}
