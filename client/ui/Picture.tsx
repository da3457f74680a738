import type { ComponentPropsWithoutRef } from "react";
import { type ImageLevel, imageSources, imageUrl } from "../platform/imageQuality.ts";

interface Props extends Omit<ComponentPropsWithoutRef<"img">, "src" | "srcSet"> {
  src: string;
  level: ImageLevel;
  alt: string;
}

/** A picture in the quality that the screen deserves (spec §9); the browser chooses it before any script runs. */
export function Picture({ src, level, alt, ...rest }: Props) {
  return (
    <picture>
      {imageSources(src, level).map((source) => (
        <source key={source.media} {...source} />
      ))}
      <img {...rest} alt={alt} src={imageUrl(src, level, "low")} />
    </picture>
  );
}
