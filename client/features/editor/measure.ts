import type { VideoSize } from "../../apollo/upload.ts";

/** Longest wait for the header of a video, in milliseconds: one that the browser cannot read is sent without its size. */
const MEASURE_MS = 5_000;

/** Kinds of files that browsers play. */
export type MediaKind = "video" | "audio";

/** Kind of a file that browsers play; null for all others. */
export function mediaKindOf({ type }: Pick<File, "type">): MediaKind | null {
  if (type.startsWith("video/")) return "video";
  return type.startsWith("audio/") ? "audio" : null;
}

/** Reads the size of a video from its header; null if this browser cannot. */
export function sizeOfVideo(file: File): Promise<VideoSize | null> {
  const video = document.createElement("video");
  const address = URL.createObjectURL(file);
  return new Promise<VideoSize | null>((resolve) => {
    const timer = setTimeout(() => resolve(null), MEASURE_MS);
    const done = (size: VideoSize | null) => {
      clearTimeout(timer);
      resolve(size);
    };
    video.preload = "metadata";
    video.onloadedmetadata = () =>
      done(video.videoWidth > 0 ? { width: video.videoWidth, height: video.videoHeight } : null);
    video.onerror = () => done(null);
    video.src = address;
  }).finally(() => {
    video.removeAttribute("src");
    URL.revokeObjectURL(address);
  });
}
