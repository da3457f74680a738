import "@mantine/core/styles/Input.layer.css";
import "@mantine/core/styles/ActionIcon.layer.css";
import "@mantine/core/styles/ColorSwatch.layer.css";
import "@mantine/core/styles/ColorPicker.layer.css";
import "@mantine/core/styles/ColorInput.layer.css";
import { ColorInput } from "@mantine/core";
import { useTexts } from "../i18n/texts.ts";
import { colorFieldTexts } from "./colorField.texts.ts";
import { useTyped } from "./useTyped.ts";

interface Props {
  label: string;
  hint: string;
  /** CSS colour, or empty. */
  value: string;
  error: string | null;
  onValue: (value: string) => void;
  /** The palette that is offered. */
  swatches?: string[];
}

/** An example of what may be typed. */
const EXAMPLE = "#3d50d6";
/** Colours that are told apart on light and dark ground. */
const SWATCHES = ["#3d50d6", "#1c7ed6", "#0c8599", "#2b8a3e", "#d9480f", "#c22f3b", "#9c36b5"];

/** A colour, typed as CSS or chosen from a palette of Mantine's. */
export function ColorField({ label, hint, value, error, onValue, swatches = SWATCHES }: Props) {
  const t = useTexts(colorFieldTexts);
  const typed = useTyped<HTMLInputElement>(value, (control) => onValue(control.value));
  return (
    <ColorInput
      ref={typed}
      label={label}
      description={hint}
      inputWrapperOrder={["label", "input", "error", "description"]}
      value={value}
      onChange={onValue}
      error={error}
      placeholder={EXAMPLE}
      swatches={swatches}
      // The names of CSS are colours as well.
      fixOnBlur={false}
      attributes={{ saturation: { title: t.saturation }, slider: { title: t.hue } }}
      eyeDropperButtonProps={{ "aria-label": t.palette }}
      // Within the dialog, which keeps the focus.
      popoverProps={{ withinPortal: false }}
    />
  );
}
