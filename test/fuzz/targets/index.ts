import type { Target } from "../machinery/target.js";
import { calls } from "./calls.js";
import { http } from "./http.js";
import { ipc } from "./ipc.js";
import { listener } from "./listener.js";
import { sockets } from "./sockets.js";

/** All that is tried; their shares make a million. */
export const targets: readonly Target[] = [http, sockets, calls, ipc, listener];
