// Pairs of statements, the earlier one first, written before anybody who wrote them had read the rules of clash.ts. Do not
// tune the rules on them: at first sight 15 of 20 replacements were found, and none of 20 pairs that both hold was taken
// for one.

/** Found at first sight. */
export const unseenReplaced: readonly (readonly [string, string])[] = [
  ["We use Jest for the unit tests", "We use Vitest for the unit tests now"],
  ["Format Python with black", "Format Python with ruff format, not black"],
  ["The staging database runs on port 5432", "The staging database runs on port 6432 now"],
  ["Indent with tabs", "Indent with two spaces"],
  ["The minimum Node version is 18", "The minimum Node version is 22"],
  ["Store timestamps in local time", "Store timestamps in UTC"],
  ["Always squash commits before merging", "Never squash commits before merging"],
  ["Use axios for HTTP requests", "Use fetch for HTTP requests instead of axios"],
  ["Releases are cut on Fridays", "Releases are cut on Tuesdays"],
  ["Commit generated files", "Don't commit generated files"],
  ["The maximum upload size is 10 MB", "The maximum upload size is 25 MB"],
  ["Logs go to stdout", "Logs go to a file, not to stdout"],
  ["We write the docs in reStructuredText", "We write the docs in Markdown"],
  ["Retry failed webhooks 3 times", "Retry failed webhooks 5 times"],
  ["The API key is read from config.yml", "The API key is read from the environment variable API_KEY"],
];

/** Missed at first sight: both stay, as nothing says that they speak of one slot. */
export const unseenMissed: readonly (readonly [string, string])[] = [
  ["Session tokens expire after 15 minutes", "Session tokens expire after one hour"],
  ["Deploys go through Jenkins", "Deploys go through GitHub Actions from now on"],
  ["Prefer class components in React", "Prefer function components in React"],
  ["The default branch is master", "The default branch is main"],
  ["Money is stored as floats", "Money is stored as integer cents"],
];

/** Of different slots. */
export const unseenBothHold: readonly (readonly [string, string])[] = [
  ["We use Jest for the unit tests", "We use Playwright for the end-to-end tests"],
  ["Format Python with black", "Lint Python with ruff"],
  ["The staging database runs on port 5432", "The production database runs on port 6432"],
  ["Session tokens expire after 15 minutes", "Refresh tokens expire after 30 days"],
  ["Deploys go through Jenkins", "Deploys need an approval from ops"],
  ["Indent with two spaces", "Lines are at most 100 characters"],
  ["The minimum Node version is 18", "The minimum Python version is 3.11"],
  ["Store timestamps in UTC", "Show timestamps in local time"],
  ["Always squash commits before merging", "Never force push to main"],
  ["Prefer function components in React", "Prefer composition over inheritance"],
  ["Use axios for HTTP requests", "Use ky in the browser extension"],
  ["The default branch is main", "Feature branches start with feat/"],
  ["Money is stored as integer cents", "Money is shown with two decimals"],
  ["Releases are cut on Tuesdays", "Releases need a changelog entry"],
  ["Don't commit generated files", "Commit the lockfile"],
  ["The maximum upload size is 25 MB", "The maximum image width is 2000 px"],
  ["Logs go to stdout", "Metrics go to Prometheus"],
  ["We write the docs in Markdown", "We write commit messages in English"],
  ["Retry failed webhooks 5 times", "Retry failed e-mails 3 times"],
  ["The API key is read from the environment variable API_KEY", "The API key is rotated every 90 days"],
];
