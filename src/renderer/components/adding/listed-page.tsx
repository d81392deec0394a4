import { ListPlus, TrendingDown } from "lucide-react";
import { type FormEvent, useState } from "react";
import { texts } from "../../lib/texts.js";
import { useAct } from "../../lib/use-act.js";
import { answer } from "../../stores/adding/answers.js";
import { type Entry, openAddMany } from "../../stores/adding/entries.js";
import { dropEntry } from "../../stores/adding/links.js";
import { followPage } from "../../stores/lists.js";
import { Button } from "../button.js";
import { ErrorNote } from "../states.js";

/** A page that lists products: it can be followed for what is new, or watched for its cheapest product. */
export function ListedPage({ entry: { id, url } }: { readonly entry: Entry }) {
  const [words, setWords] = useState("");
  const { isBusy, error, run } = useAct();
  const { lists } = texts();
  if (url === null) return null;
  const watch = (event: FormEvent) => {
    event.preventDefault();
    void answer(id, { listing: { words: words.trim() } });
  };
  const follow = async () => {
    if (!(await run(() => followPage(url)))) return;
    dropEntry(id);
    openAddMany();
  };
  return (
    <div className="add-list line wraps">
      <form className="line wraps" onSubmit={watch}>
        <input
          className="field"
          maxLength={200}
          aria-label={lists.onlyWords}
          placeholder={lists.onlyWords}
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
        <Button variant="primary" type="submit" icon={TrendingDown}>
          {lists.watchCheapest}
        </Button>
        <Button disabled={isBusy} icon={ListPlus} onClick={() => void follow()}>
          {lists.followPage}
        </Button>
      </form>
      {error && <ErrorNote error={error} />}
    </div>
  );
}
