const writtenOut: Readonly<Record<string, string>> = { ä: "ae", ö: "oe", ü: "ue", ß: "ss" };

/** In lower case, with German umlauts as they are typed without their keys: `Küchen` becomes `kuechen`. */
export function writeOutUmlauts(text: string): string {
  return text
    .normalize("NFC")
    .toLowerCase()
    .replace(/[äöüß]/g, (letter) => writtenOut[letter] ?? letter);
}
