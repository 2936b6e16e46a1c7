// The room of review: what a person is asked to decide. It has no table of its own: what waits is a state of a node, and
// a contradiction is an edge. Import only this file.

export { countReview, listReview, type Question, questionOf } from "./questions.ts";
