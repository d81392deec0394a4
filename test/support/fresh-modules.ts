import { vi } from "vitest";

// Gives each test file its own modules without starting a process for it.
vi.resetModules();
