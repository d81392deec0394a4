interface DataTableProps {
  readonly caption: string;
  readonly head: readonly string[];
  /** The first of each names its row. */
  readonly rows: readonly (readonly [string, ...string[]])[];
}

/** What a picture shows, for screen readers. */
export function DataTable({ caption, head, rows }: DataTableProps) {
  return (
    <div className="visually-hidden">
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...cells]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {cells.map((cell, column) => (
                <td key={head[column + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
