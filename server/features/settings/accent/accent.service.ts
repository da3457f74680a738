import type { Context } from "../../../core/context.ts";
import { invalid } from "../../../core/errors.ts";
import { allow, mustBeAdmin } from "../../../core/viewer.ts";
import { darkAccent, isLegibleAccent, lightAccent, nearestAccent } from "./accent.ts";
import type { AccentPreview } from "./accent.view.ts";
import { contrast, readColor } from "./colors.ts";

const KEY = "site_accent";

/** @throws {DomainError} INVALID_PARAMETER unless it is a colour */
function mustBeColor(color: string): void {
  if (!readColor(color)) throw invalid(KEY, "颜色请写成 #3d50d6 这样", "Write the colour like #3d50d6.");
}

/**
 * Shows what an accent colour would make of both themes.
 * @throws {DomainError} FORBIDDEN for all but administrators, INVALID_PARAMETER for what is no colour.
 */
export function previewAccent(ctx: Context, color: string): AccentPreview {
  allow(mustBeAdmin(ctx.viewer));
  mustBeColor(color);
  const nearest = nearestAccent(color.toLowerCase());
  return {
    isLegible: isLegibleAccent(color),
    contrast: Math.round(contrast(color, "#ffffff") * 100) / 100,
    nearest,
    light: lightAccent(nearest),
    dark: darkAccent(nearest),
  };
}

/**
 * Refuses colours that white text cannot be read on, naming the nearest one; empty takes the colour away.
 * @throws {DomainError} INVALID_PARAMETER
 */
export function checkAccent(color: string): void {
  if (color === "") return;
  mustBeColor(color);
  if (isLegibleAccent(color)) return;
  const near = nearestAccent(color);
  throw invalid(
    KEY,
    `这个颜色上的白字看不清，可以换成相近的 ${near}`,
    `White text cannot be read on this colour; ${near} is near to it and can be.`,
  );
}
