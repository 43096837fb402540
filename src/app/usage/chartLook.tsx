import styled, { css, keyframes } from 'styled-components';
import type { LayerFill } from './layers';

/** The colour of each layer. */
export const colours: Readonly<Record<LayerFill, string>> = {
  tab1: 'var(--chart-1)',
  tab2: 'var(--chart-2)',
  tab3: 'var(--chart-3)',
  tab4: 'var(--chart-4)',
  tab5: 'var(--chart-5)',
  others: 'var(--chart-muted)',
  answered: 'var(--chart-1)',
  refused: 'var(--chart-4)',
  failed: 'var(--danger-dot)',
};

/** Stripes, so that what was refused reads without colour. */
const stripes =
  'repeating-linear-gradient(45deg, var(--chart-4) 0 2px, color-mix(in srgb, var(--chart-4) 70%, transparent) 2px 4px)';

/** As {@link colours}, for what is no part of a picture. */
export const groundOf = (fill: LayerFill) => (fill === 'refused' ? stripes : colours[fill]);

const grow = keyframes`
  from { transform: scaleY(0); }
`;

/** Bars that are seen for the first time grow from their foot, one after the other. */
export const BarGroup = styled.g<{ $grows: boolean }>`
  ${({ $grows }) =>
    $grows &&
    css`
      @media (prefers-reduced-motion: no-preference) {
        transform-origin: 0 100%;
        transform-box: view-box;
        animation: ${grow} 420ms var(--ease) backwards;
      }
    `}
`;

export const Legend = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: 4px 16px;
  min-width: 0;
  color: var(--ink-2);
  font-size: var(--text-xs);

  & > li {
    display: inline-flex;
    align-items: center;
    gap: 6px;
    min-width: 0;
  }
  & i {
    flex: none;
    width: 10px;
    height: 10px;
    border-radius: 3px;
  }
  & span {
    max-width: 160px;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
`;
