// The room of views: queries with a name and a token budget. Import only this file; the other files are private.

export { viewRecords } from "./records.ts";
export { deleteView, editedStartView, getView, listViews, putView } from "./views.ts";
