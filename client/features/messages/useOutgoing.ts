import { useRef, useState } from "react";
import { errorOf } from "../../apollo/errors.ts";
import { uploadFile } from "../../apollo/upload.ts";
import { uniqueKey } from "../../platform/uniqueKey.ts";

/** A message that is on its way, or has not arrived. */
export interface Outgoing {
  /** Names its attempts, so that trying again never sends twice. */
  key: string;
  body: string;
  file: File | null;
  /** Address of the picture as it is shown until the server has it. */
  preview: string | null;
  /** The picture once it is uploaded. */
  attachmentId?: string;
  failure: string | null;
}

/** Content of a message as the mutations of chats take it. */
export interface MessageContent {
  body: string;
  attachmentId: string | undefined;
}

/** Runs the mutation that sends a message to one chat. */
export type SendMessage = (content: MessageContent, context: { draftKey: string }) => Promise<unknown>;

/**
 * Sends messages to a chat one after the other, and keeps those that did not arrive for another attempt.
 * @param look reads what has arrived
 */
export function useOutgoing(sendMessage: SendMessage, look: () => Promise<void>) {
  const [outgoing, setOutgoing] = useState<readonly Outgoing[]>([]);

  const change = (key: string, values: Partial<Outgoing>) =>
    setOutgoing((all) => all.map((each) => (each.key === key ? { ...each, ...values } : each)));

  async function deliver(message: Outgoing): Promise<void> {
    try {
      let { attachmentId } = message;
      if (message.file && !attachmentId) {
        attachmentId = (await uploadFile(message.file, "image")).id;
        change(message.key, { attachmentId });
      }
      await sendMessage({ body: message.body, attachmentId }, { draftKey: `message:${message.key}` });
      await look();
      forget(message);
    } catch (error) {
      change(message.key, { failure: errorOf(error).message });
    }
  }

  const forget = ({ key, preview }: Outgoing) => {
    if (preview) URL.revokeObjectURL(preview);
    setOutgoing((all) => all.filter((each) => each.key !== key));
  };

  // Messages leave in the order in which they were written.
  const queue = useRef<Promise<void>>(Promise.resolve());
  const enqueue = (message: Outgoing) => {
    queue.current = queue.current.then(() => deliver(message));
  };

  return {
    outgoing,
    send(body: string, file: File | null) {
      const preview = file && URL.createObjectURL(file);
      const message: Outgoing = { key: uniqueKey(), body, file, preview, failure: null };
      setOutgoing((all) => [...all, message]);
      enqueue(message);
    },
    again(message: Outgoing) {
      change(message.key, { failure: null });
      enqueue({ ...message, failure: null });
    },
    forget,
  };
}
