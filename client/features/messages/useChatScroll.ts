import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";

/** So near to the end somebody follows what is written, in CSS pixels. */
export const NEAR_PX = 120;

/** Range of messages that a chat shows. */
interface Shown {
  /** The earliest message; undefined while there is none. */
  first: string | undefined;
  /** Changes with whatever stands at the end. */
  last: string;
}

/**
 * Keeps a chat where somebody reads: at the end, whatever grows there, as long as they have not scrolled away from it;
 * where they were when earlier messages come above.
 */
export function useChatScroll({ first, last }: Shown) {
  const list = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const [isAway, setAway] = useState(false);
  /** The same for those who cannot wait for the next render. */
  const away = useRef(false);
  const height = useRef(0);
  const earliest = useRef(first);

  const follow = useCallback((isFollowing: boolean) => {
    away.current = !isFollowing;
    setAway(!isFollowing);
  }, []);
  const toEnd = useCallback(() => {
    follow(true);
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [follow]);

  useLayoutEffect(() => {
    const box = list.current;
    if (!box) return;
    const isEarlier = earliest.current !== undefined && Number(first) < Number(earliest.current);
    if (!away.current) box.scrollTop = box.scrollHeight;
    else if (isEarlier) box.scrollTop += box.scrollHeight - height.current;
    // The button for earlier messages is gone with the first of them.
    if (isEarlier && document.activeElement === document.body) box.focus({ preventScroll: true });
    height.current = box.scrollHeight;
    earliest.current = first;
  }, [first, last]);

  // Pictures, failures, and the field below change what fits.
  useEffect(() => {
    const watcher = new ResizeObserver(() => {
      const box = list.current;
      if (!box) return;
      if (!away.current) box.scrollTop = box.scrollHeight;
      height.current = box.scrollHeight;
    });
    if (list.current) watcher.observe(list.current);
    if (content.current) watcher.observe(content.current);
    return () => watcher.disconnect();
  }, []);

  const onScroll = () => {
    const { scrollTop, scrollHeight, clientHeight } = list.current!;
    // Something has just grown: that was no scrolling, and whoever watches the sizes hears of it.
    if (scrollHeight !== height.current) return;
    const isNear = scrollHeight - scrollTop - clientHeight <= NEAR_PX;
    if (isNear === away.current) follow(isNear);
  };
  return { list, content, onScroll, isAway, toEnd };
}
