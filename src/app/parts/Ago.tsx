import { fullTime, relativeTime } from './relativeTime';

interface AgoProps {
  /** ISO 8601; null when it has not happened. */
  readonly time: string | null;
  /** A word before it, for example "Synced". */
  readonly before?: string;
  /** What stands instead of a time. */
  readonly never: string;
}

/** How long ago something happened; the full time is in the tooltip. */
export function Ago({ time, before, never }: AgoProps) {
  if (time === null) return <span>{never}</span>;
  const words = relativeTime(time);
  return (
    <time dateTime={time} title={fullTime(time)}>
      {before ? `${before} ${words === 'Just now' || words === 'Yesterday' ? words.toLowerCase() : words}` : words}
    </time>
  );
}
