import { storePage } from "../previews/stored.ts";
import { publish } from "../threads/content.ts";
import type { Scene, Values } from "./effectScene.ts";
import type { Row, Rows } from "./effectsOnSite.ts";

/** Settings of cards in the place of links. */

const TUBE = "Tube | https://www.bilibili.com/* | https://tube.example.org/oembed";

let videos = 0;
/** A page with a video, in a thread: whether its card is there, and whether it plays. */
function card(
  scene: Scene,
  values: Row["values"],
  given: Values,
  seen: Row["seen"],
  facts: Parameters<typeof storePage>[2] = {},
): Row {
  const url = `https://www.bilibili.com/video/av${++videos}`;
  let id: Promise<string> | undefined;
  const write = async (): Promise<string> => {
    await storePage(scene.forum, url, facts);
    return (await publish(scene.member, { categoryId: scene.categoryId, title: "T", body: url })).id;
  };
  return {
    values,
    given,
    look: async () => {
      const document = `query ($id: ID!) { thread(id: $id) { linkPreviews { embed { kind } } } }`;
      const { thread } = await scene.member.graphql(document, { id: await (id ??= write()) });
      const [preview] = thread.linkPreviews;
      return preview ? (preview.embed?.kind ?? "card") : "link";
    },
    seen,
  };
}

/** Rows of settings of cards. */
export const LINK_ROWS: Rows = {
  link_previews: (scene) => card(scene, ["1", "0"], {}, ["BILIBILI", "link"]),
  link_preview_players: (scene) =>
    card(scene, ["https://player.bilibili.com", "https://player.vimeo.com"], { link_previews: "1" }, [
      "BILIBILI",
      "card",
    ]),
  link_preview_providers: (scene) =>
    card(
      scene,
      [TUBE, ""],
      { link_previews: "1", link_preview_players: "https://play.example.org" },
      ["OTHER", "card"],
      { playerUrl: "https://play.example.org/1" },
    ),
  link_preview_blocked: (scene) =>
    card(scene, ["https://example.org", "https://bilibili.com"], { link_previews: "1" }, [
      "BILIBILI",
      "link",
    ]),
};
