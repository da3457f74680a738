/** A file that was uploaded for a text. */
export interface AttachedFile {
  id: string;
  url: string;
  fileName: string;
  fileSize: number;
  isImage: boolean;
  mimeType?: string;
  /** Picture of a video before it plays. */
  posterUrl?: string | null;
}

/** Adds a file to a list, or puts it in the place of what the list has of it. */
export function withFile(files: readonly AttachedFile[], file: AttachedFile): AttachedFile[] {
  return files.some(({ id }) => id === file.id)
    ? files.map((each) => (each.id === file.id ? file : each))
    : [...files, file];
}
