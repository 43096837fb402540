/** A piece of source that is taken away. */
export interface Piece {
  /** Path of the source, from the root. */
  readonly file: string;
  /** As it stands there, once. */
  readonly guard: string;
  /** What stands there instead. */
  readonly without: string;
}

/** Something that stands against a threat, and the test that must fail when it is taken away. */
export interface Guard extends Piece {
  /** As the first column of the threats of `docs/security.md` has it, or the line of `docs/asvs.md`. */
  readonly threat: string;
  /** What stands behind it, and is taken away with it. */
  readonly behind?: Piece;
  /** Path of the test, from `test/server`. */
  readonly test: string;
  /** A regular expression for the names of the tests that have to fail. */
  readonly named: string;
}
