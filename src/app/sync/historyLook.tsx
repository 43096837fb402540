import styled from 'styled-components';
import { below } from '../parts/breakpoints';

export const Table = styled.table`
  width: 100%;
  font-size: var(--text-sm);
  line-height: 20px;
  font-variant-numeric: tabular-nums;

  th {
    height: 36px;
    padding: 0 16px;
    color: var(--ink-3);
    font-size: var(--text-xs);
    text-align: left;
    white-space: nowrap;
  }
  td {
    padding: 11px 16px;
    border-top: 1px solid var(--line);
    color: var(--ink-2);
    overflow-wrap: anywhere;
    vertical-align: middle;
  }
  td:first-child {
    color: var(--ink);
    font-weight: var(--weight-medium);
    white-space: nowrap;
  }
  tbody tr:hover {
    background: var(--subtle);
  }
  [data-right] {
    text-align: right;
    white-space: nowrap;
  }
  [data-quiet] {
    color: var(--ink-3);
  }
  ${below.lists} {
    [data-wide] {
      display: none;
    }
    th,
    td {
      padding-inline: 12px;
    }
  }
`;

/** The first cell of a row opens its details. */
export const Opener = styled.button`
  min-height: 24px;
  padding: 0;
  border: 0;
  border-radius: var(--r-xs);
  color: inherit;
  background: none;
  font-weight: inherit;
  text-align: left;

  &:hover {
    text-decoration: underline;
    text-decoration-color: var(--line-control);
    text-underline-offset: 3px;
  }
`;

export const Details = styled.tr`
  td:first-child {
    padding: 0 16px 16px;
    border-top: 0;
    color: var(--ink-2);
    font-weight: var(--weight-regular);
    white-space: normal;
  }
`;
