import { explainError } from "../../data/failures/describe-error.ts";
import { Button } from "../button.tsx";
import styles from "./list-end.module.css";
import { Status } from "../status.tsx";

interface ListEndProps {
  pages: {
    error: Error | null;
    isFetchNextPageError: boolean;
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    fetchNextPage: () => Promise<unknown>;
  };
  /** How many are shown, as "20 runs shown". */
  shown: string;
  /** Said when the next page could not be loaded. */
  failure: string;
  loadMore: string;
}

/** Below a list: how many it shows, the next page, and why that failed. */
export function ListEnd({ pages, shown, failure, loadMore }: ListEndProps) {
  return (
    <div className={styles["end"]}>
      {pages.isFetchNextPageError && (
        <p className={styles["failure"]} role="alert">
          {failure} {explainError(pages.error)}
        </p>
      )}
      <Status className={styles["shown"]}>{shown}</Status>
      {pages.hasNextPage && (
        <Button loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          {loadMore}
        </Button>
      )}
    </div>
  );
}
