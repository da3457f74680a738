import { Frame } from "../layout/Frame.tsx";
import { PageHead } from "../layout/PageHead.tsx";
import { definePage } from "../page.ts";
import { FieldSamples } from "./FieldSamples.tsx";
import classes from "./GalleryPage.module.css";
import { MarkSamples } from "./MarkSamples.tsx";
import { OpeningSamples } from "./OpeningSamples.tsx";

/** Every widget of client/ui in every state. Only in development. */
function GalleryPage() {
  return (
    <Frame>
      <PageHead title="Gallery" />
      <h1 className={classes.title}>Gallery</h1>
      <div className={classes.shelves}>
        <MarkSamples />
        <FieldSamples />
        <OpeningSamples />
      </div>
    </Frame>
  );
}

/** `/dev/gallery`, as a page. */
export const galleryPage = definePage({ Component: GalleryPage });
