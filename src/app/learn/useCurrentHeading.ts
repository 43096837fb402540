import { useEffect, useState } from 'react';
import type { Heading } from './article';

/** Pixels from the top of the window within which a heading counts as read: the header and a line. */
const LINE = 120;

/** The last heading above the line; at the foot of the page the last of all. */
function headingAtLine(headings: readonly Heading[]): string | undefined {
  const { scrollHeight } = document.documentElement;
  if (window.scrollY > 0 && window.scrollY + window.innerHeight >= scrollHeight - 2) return headings.at(-1)?.id;
  const above = headings.filter(({ id }) => {
    const place = document.getElementById(id);
    return place !== null && place.getBoundingClientRect().top <= LINE;
  });
  return (above.at(-1) ?? headings[0])?.id;
}

/** Id of the heading whose part is being read; it follows the scroll, once a frame at most. */
export function useCurrentHeading(headings: readonly Heading[]): string | undefined {
  const [current, setCurrent] = useState(headings[0]?.id);
  useEffect(() => {
    let frame = 0;
    const look = () => {
      frame = 0;
      setCurrent(headingAtLine(headings));
    };
    const onScroll = () => {
      frame ||= requestAnimationFrame(look);
    };
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      window.removeEventListener('scroll', onScroll);
      cancelAnimationFrame(frame);
    };
  }, [headings]);
  return current;
}
