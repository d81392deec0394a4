import { Section } from "../../components/section.js";

/** Contract, section 8. */
const costs = [
  ["Looking a product up", "1 credit for each product found"],
  ["Searching", "1 credit for each product shown"],
  ["Offers", "3 credits for each product, 2 at one retailer"],
  ["Price history", "3 credits, and 1 for each day"],
  ["Expert review", "1 credit, if there is one"],
  [
    "Looking many up at once",
    "The same for each, with 3 for its offers and 1 for its review if you want them",
  ],
  [
    "Watching a product, or changing how",
    "1 credit; the checks are free, but a connected service charges its own account for them",
  ],
  ["Deals", "1 credit for each 10"],
  ["Anything that finds nothing or fails", "Free"],
  ["Alerts, webhooks, this page and the settings", "Free"],
] as const;

export function Costs() {
  return (
    <Section title="What things cost" flush>
      <table className="table" aria-label="What things cost">
        <tbody>
          {costs.map(([what, cost]) => (
            <tr key={what}>
              <th scope="row">{what}</th>
              <td>{cost}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}
