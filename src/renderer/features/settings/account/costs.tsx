import { Section } from "../../../components/section.js";
import { texts } from "../../../lib/texts.js";

export function Costs() {
  const { title, entries } = texts().costs;
  return (
    <Section title={title} flush>
      <table className="table" aria-label={title}>
        <tbody>
          {Object.values(entries).map(({ what, cost }) => (
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
