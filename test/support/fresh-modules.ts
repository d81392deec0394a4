import { vi } from "vitest";

// Each file has modules of its own, without the start of a process for each.
vi.resetModules();
