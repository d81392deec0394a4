/** Where the shopper has clicked the price, shop by shop. */
export const recipes = {
  title: "Recipes",
  about:
    "A recipe says where a shop's pages show the price. Tidemark makes one when you open a page and click its price, and uses it for all pages of that shop.",
  exportAll: "Export all",
  export: "Export",
  exportOf: (host: string) => `Export the recipe of ${host}`,
  removeOf: (host: string) => `Remove the recipe of ${host}`,
  import: "Import…",
  toImport: "Recipes to import",
  imported: (recipes: string) => `${recipes} imported.`,
  importedSome: (recipes: string, lines: string) => `${recipes} imported, ${lines} left out.`,
  lineProblem: (line: string, reason: string) => `Line ${line}: ${reason}`,
  andMore: (count: string) => `And ${count} more.`,
  tooLarge: (file: string) => `${file} is larger than 900 kB.`,
  splitIt: "Split it.",
  unreadable: "The file could not be read.",
  openAgain: "Check that it is still there, then open it again.",
};
