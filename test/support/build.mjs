// Before the tests: most of them run the program as users do, so it is built from the current sources.

export { setUp as setup } from "../../scripts/setup.mjs";
