import type { ComponentProps } from "react";

/**
 * Parts of a virtualized grid. Table elements would lay out every row. Rows take the focus, the grid handles keys,
 * and cells only hold content.
 */

type PartProps<Tag extends "div" | "span"> = Omit<ComponentProps<Tag>, "role">;

export function Grid(props: PartProps<"div">) {
  // biome-ignore lint/a11y/useSemanticElements: see above
  return <div role="grid" {...props} />;
}

export function GridRows(props: PartProps<"div">) {
  // biome-ignore lint/a11y/useSemanticElements: see above
  return <div role="rowgroup" {...props} />;
}

export function GridRow(props: PartProps<"div">) {
  // biome-ignore lint/a11y/useSemanticElements: see above
  // biome-ignore lint/a11y/useFocusableInteractive: the head's row holds buttons; the others have a tabIndex
  return <div role="row" {...props} />;
}

export function GridCell(props: PartProps<"span">) {
  // biome-ignore lint/a11y/useSemanticElements: see above
  // biome-ignore lint/a11y/useFocusableInteractive: the row has the focus
  return <span role="gridcell" {...props} />;
}

export function GridHeadCell(props: PartProps<"span">) {
  // biome-ignore lint/a11y/useSemanticElements: see above
  // biome-ignore lint/a11y/useFocusableInteractive: the button in it has the focus
  return <span role="columnheader" {...props} />;
}
