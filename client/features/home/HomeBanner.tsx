import { type FragmentType, readFragment } from "../../gql/fragment-masking.ts";
import { graphql } from "../../gql/gql.ts";
import { useViewer } from "../../session/useViewer.ts";
import classes from "./HomeBanner.module.css";

const HomeBanner_site = graphql(`
  fragment HomeBanner_site on Site {
    headerLogo
    backgroundImage
  }
`);

/** The head of the home page as its owner wants it: a logo, or the name of the site, before a picture. */
export function HomeBanner({ pictures }: { pictures: FragmentType<typeof HomeBanner_site> }) {
  const { site } = useViewer();
  const { headerLogo, backgroundImage } = readFragment(HomeBanner_site, pictures);
  return (
    <div className={`card ${classes.banner}`} data-picture={backgroundImage ? "" : undefined}>
      {backgroundImage && (
        <img className={classes.picture} src={backgroundImage} alt="" fetchPriority="high" />
      )}
      <div className={classes.said}>
        <h1>{headerLogo ? <img className={classes.logo} src={headerLogo} alt={site.name} /> : site.name}</h1>
        {site.introduction !== site.name && <p>{site.introduction}</p>}
      </div>
    </div>
  );
}
