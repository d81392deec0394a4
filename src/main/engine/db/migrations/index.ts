import { initial } from "./0001-initial.js";
import { workingHalf } from "./0002-working-half.js";
import { trackedPages } from "./0003-tracked-pages.js";
import type { Migration } from "./migration.js";

export const migrations: readonly Migration[] = [initial, workingHalf, trackedPages];

export const latestVersion = migrations.length;
