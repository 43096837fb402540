import styled from 'styled-components';
import { below } from '../ui/layout/breakpoints';
import { Card } from '../ui/layout/spacing';
import { listTable } from '../ui/layout/tableStyles';

/** The card around a table of the drive. It clips the rows' corners. */
export const TableCard = styled(Card)`
  overflow: hidden;
`;

/** Names at the left, the menu or buttons at the right; on phones only these two. */
export const DriveTable = styled.table`
  ${listTable}
  font-variant-numeric: tabular-nums;

  th:first-child,
  td:first-child {
    width: 100%;
    max-width: 0;
    padding-left: 20px;
  }
  td {
    white-space: nowrap;
  }
  td a:hover {
    text-decoration: underline;
    text-underline-offset: 3px;
  }
  small {
    overflow: hidden;
    text-overflow: ellipsis;
  }
  [data-narrow] {
    display: none;
  }
  ${below.lists} {
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
