import { memo } from "react";
import styles from "./words.module.css";

/** As `readableText` marks them. */
const VARIABLE = /‹([^‹›]+)›/;

/** A readable text where it is seen: each variable in it is a chip with its name. */
export const Words = memo(function Words({ text }: { text: string }) {
  if (!text.includes("‹")) return text;
  // A split by a group puts what it found in every second place.
  return text.split(VARIABLE).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- pieces have no other name, and change as a whole
      <span key={index} className={styles["variable"]}>
        {part}
      </span>
    ),
  );
});
