/** Messages that a frame may send; everything else is a fault. */
export type FrameMessage =
  | { readonly type: "ready" }
  | { readonly type: "pong" }
  | { readonly type: "height"; readonly height: number }
  | { readonly type: "fault"; readonly message: string; readonly stack: string }
  | { readonly type: "navigate"; readonly path: string };

/** Highest frame, in CSS pixels. */
export const FRAME_HEIGHT_MAX = 1_200;
const MESSAGE_MAX = 300;
const STACK_MAX = 2_000;
const PATH_MAX = 500;
/** A path of this site: no other host, no scheme, nothing that browsers read as such. */
const PATH = /^\/(?![/\\])[^\\\s]*$/;

/** Reads a message of a frame. @returns null for what is none */
export function readFrameMessage(data: unknown): FrameMessage | null {
  if (typeof data !== "object" || data === null) return null;
  const { type, height, message, stack, path } = data as Record<string, unknown>;
  if (type === "ready" || type === "pong") return { type };
  if (type === "height" && typeof height === "number" && height >= 0)
    return { type, height: Math.min(FRAME_HEIGHT_MAX, Math.ceil(height)) };
  if (type === "fault" && typeof message === "string" && typeof stack === "string")
    return { type, message: message.slice(0, MESSAGE_MAX), stack: stack.slice(0, STACK_MAX) };
  if (type === "navigate" && typeof path === "string" && path.length <= PATH_MAX && PATH.test(path))
    return { type, path };
  return null;
}
