/** A piece of source code that is removed. */
export interface Piece {
  /** Path of the source, from the root. */
  readonly file: string;
  /** Text of the piece, which occurs there once. */
  readonly guard: string;
  /** Replacement. */
  readonly without: string;
}

/** Kinds of tests. */
export type Suite = 'server' | 'app' | 'browser';

/** A protection against a threat, and the test that must fail without it. */
export interface Guard extends Piece {
  /** A threat of `docs/security.md`, or `ASVS` and a number of `docs/asvs.md`; then a colon and a subject if there are several. */
  readonly threat: string;
  /** A second protection behind it, which is removed too. */
  readonly behind?: Piece;
  /** Suite of its test: the server's by default, the app's in jsdom, or a real browser. */
  readonly suite?: Suite;
  /** Path of the test, from `test/server`, `test/app` or `test/e2e`. */
  readonly test: string;
  /** A regular expression for the names of the tests that must fail. */
  readonly named: string;
}
