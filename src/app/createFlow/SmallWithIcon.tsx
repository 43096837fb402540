import styled from 'styled-components';
import { Small } from '../parts/text';

/** A small line behind its icon; good news are green. */
export const SmallWithIcon = styled(Small)<{ $good?: boolean }>`
  display: flex;
  align-items: flex-start;
  gap: 6px;
  ${({ $good }) => $good && 'color: var(--success-text); font-weight: var(--weight-semibold);'}

  & > svg {
    margin-top: 2px;
    color: ${({ $good }) => ($good ? 'inherit' : 'var(--ink-3)')};
  }
`;
