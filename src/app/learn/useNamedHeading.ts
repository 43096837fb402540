import { useEffect } from 'react';
import { useLocation } from 'react-router';

/** Goes to the heading that the address names: as soon as it is there, and each time it is named anew. */
export function useNamedHeading() {
  const { hash, key } = useLocation();
  useEffect(() => {
    const heading = hash === '' ? null : document.getElementById(decodeURIComponent(hash.slice(1)));
    heading?.scrollIntoView();
    heading?.focus({ preventScroll: true });
  }, [hash, key]);
}
