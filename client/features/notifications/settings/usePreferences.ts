import { useLayoutEffect, useRef } from "react";
import { readFragment } from "../../../gql/fragment-masking.ts";
import { graphql } from "../../../gql/gql.ts";
import type {
  NotificationPreferencesInput,
  UsePreferences_PreferencesFragment,
} from "../../../gql/graphql.ts";
import { useSaveNotificationPreferencesMutation } from "../../../gql/hooks.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { act } from "../../../ui/act.ts";
import { useBrowserClient } from "../../../apollo/browserClient.ts";
import { notificationSettingsTexts } from "./notificationSettings.texts.ts";

/** Notification preferences as they are shown and saved. */
export const UsePreferences_preferences = graphql(`
  fragment UsePreferences_preferences on NotificationPreferences {
    rows {
      topic
      channels
    }
    availableChannels
    digest
    mutedUntil
    showText
  }
`);
graphql(`
  mutation SaveNotificationPreferences($input: NotificationPreferencesInput!) {
    saveNotificationPreferences(input: $input) {
      ...UsePreferences_preferences
    }
  }
`);

/** Time for which undo is offered, in milliseconds. */
export const UNDO_MS = 6_000;

/** Notification preferences of the viewer. */
export type Preferences = UsePreferences_PreferencesFragment;

/** A change as the server takes it, and as the page shows it until the server has answered. */
interface Change {
  input: NotificationPreferencesInput;
  /** Gives the preferences that differ then from those shown; several changes may be on their way. */
  shown: (known: Preferences) => Partial<Preferences>;
}

/**
 * Saves choices at once: the page shows them before the server has answered, puts them back if it refuses, and offers
 * to take them back.
 */
export function usePreferences(viewerId: string, preferences: Preferences) {
  const t = useTexts(notificationSettingsTexts);
  const client = useBrowserClient();
  const [save] = useSaveNotificationPreferencesMutation();

  // Several choices may come before the page is rendered again, and each builds on the one before.
  const current = useRef(preferences);
  useLayoutEffect(() => void (current.current = preferences), [preferences]);

  const show = (shown: Change["shown"]) => {
    current.current = { ...current.current, ...shown(current.current) };
    client.cache.modify({
      id: client.cache.identify({ __typename: "User", id: viewerId }),
      fields: { notificationPreferences: () => current.current as never },
    });
  };

  const latest = useRef(0);
  // One request at a time: two at once could be carried out in either order, so that the earlier choice would win.
  const lastSave = useRef<Promise<unknown>>(Promise.resolve());
  const saveInOrder = (input: NotificationPreferencesInput) => {
    const answer = lastSave.current.then(() => save({ variables: { input } }));
    lastSave.current = answer.catch(() => undefined);
    return answer;
  };
  // A refusal stays on the screen while the choices that were already waiting then are saved.
  const quietUntil = useRef(0);

  const run = async (change: Change, back: Change, isUndo = false) => {
    const { input, shown } = change;
    const mine = ++latest.current;
    await act(
      async () => {
        show(shown);
        const { data } = await saveInOrder(input);
        // An earlier answer does not know of a later change.
        if (data && mine === latest.current)
          show(() => readFragment(UsePreferences_preferences, data.saveNotificationPreferences));
      },
      {
        done: () => {
          if (mine <= quietUntil.current) return undefined;
          if (isUndo) return t.undone;
          const undo = { label: t.undo, run: () => void run(back, change, true) };
          return { type: "success", message: t.saved, durationMs: UNDO_MS, action: undo };
        },
        failed: () => {
          quietUntil.current = latest.current;
          show(back.shown);
          return undefined;
        },
      },
    );
  };

  return {
    choose: (topic: Preferences["rows"][number]["topic"], channel: Channel, isOn: boolean) => {
      const { rows } = current.current;
      const before = rows.find((row) => row.topic === topic)!;
      const others = before.channels.filter((known) => known !== channel);
      const after = { ...before, channels: isOn ? [...others, channel] : others };
      const changeTo = (row: typeof before): Change => ({
        input: { rows: [{ topic, channels: row.channels }] },
        shown: ({ rows }) => ({ rows: rows.map((each) => (each.topic === topic ? row : each)) }),
      });
      return run(changeTo(after), changeTo(before));
    },
    set: (change: Pick<Partial<Preferences>, "digest" | "mutedUntil" | "showText">) => {
      const names = Object.keys(change) as (keyof typeof change)[];
      const back = Object.fromEntries(names.map((name) => [name, current.current[name]])) as typeof change;
      return run({ input: change, shown: () => change }, { input: back, shown: () => back });
    },
  };
}

type Channel = Preferences["availableChannels"][number];
