/** Lists the cards of links that the page shows, each address once. */
export function linkCards(): { readonly url: string; readonly title: string }[] {
  const cards = new Map<string, string>();
  for (const link of document.querySelectorAll<HTMLAnchorElement>(".link-card > a"))
    cards.set(link.href, link.querySelector(".link-title")?.textContent ?? "");
  return [...cards].map(([url, title]) => ({ url, title }));
}
