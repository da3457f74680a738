/**
 * Ability of this browser to get notifications that the server pushes: `insecure` pages have no workers, `install` is for
 * iPhones, which push to installed pages alone, `blocked` for a member who has said no in the browser.
 */
export type PushAbility = "insecure" | "install" | "unsupported" | "blocked" | "possible";

/** Address and keys with which the server reaches this browser. */
export interface PushPlace {
  endpoint: string;
  p256dh: string;
  auth: string;
}

const WORKER = "/sw.js";
const APPLE_PHONE = /iPhone|iPad/;

/** Gives the ability of this browser now. */
export function pushAbility(): PushAbility {
  if (!window.isSecureContext) return "insecure";
  if (!("serviceWorker" in navigator) || !("PushManager" in window) || !("Notification" in window))
    return APPLE_PHONE.test(navigator.userAgent) ? "install" : "unsupported";
  return Notification.permission === "denied" ? "blocked" : "possible";
}

async function currentSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker?.getRegistration();
  return (await registration?.pushManager?.getSubscription()) ?? null;
}

/** Gives the address of this browser; null if the server does not reach it. */
export async function pushPlace(): Promise<PushPlace | null> {
  if (pushAbility() !== "possible" || Notification.permission !== "granted") return null;
  const subscription = await currentSubscription();
  return subscription && placeOf(subscription);
}

/**
 * Asks the member and subscribes at the browser's push service.
 * @returns null if the member says no
 * @throws {Error} if the push service is not reached
 */
export async function subscribeToPush(publicKey: string): Promise<PushPlace | null> {
  if ((await Notification.requestPermission()) !== "granted") return null;
  await navigator.serviceWorker.register(WORKER);
  const { pushManager } = await navigator.serviceWorker.ready;
  // One for another key would be refused by its push service.
  await (await pushManager.getSubscription())?.unsubscribe();
  return placeOf(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey }));
}

/** Makes this browser's place worthless: whoever signs in here next is not told what is of somebody else. */
export async function forgetPushPlace(): Promise<void> {
  try {
    await (await currentSubscription())?.unsubscribe();
  } catch {
    // The server forgets the place together with the session.
  }
}

function placeOf(subscription: PushSubscription): PushPlace {
  const { keys } = subscription.toJSON();
  return { endpoint: subscription.endpoint, p256dh: keys!.p256dh!, auth: keys!.auth! };
}
