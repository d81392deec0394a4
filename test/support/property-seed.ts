import fc from "fast-check";
import { commitSeed } from "./commit-seed.js";

// A property that names no seed of its own has the commit's: whoever runs the tests of a commit again sees the same.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: commitSeed });
