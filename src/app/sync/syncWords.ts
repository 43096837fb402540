import type { SyncStarter, TabChanges } from '../../contract/syncs';
import { counted, formatNumber } from '../ui/display/numbers';
import { startOfDay } from '../ui/display/Ago';

/** Signs before and after the number of rows, by kind of change. */
const signs = { added: ['+', ''], changed: ['', ' changed'], deleted: ['−', ''] } as const;

type Kind = keyof typeof signs;

/** Returns the counts of changed rows with their signs and words; kinds without a change are left out. */
export const signsOf = (changes: Pick<TabChanges, Kind>) =>
  (['added', 'changed', 'deleted'] as const)
    .map((kind) => ({
      kind,
      count: changes[kind],
      sign: signs[kind].join(formatNumber(changes[kind])),
      words: `${counted(changes[kind], 'row')} ${kind}`,
    }))
    .filter(({ count }) => count > 0);

const inSheet = (changes: TabChanges) => {
  const signs = signsOf(changes);
  const [only] = signs;
  if (signs.length === 1 && only !== undefined)
    return only.kind === 'changed'
      ? `${only.words} in ${changes.title}`
      : `${only.sign} ${only.count === 1 ? 'row' : 'rows'} in ${changes.title}`;
  return `${signs.map(({ kind, count }) => `${formatNumber(count)} ${kind}`).join(', ')} in ${changes.title}`;
};

/** Returns the changes of a sync for a toast: "+3 rows in orders". */
export function changesInWords(changes: readonly TabChanges[]): string {
  const changed = changes.filter((tab) => signsOf(tab).length > 0);
  const [first] = changed;
  if (first === undefined) return 'No changes';
  return changed.length === 1
    ? inSheet(first)
    : `${inSheet(first)} and changes in ${counted(changed.length - 1, 'other sheet')}`;
}

const starters: Record<Exclude<SyncStarter, 'person'>, string> = {
  schedule: 'Auto refresh',
  upload: 'New version',
  settings: 'Settings',
};

/** Returns who or what started a sync. @param email of the signed-in user, who owns the project */
export const starterInWords = (starter: SyncStarter, email: string) =>
  starter === 'person' ? email : starters[starter];

/** Formats a duration: "1.9 s", "12 s", "2 min 5 s". */
export function duration(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 60) return `${Math.round(seconds)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const dayOfYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });

/** Formats a time of day: "13:48". */
export const clockTime = (iso: string) => clock.format(new Date(iso));

/** Formats day and time: "Today 14:28", "Yesterday 18:02", "12 Mar 09:10". */
export function dayAndTime(iso: string, now = new Date()): string {
  const time = new Date(iso);
  const days = Math.round((startOfDay(now) - startOfDay(time)) / 86_400_000);
  const dayFormat = time.getFullYear() === now.getFullYear() ? day : dayOfYear;
  let word = dayFormat.format(time);
  if (days === 1) word = 'Yesterday';
  if (days <= 0) word = 'Today';
  return `${word} ${clock.format(time)}`;
}
