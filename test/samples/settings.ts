// Settings as people have them: the matrix of the installer's tests.

const foreign = {
  model: "opus",
  hooks: {
    PostToolUse: [
      { matcher: "Edit|Write", hooks: [{ type: "command", command: "prettier --write ." }] },
      { hooks: [{ type: "command", command: "/opt/other/tool.sh", args: ["capture"], async: true }] },
    ],
    SessionStart: [{ hooks: [{ type: "command", command: "cat notes.md" }] }],
    Notification: [{ hooks: [{ type: "command", command: "say done" }] }],
  },
  permissions: { allow: ["Bash(npm test)"] },
};

const commented = `// my settings
{
    /* the model I like */
    "model": "opus", // best
    "hooks": {
        // formatting
        "PostToolUse": [
            { "matcher": "Edit", "hooks": [ { "type": "command", "command": "fmt" } ] }, // keep
        ],
    },
}
`;

const tabbed = JSON.stringify(foreign, null, "\t");

/** name → the bytes of settings.json, or null where there is none. */
export const settingsMatrix: Record<string, string | null> = {
  "no settings at all": null,
  "an empty file": "",
  "an empty object": "{}",
  "one line without a line end": '{"model":"opus","env":{"A":"1"}}',
  "foreign hooks on the same events": `${JSON.stringify(foreign, null, 2)}\n`,
  "comments and trailing commas": commented,
  "Windows line ends": `${JSON.stringify(foreign, null, 4)}\n`.replaceAll("\n", "\r\n"),
  "a byte order mark": `\uFEFF${JSON.stringify(foreign, null, 2)}\n`,
  "tabs and no line end": tabbed,
  "an empty list of hooks": '{\n  "hooks": {\n    "PostToolUse": [],\n    "Stop": []\n  }\n}\n',
  "null in the place of the hooks": '{\n  "model": "opus",\n  "hooks": null,\n  "permissions": null\n}\n',
  "an empty list in the place of the hooks": '{"hooks":[],"model":"opus"}',
  "null in the place of an event's hooks":
    '{\n  "hooks": { "PostToolUse": null, "Stop": {}, "SessionStart": null }\n}\n',
  "other scripts and odd spacing": '{ "名前" : "プロジェクト" ,\n\n\n "hooks":{}   }\n\n',
};
