import type { HomePageQuery } from "../../gql/graphql.ts";
import { useViewer } from "../../session/useViewer.ts";
import classes from "./HomeBanner.module.css";

/** The head of the home page as its owner wants it: a logo, or the name of the site, before a picture. */
export function HomeBanner({ pictures }: { pictures: HomePageQuery["site"] }) {
  const { site } = useViewer();
  const { headerLogo, backgroundImage } = pictures;
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
