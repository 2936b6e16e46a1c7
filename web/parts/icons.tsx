// The icons of the page, as strokes of one width. They only repeat what the text beside them says.

const paths = {
  home: "m3 11 9-7 9 7M6 9v11h12V9M10 20v-6h4v6",
  clock: "M12 7v5l3 2M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0Z",
  search: "m20 20-4.5-4.5M18 11a7 7 0 1 1-14 0 7 7 0 0 1 14 0Z",
  list: "M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01",
  prompt: "M20 15a2 2 0 0 1-2 2H9l-5 4V6a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v9Z",
  reply: "M12 3v4M12 17v4M5 12H3M21 12h-2M6.5 6.5l2 2M15.5 15.5l2 2M6.5 17.5l2-2M15.5 8.5l2-2",
  tool: "m5 8 4 4-4 4M12 16h7",
  bulb: "M9 18h6M10 21h4M8 14a6 6 0 1 1 8 0c-.8.7-1 1.3-1 2H9c0-.7-.2-1.3-1-2Z",
  graph:
    "M6 9a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM18 21a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM18 9a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM9 6h6M8 8l8 8",
  context: "M4 5h16M4 10h16M4 15h9M4 20h6M17 14v6M14 17h6",
  why: "M9.5 9a2.5 2.5 0 1 1 3.5 2.3c-.7.3-1 .8-1 1.7M12 17h.01M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0Z",
  task: "M9 6h11M9 12h11M9 18h11M3.5 6l1 1L6.5 5M3.5 12l1 1 2-2M3.5 18l1 1 2-2",
  function: "M17 5h-2a3 3 0 0 0-3 3l-1 8a3 3 0 0 1-3 3H7M8 11h7",
  code: "m8 7-5 5 5 5M16 7l5 5-5 5",
  stale: "M12 8v4M12 16h.01M10.3 4 2.6 17.5A2 2 0 0 0 4.3 20.5h15.4a2 2 0 0 0 1.7-3L13.7 4a2 2 0 0 0-3.4 0Z",
  report: "M4 20V10M10 20V4M16 20v-7M22 20H2",
  status: "M3 12h4l2 6 4-13 2.5 7H21",
  settings:
    "M4 7h10M18 7h2M4 17h2M10 17h10M14 7a2 2 0 1 0 4 0 2 2 0 0 0-4 0ZM6 17a2 2 0 1 0 4 0 2 2 0 0 0-4 0Z",
  forget: "M5 7h14M10 11v6M14 11v6M6 7l1 12a2 2 0 0 0 2 2h6a2 2 0 0 0 2-2l1-12M9 7V4h6v3",
  chat: "M7 9h10M7 13h6M20 15a2 2 0 0 1-2 2H9l-5 4V6a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v9Z",
  menu: "M4 7h16M4 12h16M4 17h16",
  back: "m14 6-6 6 6 6",
  sun: "M12 3v2M12 19v2M4.2 4.2l1.4 1.4M18.4 18.4l1.4 1.4M3 12h2M19 12h2M4.2 19.8l1.4-1.4M18.4 5.6l1.4-1.4M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0Z",
  file: "M14 3H7a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2V8l-5-5ZM14 3v5h5",
  check: "m5 12 5 5L19 7",
  cross: "m6 6 12 12M18 6 6 18",
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return (
    <svg class="icon" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
