import { useState, type KeyboardEvent, type PointerEvent } from 'react';

const steps: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
  PageUp: 7,
  PageDown: -7,
};

/** The day that a key leads to; undefined where it leads nowhere. */
function dayAfter(key: string, day: number, count: number): number | undefined {
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const step = steps[key];
  return step === undefined ? undefined : Math.min(Math.max(day + step, 0), count - 1);
}

/**
 * The day that is pointed at, or gone to by arrow keys. Keys go on from the last day, and Esc hides it.
 *
 * @param count days that there are
 */
export function useDayMarker(count: number) {
  const [marked, setMarked] = useState<number>();
  const day = marked === undefined ? undefined : Math.min(marked, count - 1);
  const onPointer = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const place = Math.floor(((clientX - left) / Math.max(width, 1)) * count);
    setMarked(Math.min(Math.max(place, 0), count - 1));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return setMarked(undefined);
    const next = dayAfter(event.key, day ?? count - 1, count);
    if (next === undefined) return;
    event.preventDefault();
    setMarked(next);
  };
  const hands = {
    onPointerMove: onPointer,
    onPointerDown: onPointer,
    /** A finger that is lifted leaves its day marked. */
    onPointerLeave: ({ pointerType }: PointerEvent) => pointerType !== 'touch' && setMarked(undefined),
    onFocus: () => setMarked((before) => before ?? count - 1),
    onBlur: () => setMarked(undefined),
    onKeyDown,
  };
  return { day, hands };
}
