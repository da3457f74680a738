/** Names a place together with what it shows: the same on the server and in the browser. */
export function slotKey(place: string, data: object): string {
  const { threadData, postData, hitData, renderData, path } = data as SlotData;
  return `${place}${path ?? ""}#${(threadData ?? postData ?? hitData ?? renderData)?.id ?? ""}`;
}

interface SlotData {
  readonly threadData?: { readonly id: string };
  readonly postData?: { readonly id?: string };
  readonly hitData?: { readonly id: string };
  readonly renderData?: { readonly id?: string };
  readonly path?: string;
}
