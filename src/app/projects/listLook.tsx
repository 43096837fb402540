import styled, { css, keyframes } from 'styled-components';
import { below } from '../parts/breakpoints';
import { Card } from '../parts/spacing';

/** The card around the list. It clips the rows' corners. */
export const ListCard = styled(Card)`
  overflow: hidden;
`;

const wash = keyframes`
  from { background: var(--accent-soft-hover); }
`;

const washed = css`
  animation: ${wash} 1.6s var(--ease) 0.2s backwards;
`;

/** Widths are fixed, so that nothing moves when the rows arrive. */
export const ListTable = styled.table`
  width: 100%;
  table-layout: fixed;
  font-variant-numeric: tabular-nums;

  th {
    height: 36px;
    padding: 0 16px;
    border-bottom: 1px solid var(--line);
    color: var(--ink-3);
    font-size: var(--text-xs);
    white-space: nowrap;
  }
  td {
    padding: 14px 16px;
    border-top: 1px solid var(--line);
    color: var(--ink-2);
    font-size: var(--text-sm);
    line-height: 20px;
    vertical-align: middle;
  }
  tbody > tr:first-child > td {
    border-top: 0;
  }
  th:first-child,
  td:first-child {
    padding-left: 20px;
  }
  th:nth-child(2),
  td:nth-child(2) {
    width: 120px;
    color: var(--ink);
    text-align: right;
  }
  th:nth-child(2) {
    color: var(--ink-3);
  }
  th:nth-child(3) {
    width: 244px;
    text-align: right;
  }
  th:nth-child(4) {
    width: 162px;
  }
  th:nth-child(5) {
    width: 150px;
  }
  th:nth-child(6) {
    width: 104px;
  }
  td:nth-child(6) {
    padding-left: 0;
    text-align: right;
  }

  ${below.lists} {
    &,
    tbody {
      display: block;
    }
    thead {
      position: absolute;
      clip-path: inset(50%);
    }
    tr {
      display: grid;
      grid-template-columns: minmax(0, 1fr) auto;
      gap: 10px 12px;
      align-items: center;
      position: relative;
      padding: 16px;
      border-top: 1px solid var(--line);
    }
    tbody > tr:first-child {
      border-top: 0;
    }
    td,
    td:first-child {
      display: block;
      width: auto;
      padding: 0;
      border: 0;
    }
    td:first-child {
      grid-column: 1 / -1;
      padding-right: 40px;
    }
    td:nth-child(2) {
      display: none;
    }
    td:nth-child(3) {
      grid-column: 1 / -1;

      & > div {
        justify-content: space-between;
      }
    }
    td:nth-child(5) {
      text-align: right;
    }
    td:nth-child(6) {
      position: absolute;
      top: 16px;
      right: 12px;
    }
    [data-on-hover] {
      display: none;
    }
  }
`;

/** A row; a new project's is washed once in the accent. Its further actions appear on hover, on focus, and on touch. */
export const ListRow = styled.tr<{ $new?: boolean }>`
  cursor: pointer;
  ${({ $new }) => $new && washed}

  &:hover {
    background: var(--subtle);
  }
  & [data-on-hover] {
    opacity: ${({ $new }) => ($new ? 1 : 0)};
  }
  &:hover [data-on-hover],
  &:focus-within [data-on-hover] {
    opacity: 1;
  }
  @media (hover: none) {
    & [data-on-hover] {
      opacity: 1;
    }
  }
`;
