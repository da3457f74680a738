import type { ApolloClient } from "@apollo/client";
import { uploadFile } from "../../apollo/upload.ts";
import { graphql } from "../../gql/gql.ts";
import { SetVideoPosterDocument } from "../../gql/graphql.ts";
import { shrunk } from "./shrink.ts";

/** Longest edge of a poster, in pixels. */
const EDGE_PX = 1_280;
const QUALITY = 0.86;
/** Place of the frame: this part of the video, and at most so many seconds from its beginning. */
const PLACE = { part: 0.1, seconds: 1 };
/** Longest wait for a frame, in milliseconds: a video that the browser cannot read has no poster. */
const FRAME_MS = 10_000;

graphql(`
  mutation SetVideoPoster($attachmentId: ID!, $pictureId: ID!) {
    setVideoPoster(attachmentId: $attachmentId, pictureId: $pictureId) {
      id
      posterUrl
    }
  }
`);

/** Makes a picture the poster of a video. @returns its address @throws {Failure} like `uploadFile`, and of the mutation */
export async function setPoster(
  client: ApolloClient,
  attachmentId: string,
  picture: File,
): Promise<string | null> {
  const { id: pictureId } = await uploadFile(await shrunk(picture), "image");
  const variables = { attachmentId, pictureId };
  const { data } = await client.mutate({ mutation: SetVideoPosterDocument, variables });
  return data?.setVideoPoster.posterUrl ?? null;
}

/** Makes a frame of a video its poster. @returns its address; null if the browser cannot draw it or the server refuses */
export async function addFrame(
  client: ApolloClient,
  attachmentId: string,
  video: File,
): Promise<string | null> {
  try {
    const frame = await frameOf(video);
    return frame && (await setPoster(client, attachmentId, frame));
  } catch {
    // The video has arrived; its uploader may choose a picture.
    return null;
  }
}

/** Draws a frame near the beginning of a video; null if this browser cannot. */
async function frameOf(file: File): Promise<File | null> {
  const video = document.createElement("video");
  const address = URL.createObjectURL(file);
  try {
    await shown(video, address);
    const { videoWidth, videoHeight } = video;
    if (videoWidth === 0) return null;
    const scale = Math.min(1, EDGE_PX / Math.max(videoWidth, videoHeight));
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(videoWidth * scale));
    canvas.height = Math.max(1, Math.round(videoHeight * scale));
    canvas.getContext("2d")!.drawImage(video, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", QUALITY));
    return blob && new File([blob], "poster.jpg", { type: "image/jpeg" });
  } finally {
    video.removeAttribute("src");
    URL.revokeObjectURL(address);
  }
}

/** Opens a video at the place of its poster. @throws {Error} if it does not come */
function shown(video: HTMLVideoElement, address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("no frame")), FRAME_MS);
    const settle = (done: () => void) => () => {
      clearTimeout(timer);
      done();
    };
    video.muted = true;
    video.playsInline = true;
    video.preload = "auto";
    video.onloadeddata = () => {
      // A recording of a browser has no duration before its end.
      const length = Number.isFinite(video.duration) ? video.duration : 0;
      video.onseeked = settle(resolve);
      video.currentTime = Math.min(PLACE.seconds, length * PLACE.part);
    };
    video.onerror = settle(() => reject(new Error("no frame")));
    video.src = address;
  });
}
