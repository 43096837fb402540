/** Files of a SQLite database: its pages, and the log of commits since. */
export type FileName = 'main' | 'log';

/** Bytes of the files, without a log if it was removed. */
export interface Files {
  readonly main: Buffer;
  readonly log: Buffer | undefined;
}

/** Steps in order: what SQLite tells the disk, and acknowledgements. */
export type Step =
  | { readonly kind: 'write'; readonly file: FileName; readonly at: number; readonly bytes: Buffer }
  /** All changes of a file so far are on the disk. */
  | { readonly kind: 'sync'; readonly file: FileName }
  | { readonly kind: 'remove'; readonly file: 'log' }
  | { readonly kind: 'acknowledged' };

/** A recording: the complete files on disk at its start, and all steps since. */
export interface Recording {
  readonly start: Files;
  readonly steps: readonly Step[];
}

/** Steps that a file can lose until it is synchronised. */
export type Change = Extract<Step, { kind: 'write' | 'remove' }>;

/** Returns the bytes of a file after a change; a gap that was never written is zero. */
function changed(before: Buffer | undefined, change: Change): Buffer | undefined {
  if (change.kind === 'remove') return undefined;
  const { at, bytes } = change;
  const after = Buffer.alloc(Math.max(before?.length ?? 0, at + bytes.length));
  before?.copy(after);
  bytes.copy(after, at);
  return after;
}

/** Returns the files after changes, in order. */
export function after(files: Files, changes: readonly Change[]): Files {
  let { main, log } = files;
  for (const change of changes) {
    if (change.file === 'log') log = changed(log, change);
    else main = changed(main, change) ?? main;
  }
  return { main, log };
}
