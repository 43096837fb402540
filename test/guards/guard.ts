/** A piece of source that is taken away. */
export interface Piece {
  /** Path of the source, from the root. */
  readonly file: string;
  /** As it stands there, once. */
  readonly guard: string;
  /** What stands there instead. */
  readonly without: string;
}

/** The kinds of tests. */
export type Suite = 'server' | 'app' | 'browser';

/** Something that stands against a threat, and the test that must fail when it is taken away. */
export interface Guard extends Piece {
  /** A threat of `docs/security.md`, or `ASVS` and a number of `docs/asvs.md`; then a colon and a subject where there are several. */
  readonly threat: string;
  /** What stands behind it, and is taken away with it. */
  readonly behind?: Piece;
  /** What shows it: the server's tests unless told, the app's in jsdom, or a real browser. */
  readonly suite?: Suite;
  /** Path of the test, from `test/server`, `test/app` or `test/e2e`. */
  readonly test: string;
  /** A regular expression for the names of the tests that have to fail. */
  readonly named: string;
}
