/** The files of a SQLite database: where its pages are, and the log of what was committed since. */
export type FileName = 'main' | 'log';

/** Their bytes; without a log where it was removed. */
export interface Files {
  readonly main: Buffer;
  readonly log: Buffer | undefined;
}

/** What a disk is told, in order, and when somebody was told that what they did is done. */
export type Step =
  | { readonly kind: 'write'; readonly file: FileName; readonly at: number; readonly bytes: Buffer }
  /** All changes of a file so far are on the disk. */
  | { readonly kind: 'sync'; readonly file: FileName }
  | { readonly kind: 'remove'; readonly file: 'log' }
  | { readonly kind: 'acknowledged' };

/** What was recorded: the files as they were, whole and on disk, and everything since. */
export interface Recording {
  readonly start: Files;
  readonly steps: readonly Step[];
}

/** Steps that a file stays without as long as it is not synchronised. */
export type Change = Extract<Step, { kind: 'write' | 'remove' }>;

/** The bytes of a file after a change; where it grows over what was never written, that is zero. */
function changed(before: Buffer | undefined, change: Change): Buffer | undefined {
  if (change.kind === 'remove') return undefined;
  const { at, bytes } = change;
  const after = Buffer.alloc(Math.max(before?.length ?? 0, at + bytes.length));
  before?.copy(after);
  bytes.copy(after, at);
  return after;
}

/** The files after changes, in their order. */
export function after(files: Files, changes: readonly Change[]): Files {
  let { main, log } = files;
  for (const change of changes) {
    if (change.file === 'log') log = changed(log, change);
    else main = changed(main, change) ?? main;
  }
  return { main, log };
}
