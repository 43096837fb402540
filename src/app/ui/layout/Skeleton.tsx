import styled, { css, keyframes } from 'styled-components';

const pass = keyframes`
  from { background-position: 100% 0; }
  to { background-position: 0 0; }
`;

const appear = keyframes`
  from { visibility: hidden; }
`;

const delay = css`
  ${appear} 150ms step-end
`;

/**
 * Has what stands in for something appear a moment later, so that what is quick does not flicker. Where less motion is wanted,
 * `base.css` stops animations; this one goes on by its `!important`: a delay is no motion.
 */
export const delayed = css`
  animation: ${delay} !important;
`;

/** Stand-ins together, with what belongs to them. */
export const Delayed = styled.div`
  ${delayed}
`;

/** A grey stand-in in the true size of what comes; sizes are pixels. What is quick does not flicker: it appears a moment later. */
export const Skeleton = styled.span<{ $width: number; $height?: number; $radius?: number }>`
  display: block;
  width: ${({ $width }) => $width}px;
  max-width: 100%;
  height: ${({ $height = 12 }) => $height}px;
  border-radius: ${({ $radius = 6 }) => $radius}px;
  background: linear-gradient(90deg, var(--skeleton) 0 40%, var(--skeleton-hi) 50%, var(--skeleton) 60% 100%);
  background-size: 300% 100%;
  animation:
    ${delay},
    ${pass} 1.6s linear infinite;

  @media (prefers-reduced-motion: reduce) {
    ${delayed}
  }
`;
