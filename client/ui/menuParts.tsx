import type { ReactNode } from "react";
import type { MenuItem } from "./ActionMenu.tsx";
import {
  IconArrowBackUp,
  IconCheck,
  IconEdit,
  IconEyeOff,
  IconFlag,
  IconLink,
  IconNote,
  IconPin,
  IconPinnedOff,
  IconStar,
  IconTrash,
} from "./icons.tsx";

const PX = 16;

/** Icons of what menus of threads and replies offer. */
export const ICONS = {
  link: <IconLink size={PX} />,
  edit: <IconEdit size={PX} />,
  report: <IconFlag size={PX} />,
  approve: <IconCheck size={PX} />,
  hide: <IconEyeOff size={PX} />,
  restore: <IconArrowBackUp size={PX} />,
  delete: <IconTrash size={PX} />,
  stick: <IconPin size={PX} />,
  unstick: <IconPinnedOff size={PX} />,
  bookmark: <IconNote size={PX} />,
  essence: <IconStar size={PX} />,
} as const satisfies Record<string, ReactNode>;

/** A line of a menu that may be left out. */
export type OfferedItem = MenuItem & { readonly isOffered?: boolean };

/** Gives the items that are offered, which is all that do not say otherwise. */
export function offered(items: readonly OfferedItem[]): MenuItem[] {
  return items.filter(({ isOffered = true }) => isOffered).map(({ isOffered: _, ...item }) => item);
}

/** Puts items under a heading. */
export function inSection(section: string, items: readonly MenuItem[]): MenuItem[] {
  return items.map((item, index) => (index === 0 ? { ...item, section } : item));
}
