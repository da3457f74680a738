/** A file that was uploaded for a text. */
export interface AttachedFile {
  id: string;
  url: string;
  fileName: string;
  fileSize: number;
  isImage: boolean;
}
