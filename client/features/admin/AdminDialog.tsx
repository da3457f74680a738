import "@mantine/core/styles/ModalBase.layer.css";
import "@mantine/core/styles/Modal.layer.css";
import "@mantine/core/styles/Overlay.layer.css";
import { Modal } from "@mantine/core";
import type { ReactNode } from "react";
import { commonTexts } from "../../i18n/common.texts.ts";
import { useTexts } from "../../i18n/texts.ts";
import classes from "./dialogs.module.css";

interface Props {
  title: string;
  onClose: () => void;
  children: ReactNode;
  size?: "sm" | "md" | "lg" | "xl";
}

/** A dialog over a page of the administration; only from modules that load when it opens. */
export function AdminDialog({ title, onClose, children, size = "md" }: Props) {
  const common = useTexts(commonTexts);
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={size}
      radius="lg"
      centered
      // Locking adds a style element without a nonce.
      lockScroll={false}
      // It heads the dialog, not the page.
      attributes={{ header: { role: "presentation" } }}
      closeButtonProps={{ "aria-label": common.close }}
      classNames={{ content: classes.content!, header: classes.header!, title: classes.title! }}
    >
      {children}
    </Modal>
  );
}
