/** A file that was uploaded for a text. */
export interface AttachedFile {
  id: string;
  url: string;
  fileName: string;
  fileSize: number;
  isImage: boolean;
  /** True for a video of the viewer, who alone may give it a poster. */
  takesPoster?: boolean;
  /** Picture of a video before it plays. */
  posterUrl?: string | null;
}

/** True for the media type of a video. */
export const isVideo = (mimeType: string): boolean => mimeType.startsWith("video/");

/** Replaces a file of a list by its new state; one that is not there any more stays away. */
export function withFile(files: readonly AttachedFile[], file: AttachedFile): AttachedFile[] {
  return files.map((each) => (each.id === file.id ? file : each));
}
