import { initial } from "./0024-initial.js";
import { migrations25To26 } from "./0025-0026.js";
import { acts } from "./0027-acts.js";
import { links } from "./0028-links.js";
import { observedPoints } from "./0029-observed-points.js";
import { migrations30To35 } from "./0030-0035.js";
import { migration36 } from "./0036.js";
import type { Migration } from "./migration.js";

export const migrations: readonly Migration[] = [
  initial,
  ...migrations25To26,
  acts,
  links,
  observedPoints,
  ...migrations30To35,
  migration36,
];

export const latestVersion = migrations.at(-1)?.version ?? 0;
