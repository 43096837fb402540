import { commandKey } from '../parts/commandKey';

/** Keys and what they do. `or` stands between keys of the same meaning, `then` between keys pressed one after the other. */
export interface KeyLine {
  readonly keys: readonly string[];
  readonly between?: 'or' | 'then' | 'to';
  readonly does: string;
}

/** Every shortcut of the app, by where it works. */
export const keyGroups = (): readonly { readonly title: string; readonly lines: readonly KeyLine[] }[] => [
  {
    title: 'Everywhere',
    lines: [
      { keys: [commandKey('K')], does: 'Command menu' },
      { keys: ['/'], does: 'Focus search' },
      { keys: ['C'], does: 'New project' },
      { keys: ['G', 'P'], between: 'then', does: 'Projects' },
      { keys: ['G', 'U'], between: 'then', does: 'Usage' },
      { keys: ['?'], does: 'This list' },
    ],
  },
  {
    title: 'In a project',
    lines: [
      { keys: ['[', ']'], between: 'or', does: 'Previous and next tab' },
      { keys: ['1', '5'], between: 'to', does: 'Its views' },
      { keys: ['S'], does: 'Sync now' },
      { keys: [commandKey('↵')], does: 'Send in Try it' },
      { keys: [commandKey('S')], does: 'Save in Settings' },
    ],
  },
];
