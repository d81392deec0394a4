/** A name and its value, in a `dl`. */
export function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt className="quiet">{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
