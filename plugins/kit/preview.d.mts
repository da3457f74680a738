export function openPreview(
  folder: string,
  port?: number,
): Promise<{ readonly url: string; close(): Promise<void> }>;
