/** Thrown where a spreadsheet has changed since another version of it was worked out: it is worked out anew. */
export class Overtaken extends Error {}
