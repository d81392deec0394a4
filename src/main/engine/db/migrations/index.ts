import { initial } from "./0001-initial.js";
import { workingHalf } from "./0002-working-half.js";
import type { Migration } from "./migration.js";

export const migrations: readonly Migration[] = [initial, workingHalf];

export const latestVersion = migrations.length;
