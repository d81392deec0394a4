import { initial } from "./0001-initial.js";
import { workingHalf } from "./0002-working-half.js";
import { migrations3To11 } from "./0003-0011.js";
import { migrations12To24 } from "./0012-0024.js";
import { migrations25To26 } from "./0025-0026.js";
import { acts } from "./0027-acts.js";
import { links } from "./0028-links.js";
import { observedPoints } from "./0029-observed-points.js";
import { archivedPages } from "./0030-archived-pages.js";
import { conditions } from "./0031-conditions.js";
import { purchases } from "./0032-purchases.js";
import { countedTerms } from "./0033-counted-terms.js";
import { shops } from "./0034-shops.js";
import { devices } from "./0035-devices.js";
import type { Migration } from "./migration.js";

export const migrations: readonly Migration[] = [
  initial,
  workingHalf,
  ...migrations3To11,
  ...migrations12To24,
  ...migrations25To26,
  acts,
  links,
  observedPoints,
  archivedPages,
  conditions,
  purchases,
  countedTerms,
  shops,
  devices,
];

export const latestVersion = migrations.at(-1)?.version ?? 0;
