import { texts } from "../../lib/texts.js";
import { type BatchExtra, setDraftExtra } from "../../stores/batch-draft.js";

const extras: readonly BatchExtra[] = ["offers", "reviews"];

export function ExtraChoice({ include }: { readonly include: readonly BatchExtra[] }) {
  const { batch } = texts();
  return (
    <fieldset className="batch-extras">
      <legend className="visually-hidden">{batch.withEach}</legend>
      {extras.map((value) => (
        <label key={value} className="batch-extra">
          <input
            type="checkbox"
            checked={include.includes(value)}
            onChange={({ target }) => setDraftExtra(value, target.checked)}
          />
          {batch.extras[value].label} <span className="quiet">{batch.extras[value].note}</span>
        </label>
      ))}
    </fieldset>
  );
}
