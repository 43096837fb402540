/** A project's new name: typed in a dialog, sent, refused. What is typed stays in the dialog. */
export type RenameState =
  | { readonly phase: 'closed' }
  | { readonly phase: 'asking'; readonly projectId: string }
  | { readonly phase: 'saving'; readonly projectId: string }
  | { readonly phase: 'refused'; readonly projectId: string; readonly message: string };

/** What can happen to it, with what comes along. */
export interface RenameEvents {
  readonly renameOpened: { readonly projectId: string };
  readonly renameSubmitted: { readonly projectId: string; readonly title: string };
  readonly renameDone: void;
  readonly renameRefused: { readonly message: string };
  readonly renameClosed: void;
}

/** Every event, in the order of the grid. */
export const renameEvents = [
  'renameOpened',
  'renameSubmitted',
  'renameDone',
  'renameRefused',
  'renameClosed',
] as const satisfies readonly (keyof RenameEvents)[];
