import { skipToken } from "../../apollo/bind.ts";
import { graphql } from "../../gql/gql.ts";
import type { AccentPreviewQuery } from "../../gql/graphql.ts";
import { useAccentPreviewQuery } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { Button } from "../../ui/Button.tsx";
import { ColorField } from "../../ui/ColorField.tsx";
import classes from "./Launch.module.css";
import { launchTexts } from "./launch.texts.ts";

graphql(`
  query AccentPreview($color: String!) {
    accentPreview(color: $color) {
      isLegible
      contrast
      nearest
      light {
        accent
        hover
        text
        soft
      }
      dark {
        accent
        hover
        text
        soft
      }
    }
  }
`);

/** Colour of a forum whose owner has chosen none. */
const DEFAULT_ACCENT = "#3d50d6";
const HEX = /^#[0-9a-f]{6}$/i;

/** Both themes in a colour, as the server makes them. */
export type AccentPreview = AccentPreviewQuery["accentPreview"];

/** Asks for both themes in a colour; undefined until the answer is there, and for what is no colour. */
export function useAccentPreview(color: string): AccentPreview | undefined {
  const asked = color === "" ? DEFAULT_ACCENT : color;
  const { data, previousData } = useAccentPreviewQuery(
    HEX.test(asked) ? { variables: { color: asked } } : skipToken,
  );
  return (data ?? previousData)?.accentPreview;
}

interface Props {
  value: string;
  preview: AccentPreview | undefined;
  onValue: (value: string) => void;
}

/** The accent colour: any that white text can be read on; for another the nearest one is offered. */
export function AccentField({ value, preview, onValue }: Props) {
  const t = useTexts(launchTexts);
  const isColor = value === "" || HEX.test(value);
  const isPale = isColor && value !== "" && preview !== undefined && !preview.isLegible;
  const error = !isColor ? t.notAColor : isPale ? t.tooPale(preview.contrast.toFixed(1)) : null;
  return (
    <div className={classes.accent}>
      <ColorField label={t.accent} hint={t.accentHint} value={value} error={error} onValue={onValue} />
      {isPale && (
        <Button
          size="sm"
          icon={<span className={classes.swatch} style={{ background: preview.nearest }} />}
          onClick={() => onValue(preview.nearest)}
        >
          {t.takeNear(preview.nearest)}
        </Button>
      )}
    </div>
  );
}
