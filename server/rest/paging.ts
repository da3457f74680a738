import type { LegacyPage } from "../core/rest.ts";

/** A page as legacy clients read it (legacy-facts 1.4): its neighbours' addresses are the request's with another page. */
export function withAddresses(
  { pageData, request, pageLength, totalCount, more }: LegacyPage,
  publicUrl: string,
  { path, search }: { readonly path: string; readonly search: string },
): object {
  const { page, perPage } = request;
  const at = (number: number): string => {
    const query = new URLSearchParams(search);
    query.set("page", String(number));
    return decoded(`${publicUrl}${path}?${query.toString()}`);
  };
  return {
    ...more,
    pageData,
    currentPage: page,
    perPage,
    firstPageUrl: at(1),
    nextPageUrl: at(page + 1),
    prePageUrl: at(Math.max(1, page - 1)),
    pageLength,
    totalCount,
    totalPage: Math.ceil(totalCount / perPage),
  };
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}
