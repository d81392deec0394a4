import fc from "fast-check";
import { commitSeed } from "./commit-seed.js";

// Properties without a seed use the commit's, so that the tests of a commit are reproducible.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: commitSeed });
