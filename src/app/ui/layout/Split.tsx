import styled from 'styled-components';
import { below } from './breakpoints';

/** A section of a settings page: what it is about at the left, the thing itself at the right; a line between two of them. */
export const Split = styled.section`
  display: grid;
  grid-template-columns: 260px minmax(0, 1fr);
  gap: 16px 56px;
  padding: 28px 0 32px;

  & + & {
    border-top: 1px solid var(--line);
  }
  ${below.columns} {
    grid-template-columns: minmax(0, 1fr);
  }
`;

export const SplitHeading = styled.h2`
  margin-bottom: 4px;
  font-size: var(--text-md);
  font-weight: var(--weight-semibold);
  line-height: 24px;
  letter-spacing: var(--track-snug);
`;
