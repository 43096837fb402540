import { useEffect, useState } from 'react';

/** Milliseconds between two looks at the clock. */
const TICK = 100;

/** Milliseconds that have passed since a time, counting up while it is shown. */
export function useElapsed(since: number): number {
  const [now, setNow] = useState(since);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK);
    return () => clearInterval(timer);
  }, [since]);
  return Math.max(0, now - since);
}
