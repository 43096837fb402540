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
 * Delays the appearance of a placeholder, so that a quick load does not flicker. `base.css` stops animations where reduced
 * motion is preferred; `!important` keeps this one, as a delay is no motion.
 */
export const delayed = css`
  animation: ${delay} !important;
`;

/** A group of placeholders that appears after a delay. */
export const Delayed = styled.div`
  ${delayed}
`;

/** A grey placeholder in the size of the content, in pixels. It appears after a delay, so that a quick load does not flicker. */
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
