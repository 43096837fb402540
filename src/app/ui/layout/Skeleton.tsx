import { useEffect, useState } from 'react';
import styled, { keyframes } from 'styled-components';

const pass = keyframes`
  from { background-position: 100% 0; }
  to { background-position: 0 0; }
`;

/** A grey stand-in in the true size of what comes; sizes are pixels. */
export const Skeleton = styled.span<{ $width: number; $height?: number; $radius?: number }>`
  display: block;
  width: ${({ $width }) => $width}px;
  max-width: 100%;
  height: ${({ $height = 12 }) => $height}px;
  border-radius: ${({ $radius = 6 }) => $radius}px;
  background: linear-gradient(90deg, var(--skeleton) 0 40%, var(--skeleton-hi) 50%, var(--skeleton) 60% 100%);
  background-size: 300% 100%;
  animation: ${pass} 1.6s linear infinite;
`;

/** Skeletons wait this long, so that what is quick does not flicker. */
const PATIENCE_MS = 150;

/** True once something has been waited for long enough to show a skeleton. */
export function useSkeletonShown() {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  return shown;
}
