import { Link } from 'react-router';
import styled from 'styled-components';
import { below } from '../parts/breakpoints';

/** Guides in two columns. */
export const GuideGrid = styled.ul`
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
  gap: 0 40px;

  ${below.lists} {
    grid-template-columns: minmax(0, 1fr);
  }
`;

/** A guide: its title, its minutes, and a line. */
export const GuideLink = styled(Link)`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: 2px 16px;
  height: 100%;
  padding: 16px 0;
  border-top: 1px solid var(--line);

  &:hover > :first-child {
    color: var(--accent-text);
  }
  &:focus-visible {
    outline-offset: -2px;
  }
`;

export const GuideTitle = styled.span`
  font-size: var(--text-md);
  font-weight: var(--weight-semibold);
  line-height: 24px;
  letter-spacing: var(--track-snug);
`;

export const Minutes = styled.span`
  color: var(--ink-3);
  font-size: var(--text-xs);
  font-variant-numeric: tabular-nums;
  line-height: 24px;
`;

export const GuideLine = styled.span`
  color: var(--ink-2);
  font-size: var(--text-sm);
  line-height: 20px;
  overflow-wrap: anywhere;
`;
