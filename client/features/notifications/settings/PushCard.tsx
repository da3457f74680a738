import { useEffect, useState } from "react";
import { type FragmentType, readFragment } from "../../../gql/fragment-masking.ts";
import { graphql } from "../../../gql/gql.ts";
import type { PushCard_DeviceFragment } from "../../../gql/graphql.ts";
import {
  useRemovePushDeviceMutation,
  useSubscribePushMutation,
  useUnsubscribePushMutation,
} from "../../../gql/hooks.ts";
import { useTexts } from "../../../i18n/texts.ts";
import {
  forgetPushPlace,
  type PushAbility,
  pushAbility,
  pushPlace,
  subscribeToPush,
} from "../../../platform/push.ts";
import { useAct } from "../../../ui/act.ts";
import { Button } from "../../../ui/Button.tsx";
import { Time } from "../../../ui/Time.tsx";
import { deviceName } from "../../../platform/deviceName.ts";
import classes from "./NotificationSettings.module.css";
import { pushTexts } from "./push.texts.ts";

graphql(`
  mutation SubscribePush($input: PushSubscriptionInput!) {
    subscribePush(input: $input)
  }
`);
graphql(`
  mutation UnsubscribePush($endpoint: String!) {
    unsubscribePush(endpoint: $endpoint)
  }
`);
graphql(`
  mutation RemovePushDevice($id: ID!) {
    removePushDevice(id: $id)
  }
`);

/** A device that notifications are pushed to. */
export const PushCard_device = graphql(`
  fragment PushCard_device on PushDevice {
    id
    userAgent
    createdAt
    lastUsedAt
    isCurrent
  }
`);

interface Props {
  publicKey: string;
  devices: readonly FragmentType<typeof PushCard_device>[];
  /** Reads the devices anew. */
  onChanged: () => Promise<unknown>;
}

/** State of this browser; null until it has been looked at. */
type Here = { ability: PushAbility; hasPlace: boolean } | null;

/** Switch for notifications that are pushed to this browser, and the list of the others. */
export function PushCard({ publicKey, devices: masked, onChanged }: Props) {
  const devices = readFragment(PushCard_device, masked);
  const t = useTexts(pushTexts);
  const { here, isBusy, turnOn, turnOff, remove } = usePush(publicKey, onChanged);
  const isKnown = devices.some(({ isCurrent }) => isCurrent);
  const isOn = Boolean(here?.hasPlace) && isKnown;

  return (
    <section
      className={`card ${classes.card}`}
      id="notifications-push"
      aria-labelledby="notifications-push-title"
    >
      <div className={classes.head}>
        <div>
          <h2 id="notifications-push-title" className={classes.title}>
            {t.title}
          </h2>
          <p className={classes.hint} aria-live="polite">
            {here === null ? t.looking : here.ability !== "possible" ? t[here.ability] : isOn ? t.on : t.off}
          </p>
        </div>
        {here?.ability !== "blocked" && (
          <Button
            variant={isOn ? "default" : "primary"}
            loading={isBusy}
            disabled={here?.ability !== "possible"}
            onClick={() => void (isOn ? turnOff() : turnOn())}
          >
            {isOn ? t.turnOff : t.turnOn}
          </Button>
        )}
      </div>
      {devices.length > 0 && (
        <DeviceList
          devices={devices}
          isBusy={isBusy}
          onRemove={(id, isCurrent) => void remove(id, isCurrent)}
        />
      )}
    </section>
  );
}

/** Looks at this browser, turns pushing to it on and off, and removes devices. */
function usePush(publicKey: string, onChanged: () => Promise<unknown>) {
  const t = useTexts(pushTexts);
  const [here, setHere] = useState<Here>(null);
  const { act, isBusy } = useAct();
  const [subscribe] = useSubscribePushMutation();
  const [unsubscribe] = useUnsubscribePushMutation();
  const [removeDevice] = useRemovePushDeviceMutation();

  const look = async () => setHere({ ability: pushAbility(), hasPlace: (await pushPlace()) !== null });
  useEffect(() => {
    let isThere = true;
    void pushPlace()
      .catch(() => null)
      .then((place) => isThere && setHere({ ability: pushAbility(), hasPlace: place !== null }));
    return () => void (isThere = false);
  }, []);

  const run = async (work: () => Promise<string | undefined>) => {
    await act(work, {
      done: (words) => words,
      reread: onChanged,
      failed: (_failure, error) =>
        error instanceof DOMException ? { type: "error", message: t.failed } : undefined,
    });
    await look().catch(() => undefined);
  };
  const turnOn = () =>
    run(async () => {
      const place = await subscribeToPush(publicKey);
      if (!place) return undefined;
      await subscribe({ variables: { input: place } });
      return t.turnedOn;
    });
  const turnOff = () =>
    run(async () => {
      const place = await pushPlace();
      if (place) await unsubscribe({ variables: { endpoint: place.endpoint } });
      await forgetPushPlace();
      return t.turnedOff;
    });
  const remove = (id: string, isCurrent: boolean) =>
    run(async () => {
      await removeDevice({ variables: { id } });
      if (isCurrent) await forgetPushPlace();
      return t.removed;
    });

  return { here, isBusy, turnOn, turnOff, remove };
}

interface DeviceListProps {
  devices: readonly PushCard_DeviceFragment[];
  isBusy: boolean;
  onRemove: (id: string, isCurrent: boolean) => void;
}

function DeviceList({ devices, isBusy, onRemove }: DeviceListProps) {
  const t = useTexts(pushTexts);
  return (
    <ul className={classes.list} aria-label={t.devices}>
      {devices.map(({ id, userAgent, isCurrent, createdAt, lastUsedAt }) => {
        const name = deviceName(userAgent) ?? t.unknown;
        return (
          <li key={id} className={classes.item}>
            <div className={classes.grow}>
              <p className={classes.name}>
                {name}
                {isCurrent && <span className={classes.badge}>{t.here}</span>}
              </p>
              <p className={classes.hint}>
                {lastUsedAt ? t.lastUsed : t.since} <Time value={lastUsedAt ?? createdAt} />
              </p>
            </div>
            <Button
              size="sm"
              aria-label={t.removeOf(name)}
              disabled={isBusy}
              onClick={() => onRemove(id, isCurrent)}
            >
              {t.remove}
            </Button>
          </li>
        );
      })}
    </ul>
  );
}
