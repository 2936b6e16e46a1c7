// Inert: text that may stand in front of an agent outside of a quote. Only src/context/quote.ts makes it, from tellback's
// own words and from text that lost everything that could act. A path or a name as it came is a string, and does not
// compile where an Inert is due.

declare const mark: unique symbol;

export type Inert = string & { readonly [mark]: true };
