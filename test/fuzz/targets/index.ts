import type { Target } from "../runner/target.js";
import { backups } from "./backups.js";
import { calls } from "./calls.js";
import { catalogue } from "./catalogue.js";
import { commands } from "./commands.js";
import { growth } from "./growth.js";
import { http } from "./http.js";
import { ipc } from "./ipc.js";
import { launch } from "./launch.js";
import { listener } from "./listener.js";
import { lists } from "./lists.js";
import { pages } from "./pages.js";
import { recipes } from "./recipes.js";
import { settings } from "./settings.js";
import { sockets } from "./sockets.js";

// biome-ignore format: in the order of the table
export const targets: readonly Target[] = [
  http, sockets, calls, ipc, listener, catalogue, lists, pages, growth, recipes, backups, settings, launch, commands,
];

export function casesFor({ casesPerMillion }: Target, total: number): number {
  return Math.max(1, Math.round((casesPerMillion * total) / 1_000_000));
}
