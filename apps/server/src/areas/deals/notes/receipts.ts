import type { AttachmentReceipt, FieldError } from "@trilho/contract";
import type { HeldAttachment } from "./port.ts";

/** What is wrong with the receipts that a note repeats, given what is kept under their keys. */
export function receiptProblems(receipts: readonly AttachmentReceipt[], held: readonly HeldAttachment[]): FieldError[] {
  const byKey = new Map(held.map((file) => [file.key, file]));
  const seen = new Set<string>();
  return receipts.flatMap((receipt, index) => {
    const message = problemOf(receipt, byKey.get(receipt.key), seen.has(receipt.key));
    seen.add(receipt.key);
    return message === null ? [] : [{ field: `attachments[${index}]`, message }];
  });
}

function problemOf(receipt: AttachmentReceipt, file: HeldAttachment | undefined, isRepeated: boolean): string | null {
  if (file === undefined || !isReceiptOf(receipt, file)) {
    return "is not the receipt of a file that was uploaded for a note of this deal";
  }
  if (isRepeated) return "is given more than once";
  return file.noteId === null ? null : "is the receipt of a file that another note has";
}

const isReceiptOf = (receipt: AttachmentReceipt, file: HeldAttachment): boolean =>
  receipt.name === file.name && receipt.size === file.size && receipt.mimeType === file.mimeType;
