// Every view: its name in the address, its title and question, its letter after `g`, and the chunk that holds it.
// To add one: a line here, and a file in views/ whose default export takes { of, query }.

import type { ComponentType } from "preact";
import type { IconName } from "../parts/icons.tsx";
import Home from "../views/home.tsx";

export interface ViewProps {
  /** The rest of the path: an id or a name; empty if there is none. */
  of: string;
  query: URLSearchParams;
}

export interface View {
  name: string;
  title: string;
  question: string;
  letter?: string;
  icon: IconName;
  group: "Look" | "Know" | "Work" | "Tellback" | null;
  load(): Promise<{ default: ComponentType<ViewProps> }>;
}

export const views: readonly View[] = [
  {
    ...{ name: "", title: "Home", letter: "h", icon: "home", group: "Look" },
    question: "Where does the project stand?",
    // Part of the first load: most visits begin here.
    load: async () => ({ default: Home }),
  },
  {
    ...{ name: "timeline", title: "Timeline", letter: "t", icon: "clock", group: "Look" },
    question: "What is happening?",
    load: () => import("../views/timeline.tsx"),
  },
  {
    ...{ name: "search", title: "Search", letter: "s", icon: "search", group: "Look" },
    question: "Where was that?",
    load: () => import("../views/search.tsx"),
  },
  {
    ...{ name: "sessions", title: "Sessions", letter: "i", icon: "list", group: "Look" },
    question: "What did we work on?",
    load: () => import("../views/sessions.tsx"),
  },
  {
    ...{ name: "chat", title: "Chat", letter: "c", icon: "chat", group: "Look" },
    question: "What does memory say about it?",
    load: () => import("../chat/chat.tsx"),
  },
  {
    ...{ name: "session", title: "Session", icon: "list", group: null },
    question: "What happened in it?",
    load: () => import("../views/session.tsx"),
  },
  {
    ...{ name: "learnings", title: "Learnings", letter: "l", icon: "bulb", group: "Know" },
    question: "What is known, and is it right?",
    load: () => import("../views/learnings.tsx"),
  },
  {
    ...{ name: "review", title: "Review", letter: "v", icon: "check", group: "Know" },
    question: "What should be kept?",
    load: () => import("../views/review.tsx"),
  },
  {
    ...{ name: "context", title: "Context", letter: "x", icon: "context", group: "Know" },
    question: "What would the agent be told?",
    load: () => import("../views/context.tsx"),
  },
  {
    ...{ name: "why", title: "Why", letter: "w", icon: "why", group: "Know" },
    question: "What was injected, and did it help?",
    load: () => import("../views/why.tsx"),
  },
  {
    ...{ name: "graph", title: "Graph", letter: "g", icon: "graph", group: "Know" },
    question: "What belongs together?",
    load: () => import("../views/graph.tsx"),
  },
  {
    ...{ name: "stale", title: "Stale", letter: "o", icon: "stale", group: "Know" },
    question: "What may be outdated?",
    load: () => import("../views/stale.tsx"),
  },
  {
    ...{ name: "tasks", title: "Tasks", letter: "a", icon: "task", group: "Work" },
    question: "What is being done?",
    load: () => import("../views/tasks.tsx"),
  },
  {
    ...{ name: "functions", title: "Functions", letter: "f", icon: "function", group: "Work" },
    question: "What can be run again?",
    load: () => import("../views/functions.tsx"),
  },
  {
    ...{ name: "code", title: "Code map", letter: "m", icon: "code", group: "Work" },
    question: "What calls what?",
    load: () => import("../views/code.tsx"),
  },
  {
    ...{ name: "reports", title: "Reports", letter: "r", icon: "report", group: "Tellback" },
    question: "How much, and at what cost?",
    load: () => import("../views/reports.tsx"),
  },
  {
    ...{ name: "status", title: "Status", letter: "u", icon: "status", group: "Tellback" },
    question: "Does everything work?",
    load: () => import("../views/status.tsx"),
  },
  {
    ...{ name: "settings", title: "Settings", letter: "e", icon: "settings", group: "Tellback" },
    question: "How does tellback behave?",
    load: () => import("../views/settings.tsx"),
  },
  {
    ...{ name: "forget", title: "Forget", letter: "d", icon: "forget", group: "Tellback" },
    question: "What should be gone?",
    load: () => import("../views/forget.tsx"),
  },
];

export const viewOf = (name: string): View | undefined => views.find((view) => view.name === name);
