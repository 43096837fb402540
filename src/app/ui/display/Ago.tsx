const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Returns the midnight before a time, in milliseconds since the epoch. */
export const startOfDay = (time: Date) => new Date(time.getFullYear(), time.getMonth(), time.getDate()).getTime();

const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const dateOf = (time: Date, now: Date) => {
  const day = `${time.getDate()} ${monthNames[time.getMonth()]}`;
  return time.getFullYear() === now.getFullYear() ? day : `${day} ${time.getFullYear()}`;
};

/**
 * Formats a past time: "Just now", "2 min ago", "3 h ago", "Yesterday", then the date. A time in the future, caused by clocks
 * that differ, is "Just now".
 */
export function relativeTime(iso: string, now = new Date()): string {
  const time = new Date(iso);
  const passed = now.getTime() - time.getTime();
  const days = Math.round((startOfDay(now) - startOfDay(time)) / (24 * HOUR));
  if (passed < MINUTE) return 'Just now';
  if (passed < HOUR) return `${Math.floor(passed / MINUTE)} min ago`;
  if (days <= 0) return `${Math.floor(passed / HOUR)} h ago`;
  return days === 1 ? 'Yesterday' : dateOf(time, now);
}

const dateTimeFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'medium' });

/** Formats a date and time in full, for a tooltip. */
export const fullTime = (iso: string) => dateTimeFormat.format(new Date(iso));

interface AgoProps {
  /** ISO 8601; null if it has not happened. */
  readonly time: string | null;
  /** A word before it, for example "Synced". */
  readonly before?: string;
  /** Text instead of a time. */
  readonly never: string;
}

/** A relative time, with the full time as tooltip. */
export function Ago({ time, before, never }: AgoProps) {
  if (time === null) return <span>{never}</span>;
  const words = relativeTime(time);
  const isPhrase = words === 'Just now' || words === 'Yesterday';
  return (
    <time dateTime={time} title={fullTime(time)}>
      {before ? `${before} ${isPhrase ? words.toLowerCase() : words}` : words}
    </time>
  );
}
