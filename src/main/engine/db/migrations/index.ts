import { initial } from "./0001-initial.js";
import type { Migration } from "./migration.js";

export const migrations: readonly Migration[] = [initial];

export const latestVersion = migrations.length;
