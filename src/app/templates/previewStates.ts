/** A template that is looked at, and which of its tabs. */
export interface Looked {
  readonly templateId: string;
  readonly sheetId: number;
}

/** Looking at a template, and using it. */
export type PreviewState =
  | { readonly phase: 'closed' }
  | ({ readonly phase: 'open' } & Looked)
  | ({ readonly phase: 'copying' } & Looked)
  | ({ readonly phase: 'refused'; readonly message: string } & Looked);

/** What can happen to it, with what comes along. */
export interface PreviewEvents {
  readonly previewOpened: Looked;
  readonly previewTabChosen: { readonly sheetId: number };
  readonly previewClosed: void;
  readonly copyRequested: void;
  readonly templateCopied: void;
  readonly copyRefused: { readonly message: string };
  readonly templatesLeft: void;
  readonly sessionEnded: unknown;
}

/** Every event, in the order of the grid. */
export const previewEvents = [
  'previewOpened',
  'previewTabChosen',
  'previewClosed',
  'copyRequested',
  'templateCopied',
  'copyRefused',
  'templatesLeft',
  'sessionEnded',
] as const satisfies readonly (keyof PreviewEvents)[];
