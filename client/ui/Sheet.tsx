import "@mantine/core/styles/ModalBase.layer.css";
import "@mantine/core/styles/Modal.layer.css";
import "@mantine/core/styles/Drawer.layer.css";
import "@mantine/core/styles/Overlay.layer.css";
import { Drawer, Modal } from "@mantine/core";
import { type ReactNode, type RefObject, useImperativeHandle } from "react";
import { commonTexts } from "../i18n/common.texts.ts";
import { useTexts } from "../i18n/texts.ts";
import { usePage } from "../platform/page.ts";
import { MantineScope } from "./MantineScope.tsx";
import classes from "./Sheet.module.css";
import { useOpenerFocus } from "./useOpenerFocus.ts";

/** Widths by name, in CSS pixels. */
const SIZES = { small: 420, medium: 520, large: 760 };

/** Closes a sheet from within, as Escape does. */
export interface SheetHandle {
  close(): void;
}

interface Props {
  ref: RefObject<SheetHandle | null>;
  title: string;
  size?: keyof typeof SIZES;
  /** Content between title and cross. */
  actions?: ReactNode;
  /** Runs when it is closed, however that comes about; it goes with the part of the page that holds it. */
  onClose(): void;
  children: ReactNode;
}

/**
 * A dialog with a title and a cross: Mantine's Modal on a desk, its Drawer at the bottom of phones. Escape, the cross and a
 * click beside it close it; the focus goes to what has `data-autofocus`, else to the first thing that can hold it, and
 * returns afterwards.
 */
export function Sheet(props: Props) {
  const { ref, onClose } = props;
  useImperativeHandle(ref, () => ({ close: onClose }), [onClose]);
  useOpenerFocus();
  return (
    <MantineScope>
      <Frame {...props} />
    </MantineScope>
  );
}

const OPEN = { opened: true, lockScroll: false, transitionProps: { duration: 0 } };
const LOOKS = { overlay: classes.veil, header: classes.head, title: classes.title, body: classes.body };
const ICON_PX = 20;

function Frame({ title, size = "small", actions, onClose, children }: Props) {
  const t = useTexts(commonTexts);
  const { platform } = usePage();
  const cross = { className: classes.close, iconSize: ICON_PX, "aria-label": t.close };
  if (platform === "h5") {
    const looks = { ...LOOKS, content: `${classes.sheet} ${classes.drawer}` };
    return (
      <Drawer.Root {...OPEN} position="bottom" size="auto" onClose={onClose} classNames={looks}>
        <Drawer.Overlay />
        <Drawer.Content>
          <Drawer.Header>
            <Drawer.Title>{title}</Drawer.Title>
            {actions}
            <Drawer.CloseButton {...cross} />
          </Drawer.Header>
          <Drawer.Body>{children}</Drawer.Body>
        </Drawer.Content>
      </Drawer.Root>
    );
  }
  const looks = { ...LOOKS, content: classes.sheet };
  return (
    <Modal.Root {...OPEN} centered size={SIZES[size]} onClose={onClose} classNames={looks}>
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Header>
          <Modal.Title>{title}</Modal.Title>
          {actions}
          <Modal.CloseButton {...cross} />
        </Modal.Header>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
