import styled from 'styled-components';
import { below } from '../ui/layout/breakpoints';
import { Card } from '../ui/layout/spacing';

/** The card around a table of the drive. It clips the rows' corners. */
export const TableCard = styled(Card)`
  overflow: hidden;
`;

/** Names at the left, the menu or buttons at the right; on phones only these two. */
export const DriveTable = styled.table`
  width: 100%;
  font-size: var(--text-sm);
  font-variant-numeric: tabular-nums;
  line-height: 20px;

  th {
    height: 36px;
    padding: 0 16px;
    color: var(--ink-3);
    font-size: var(--text-xs);
    white-space: nowrap;
  }
  td {
    padding: 12px 16px;
    border-top: 1px solid var(--line);
    color: var(--ink-2);
  }
  th:first-child,
  td:first-child {
    width: 100%;
    max-width: 0;
    padding-left: 20px;
  }
  td {
    white-space: nowrap;
  }
  td:last-child {
    text-align: right;
  }
  td a:hover {
    text-decoration: underline;
    text-underline-offset: 3px;
  }
  small {
    display: block;
    overflow: hidden;
    color: var(--ink-3);
    font-size: var(--text-xs);
    line-height: 16px;
    text-overflow: ellipsis;
  }
  [data-narrow] {
    display: none;
  }
  ${below.lists} {
    [data-wide] {
      display: none;
    }
    [data-narrow] {
      display: block;
    }
    tr[data-stacked] > td {
      display: block;
      width: auto;
      max-width: none;
      text-align: left;
    }
    tr[data-stacked] > td + td {
      padding: 0 16px 12px 20px;
      border-top: 0;
    }
  }
`;

/** A name that is cut where it has no room. */
export const Name = styled.div`
  overflow: hidden;
  color: var(--ink);
  font-size: var(--text-base);
  font-weight: var(--weight-medium);
  text-overflow: ellipsis;
`;
