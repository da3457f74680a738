import "@mantine/core/styles/ModalBase.layer.css";
import "@mantine/core/styles/Modal.layer.css";
import "@mantine/core/styles/Drawer.layer.css";
import "@mantine/core/styles/Overlay.layer.css";
import { Drawer, Modal } from "@mantine/core";
import type { ReactNode } from "react";
import { usePage } from "../platform/page.ts";
import { MantineScope } from "./MantineScope.tsx";
import classes from "./Sheet.module.css";
import { useOpenerFocus } from "./useOpenerFocus.ts";

/** Widths by name, in CSS pixels. */
const SIZES = { small: 420, medium: 620, large: 760 };

interface Props {
  title: string;
  size?: keyof typeof SIZES;
  /** Content between title and cross. */
  actions?: ReactNode;
  /** Runs when the cross, Escape or a click beside it closes it; it goes with the part of the page that holds it. */
  onClose(): void;
  children: ReactNode;
}

/**
 * The one dialog, with a title and a cross: Mantine's Modal on a desk, its Drawer at the bottom of phones. The focus goes to
 * what has `data-autofocus`, else to the first thing that can hold it, and returns afterwards.
 */
export function Sheet(props: Props) {
  useOpenerFocus();
  return (
    <MantineScope>
      <Frame {...props} />
    </MantineScope>
  );
}

function Frame({ title, size = "small", actions, onClose, children }: Props) {
  const { platform } = usePage();
  if (platform === "h5") {
    return (
      <Drawer.Root
        opened
        onClose={onClose}
        position="bottom"
        size="auto"
        classNames={{ content: classes.drawer }}
      >
        <Drawer.Overlay />
        <Drawer.Content>
          <Drawer.Header>
            <Drawer.Title>{title}</Drawer.Title>
            {actions}
            <Drawer.CloseButton />
          </Drawer.Header>
          <Drawer.Body>{children}</Drawer.Body>
        </Drawer.Content>
      </Drawer.Root>
    );
  }
  return (
    <Modal.Root opened onClose={onClose} centered size={SIZES[size]}>
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Header>
          <Modal.Title>{title}</Modal.Title>
          {actions}
          <Modal.CloseButton />
        </Modal.Header>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
