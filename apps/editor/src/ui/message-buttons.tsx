import bubble from "./message-bubble.module.css";

/** What a message offers to press, as it is seen in a chat; nothing where it offers nothing. */
export const MessageButtons = ({ labels }: { labels: readonly string[] }) =>
  labels.length === 0 ? null : (
    <ul className={bubble["bubbleButtons"]}>
      {labels.map((label, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- two buttons may say the same
        <li key={`${label} ${index}`}>{label}</li>
      ))}
    </ul>
  );
