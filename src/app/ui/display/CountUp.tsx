import { useEffect, useState } from 'react';
import { formatNumber } from './numbers';

/** Duration of the animation in milliseconds. */
const COUNTING_MS = 600;

const isMotionAllowed = () => !(window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? true);

const eased = (share: number) => 1 - (1 - share) ** 3;

/** Returns the animated number; without animation where reduced motion is preferred. */
function useCounting(value: number): number {
  const [counting, setCounting] = useState({ from: value, to: value, now: value });
  if (counting.to !== value)
    setCounting({ from: counting.now, to: value, now: isMotionAllowed() ? counting.now : value });
  const { from, to } = counting;
  useEffect(() => {
    if (from === to || !isMotionAllowed()) return;
    const began = performance.now();
    const step = (time: number) => {
      const share = Math.min(1, Math.max(0, (time - began) / COUNTING_MS));
      setCounting({ from, to, now: Math.round(from + (to - from) * eased(share)) });
      if (share < 1) frame = requestAnimationFrame(step);
    };
    let frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [from, to]);
  return counting.to === value ? counting.now : value;
}

/** A number that counts up or down when it changes. */
export const CountUp = ({ value }: { readonly value: number }) => <span>{formatNumber(useCounting(value))}</span>;
