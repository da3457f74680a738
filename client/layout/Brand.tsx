import { useViewer } from "../session/useViewer.ts";
import classes from "./Brand.module.css";
import { Link } from "../ui/Link.tsx";

/** Logo and name of the site; leads home. The forum has a mark of its own for sites without a logo. */
export function Brand() {
  const { site } = useViewer();
  return (
    <Link to="/" className={classes.brand} aria-label={site.name}>
      {site.logo ? (
        <img className={classes.logo} src={site.logo} alt="" height={32} />
      ) : (
        <svg className={classes.mark} viewBox="0 0 32 32" width="30" height="30" aria-hidden="true">
          <path d="M9 3h14a6 6 0 0 1 6 6v9a6 6 0 0 1-6 6h-6.5L9.6 28.6A1 1 0 0 1 8 27.800V24a6 6 0 0 1-5-6V9a6 6 0 0 1 6-6Z" />
          <path className={classes.lines} d="M10 11h12M10 16.500h8" />
        </svg>
      )}
      <span className={classes.name}>{site.name}</span>
    </Link>
  );
}
