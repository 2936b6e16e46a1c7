// Rows of values under their names.

interface TableProps {
  head: readonly string[];
  rows: readonly (readonly (string | number)[])[];
}

export function Table({ head, rows }: TableProps) {
  return (
    <table class="wide">
      <thead>
        <tr>
          {head.map((title, i) =>
            title ? (
              <th key={title} scope="col" class={typeof rows[0]?.[i] === "number" ? "number" : undefined}>
                {title}
              </th>
            ) : (
              <td key="-" />
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, i) => (
          <tr key={i}>
            {row.map((cell, j) => (
              <td key={j} class={typeof cell === "number" ? "number" : undefined}>
                {typeof cell === "number" ? cell.toLocaleString("en") : cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
