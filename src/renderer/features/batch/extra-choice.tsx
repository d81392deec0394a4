import { type BatchExtra, setDraftExtra } from "../../stores/batch-draft.js";

const extras = [
  { value: "offers", label: "Offers", note: "who sells it for how much; 3 credits each" },
  { value: "reviews", label: "Reviews", note: "the short expert review; 1 credit each" },
] as const;

export function ExtraChoice({ include }: { readonly include: readonly BatchExtra[] }) {
  return (
    <fieldset className="batch-extras">
      <legend className="visually-hidden">With each product</legend>
      {extras.map(({ value, label, note }) => (
        <label key={value} className="batch-extra">
          <input
            type="checkbox"
            checked={include.includes(value)}
            onChange={({ target }) => setDraftExtra(value, target.checked)}
          />
          {label} <span className="quiet">{note}</span>
        </label>
      ))}
    </fieldset>
  );
}
